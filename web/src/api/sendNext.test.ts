import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSendNext } from './sendNext';

/** A queue whose answers the test gives: `true` when the server has answered, `false` when it is to be tried again. */
function queueOf(key: string | undefined) {
  const answers: ((isAnswered: boolean) => void)[] = [];
  const send = vi.fn((_isShown: () => boolean) => new Promise<boolean>((answer) => answers.push(answer)));
  const { result, rerender, unmount } = renderHook(({ next }) => useSendNext(next, send), {
    initialProps: { next: key },
  });
  return { answers, send, result, unmount, setNext: (next: string | undefined) => rerender({ next }) };
}

test('one is sent after the other, and what was answered is not sent again', async () => {
  const { answers, send, result, setNext } = queueOf('one');
  await waitFor(() => expect(result.current.sending).toBe(true));
  // The next one waits for the answer.
  setNext('two');
  expect(send).toHaveBeenCalledTimes(1);
  await act(async () => answers[0]?.(true));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await act(async () => answers[1]?.(true));
  // A browser that failed to forget it still lists it.
  setNext(undefined);
  setNext('two');
  await act(async () => undefined);
  expect(send).toHaveBeenCalledTimes(2);
  expect(result.current.sending).toBe(false);
});

test('what failed is tried again by a press, and as soon as the browser is online', async () => {
  const { answers, send, result } = queueOf('one');
  await act(async () => answers[0]?.(false));
  expect(send).toHaveBeenCalledTimes(1);
  act(() => result.current.tryNow());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await act(async () => answers[1]?.(false));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(3));
});

test('what is being sent knows whether its screen is still shown', async () => {
  const { send, unmount } = queueOf('one');
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  const isShown = send.mock.calls[0]?.[0] as () => boolean;
  expect(isShown()).toBe(true);
  unmount();
  expect(isShown()).toBe(false);
});
