import { act, renderHook, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { upload } from '@/api';
import { useUploads } from './useUploads';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const picture = (name: string) => new File([new Uint8Array(64)], name, { type: 'image/png' });

/** A page that sends, and what it heard. */
function page() {
  const heard = { sent: [] as string[], quiet: [] as number[] };
  const { result, unmount } = renderHook(() =>
    useUploads<{ message: string }>({
      send: (file, options) => {
        const body = new FormData();
        body.append('action', 'add');
        body.append('memories', file);
        return upload('Half/memory-images', body, { method: 'PUT', ...options });
      },
      onSent: (_, file) => heard.sent.push(file.name),
      onQuiet: (arrived) => heard.quiet.push(arrived),
      words: (end) => (end.end === 'answered' ? (end.refusal?.message ?? 'refused') : end.end),
    }),
  );
  const states = () => Object.fromEntries(result.current.uploads.map((one) => [one.name, one.state]));
  const idOf = (name: string) => result.current.uploads.find((one) => one.name === name)?.id ?? '';
  return { result, heard, states, idOf, unmount };
}

test('each file is a request of its own, in the order they were added, and the end is told once', async () => {
  server.use(http.put('*/api/Half/memory-images', () => HttpResponse.json({ message: 'ok' })));
  const { result, heard, states } = page();
  act(() => result.current.add([picture('a.png'), picture('b.png'), picture('c.png')]));
  await waitFor(() => expect(states()).toEqual({ 'a.png': 'sent', 'b.png': 'sent', 'c.png': 'sent' }));
  await waitFor(() => expect(heard).toEqual({ sent: ['a.png', 'b.png', 'c.png'], quiet: [3] }));
});

test('a file that fails says why, holds up no other, and arrives when it is tried again', async () => {
  let tries = 0;
  server.use(
    http.put('*/api/Half/memory-images', () => {
      tries += 1;
      return tries === 1
        ? HttpResponse.json({ code: 'invalid', message: 'Broken picture.' }, { status: 400 })
        : HttpResponse.json({ message: 'ok' });
    }),
  );
  const { result, heard, states, idOf } = page();
  act(() => result.current.add([picture('a.png'), picture('b.png')]));
  await waitFor(() => expect(states()).toEqual({ 'a.png': 'failed', 'b.png': 'sent' }));
  expect(result.current.uploads[0]?.message).toBe('Broken picture.');
  await waitFor(() => expect(heard.quiet).toEqual([1]));
  act(() => result.current.retry(idOf('a.png')));
  await waitFor(() => expect(states()['a.png']).toBe('sent'));
  expect(result.current.uploads.find((one) => one.name === 'a.png')?.message).toBeUndefined();
  await waitFor(() => expect(heard.quiet).toEqual([1, 1]));
});

test('a cut line is told as such, and the file can be tried again', async () => {
  server.use(http.put('*/api/Half/memory-images', () => HttpResponse.error()));
  const { result, states, idOf } = page();
  act(() => result.current.add([picture('a.png')]));
  await waitFor(() => expect(result.current.uploads[0]?.message).toBe('noResponse'));
  server.use(http.put('*/api/Half/memory-images', () => HttpResponse.json({ message: 'ok' })));
  act(() => result.current.retry(idOf('a.png')));
  await waitFor(() => expect(states()).toEqual({ 'a.png': 'sent' }));
});

test('canceling stops what is on its way and what waits, and the rest goes on', async () => {
  server.use(
    http.put('*/api/Half/memory-images', async () => {
      await delay(150);
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { result, heard, states, idOf } = page();
  act(() => result.current.add([picture('a.png'), picture('b.png'), picture('c.png')]));
  await waitFor(() => expect(states()['a.png']).toBe('sending'));
  act(() => result.current.cancel(idOf('b.png')));
  act(() => result.current.cancel(idOf('a.png')));
  await waitFor(() => expect(states()).toEqual({ 'a.png': 'stopped', 'b.png': 'stopped', 'c.png': 'sent' }));
  expect(heard.sent).toEqual(['c.png']);
});
