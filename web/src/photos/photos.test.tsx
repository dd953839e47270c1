import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, withServer } from '@/test/app';
import { withLayout } from '@/test/layout';
import type { AdminPhoto, PhotoSummary, UploadState } from './api';
import { pieceHash } from './pieceHash';

const server = withServer();
withLayout();

const PIECE = 4;
let stored: Map<string, { state: UploadState; bytes: string }>;
let photos: AdminPhoto[];
let pieces: number;

const photo = (id: string, more: Partial<AdminPhoto> = {}): AdminPhoto => ({
  id,
  name: `${id}.jpg`,
  widths: [480, 960],
  height: 640,
  camera: 'Cam',
  clock: 'June 1, 2027, 8:10:12 AM',
  list: 'unmatched',
  byHand: false,
  bibs: [],
  removed: '',
  ...more,
});

const summary = (): PhotoSummary => ({
  race: 'Spring 10K',
  photos: photos.length,
  matched: photos.filter((one) => one.list === 'matched').length,
  unmatched: photos.filter((one) => one.list === 'unmatched').length,
  removed: photos.filter((one) => one.list === 'removed').length,
  bytes: 1000,
  mostBytes: 20_000_000_000,
  pieceBytes: PIECE,
  cameras: photos.length > 0 ? [{ camera: 'Cam', offsetMs: null, windowMs: 2000, photo: 'a' }] : [],
  open: 0,
});

beforeEach(() => {
  beLoggedIn('admin');
  stored = new Map();
  photos = [];
  pieces = 0;
  server.use(
    http.get(`${API}/photos/Spring%2010K`, () => HttpResponse.json(summary())),
    http.get(`${API}/photos/Spring%2010K/list`, ({ request }) => {
      const list = new URL(request.url).searchParams.get('list');
      const rows = photos.filter((one) => one.list === list);
      return HttpResponse.json({ total: rows.length, photos: rows });
    }),
    http.post(`${API}/photos/Spring%2010K/uploads`, async ({ request }) => {
      const { name, size, hash } = (await request.json()) as { name: string; size: number; hash: string };
      const begun: UploadState = {
        hash,
        name,
        size,
        received: 0,
        done: false,
        added: 0,
        known: 0,
        refused: 0,
        refusals: [],
      };
      if (!stored.has(hash)) stored.set(hash, { state: begun, bytes: '' });
      return HttpResponse.json(stored.get(hash)?.state);
    }),
    http.put(`${API}/photos/Spring%2010K/uploads/:hash`, async ({ request, params }) => {
      const file = stored.get(String(params.hash));
      if (!file) return HttpResponse.json({ code: 'NO_SUCH_UPLOAD', message: 'No.' }, { status: 404 });
      pieces += 1;
      file.bytes += await request.text();
      const received = file.bytes.length;
      file.state = {
        ...file.state,
        received,
        done: received === file.state.size,
        added: received === file.state.size ? 1 : 0,
      };
      if (file.state.done) photos.push(photo(`p${photos.length}`));
      return HttpResponse.json(file.state);
    }),
  );
});

const file = (name: string, text: string) => new File([text], name, { type: 'image/jpeg' });

async function choose(...files: File[]) {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
    expect(found).not.toBeNull();
    return found as HTMLInputElement;
  });
  await userEvent.upload(input, files, { applyAccept: false });
}

test('files are sent in pieces, what is no photo is refused, and what is there already is not sent again', async () => {
  openSite('/photos/Spring%2010K');
  expect(await screen.findByText('This race has no photos yet.', {}, { timeout: 20_000 })).toBeTruthy();
  await choose(file('a.jpg', '0123456789'), file('b.jpg', 'abc'), file('notes.txt', 'x'), file('.DS_Store', 'x'));
  expect(await screen.findByText('All 3 files are done: 2 new, 1 refused.')).toBeTruthy();
  expect(pieces).toBe(4);
  expect([...stored.values()].map(({ bytes }) => bytes).sort()).toEqual(['0123456789', 'abc']);
  expect(screen.getByText(/This is no photo\. JPEG, PNG, WebP and zip files are taken\./)).toBeTruthy();

  // Half of a file arrived before a reload: only the rest is sent.
  const half = file('c.jpg', 'abcdefgh');
  const hash = await pieceHash(half, PIECE, new AbortController().signal);
  const state = {
    hash,
    name: 'c.jpg',
    size: 8,
    received: 4,
    done: false,
    added: 0,
    known: 0,
    refused: 0,
    refusals: [],
  };
  stored.set(hash, { state, bytes: 'abcd' });
  await choose(half, file('a again.jpg', '0123456789'));
  expect(await screen.findByText('All 2 files are done: 1 new, 1 there already.')).toBeTruthy();
  expect(pieces).toBe(5);
  expect(stored.get(hash)?.bytes).toBe('abcdefgh');
}, 40_000);

test('a zip file that arrives damaged again and again is named as refused', async () => {
  let asked = 0;
  server.use(
    http.get(`${API}/photos/Spring%2010K/uploads/:hash`, ({ params }) => {
      asked += 1;
      const file = stored.get(String(params.hash));
      if (!file) return HttpResponse.json({ code: 'NO_SUCH_UPLOAD', message: 'No.' }, { status: 404 });
      const refusals = [{ name: 'a.zip', message: 'The file arrived damaged.' }];
      file.bytes = '';
      file.state = { ...file.state, received: 0, refused: 1, refusals };
      return HttpResponse.json(file.state);
    }),
    http.put(`${API}/photos/Spring%2010K/uploads/:hash`, async ({ request, params }) => {
      const file = stored.get(String(params.hash));
      if (!file) return HttpResponse.json({ code: 'NO_SUCH_UPLOAD', message: 'No.' }, { status: 404 });
      file.bytes += await request.text();
      file.state = { ...file.state, received: file.bytes.length };
      return HttpResponse.json(file.state);
    }),
  );
  openSite('/photos/Spring%2010K');
  await screen.findByText('This race has no photos yet.', {}, { timeout: 20_000 });
  await choose(file('a.zip', '0123456789'));
  expect(await screen.findByText('The file is done: 1 refused.', {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.getByText(/The file arrived damaged\./)).toBeTruthy();
  expect(asked).toBe(4);
}, 40_000);

test('a photo is assigned by its bibs and Enter, and a wrong bib is refused at its field', async () => {
  photos = [photo('a')];
  let assigned: unknown;
  server.use(
    http.put(`${API}/photos/Spring%2010K/photo/a/bibs`, async ({ request }) => {
      assigned = await request.json();
      photos = [photo('a', { list: 'matched', byHand: true, bibs: [{ bib: '12', by: 'hand' }] })];
      return HttpResponse.json(photos[0]);
    }),
  );
  openSite('/photos/Spring%2010K');
  const field = await screen.findByRole('textbox', { name: 'Bibs in a.jpg' }, { timeout: 20_000 });
  await userEvent.type(field, '123456789012345678901{Enter}');
  expect(await screen.findByText('“12345678901234567890” is no bib.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '12, 456{Enter}');
  await waitFor(() => expect(assigned).toEqual({ bibs: ['12', '456'] }));
  expect(await screen.findByText('No photo is in this list.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Shown 1' }));
  expect(await screen.findByText('by hand')).toBeTruthy();
}, 40_000);

test("a camera's clock is said in words before it is saved", async () => {
  photos = [photo('a')];
  let set: unknown;
  server.use(
    http.put(`${API}/photos/Spring%2010K/camera`, async ({ request }) => {
      set = await request.json();
      return HttpResponse.json({ changed: 1, text: '1 photo has other runners now.' });
    }),
  );
  openSite('/photos/Spring%2010K');
  const field = await screen.findByLabelText('How far its clock is ahead', {}, { timeout: 20_000 });
  await userEvent.type(field, '+1:35');
  expect(await screen.findByText('This camera’s clock is 1:35 fast.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save and match' }));
  await waitFor(() => expect(set).toEqual({ camera: 'Cam', offsetMs: 95_000, windowMs: 2000 }));
}, 40_000);
