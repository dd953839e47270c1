import { expect, test, vi } from 'vitest';
import { canCut, notAPicture, type PictureUse, pictureKind, readyPicture, turned, within } from './cropPicture';
import { moved } from './useReorder';

const ANY: PictureUse = { shapes: [{ id: 'free', label: 'Free' }], cut: 1200, whole: 1600 };
const file = (bytes: readonly number[], name: string) => new File([new Uint8Array(bytes)], name);
const GIF = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 0, 0, 0, 0, 0, 0, 0x3b];
const HEIC = [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63];

test.each([
  [{ width: 4000, height: 3000 }, 1600, { width: 1600, height: 1200 }],
  [{ width: 3000, height: 4000 }, 1600, { width: 1200, height: 1600 }],
  [{ width: 300, height: 200 }, 1600, { width: 300, height: 200 }],
  [{ width: 9000, height: 1 }, 800, { width: 800, height: 1 }],
])('%o is at most %i long, and never grows', (size, longest, wanted) => {
  expect(within(size, longest)).toEqual(wanted);
});

test('a quarter turn swaps the sides, a half turn does not', () => {
  expect(turned({ width: 3, height: 2 }, 270)).toEqual({ width: 2, height: 3 });
  expect(turned({ width: 3, height: 2 }, 180)).toEqual({ width: 3, height: 2 });
});

test('a phone’s HEIC that the browser cannot read is named, with the way out, and goes on as it is', async () => {
  const heic = file(HEIC, 'IMG_1.HEIC');
  expect((await pictureKind(heic)).refusal).toMatch(/^This is an iPhone's HEIC picture.*Most Compatible\.$/);
  expect(notAPicture()).toMatch(/JPEG, PNG, WebP or GIF/);
  expect(await readyPicture(heic, ANY)).toBe(heic);
});

test('a phone’s HEIC that the browser can read becomes a picture that is taken', async () => {
  class Canvas {
    getContext = () => ({ scale() {}, translate() {}, rotate() {}, drawImage() {} });
    convertToBlob = async () => new Blob([new Uint8Array(40)], { type: 'image/webp' });
  }
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close() {} }));
  vi.stubGlobal('OffscreenCanvas', Canvas);
  const made = await readyPicture(file(HEIC, 'IMG_1.HEIC'), ANY);
  expect([made.name, made.type]).toEqual(['IMG_1.webp', 'image/webp']);
  vi.unstubAllGlobals();
});

test('a picture whose end is missing is refused when it is chosen', async () => {
  const cut = await pictureKind(file([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 9, 0x49], 'half.png'));
  expect(cut.refusal).toMatch(/^The end of this picture is missing\./);
});

test('a GIF, whatever it is called, is never cut: it would stand still', async () => {
  const gif = file(GIF, 'runner.png');
  expect(await pictureKind(gif)).toEqual({ type: 'image/gif' });
  expect(await canCut(gif)).toBe(false);
  expect(await readyPicture(gif, ANY)).toBe(gif);
});

test('an entry moves either way, and the rest keep their order', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
