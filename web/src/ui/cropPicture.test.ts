import { expect, test, vi } from 'vitest';
import {
  canCrop,
  fitWithin,
  type PictureUse,
  pictureKind,
  preparePicture,
  rotated,
  unreadablePictureText,
} from './cropPicture';
import { moved } from './useReorder';

const ANY: PictureUse = { shapes: [{ id: 'free', label: 'Free' }], cropped: 1200, uncropped: 1600 };
const file = (bytes: readonly number[], name: string) => new File([new Uint8Array(bytes)], name);
const GIF = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 0, 0, 0, 0, 0, 0, 0x3b];
const HEIC = [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63];

test.each([
  [{ width: 4000, height: 3000 }, 1600, { width: 1600, height: 1200 }],
  [{ width: 3000, height: 4000 }, 1600, { width: 1200, height: 1600 }],
  [{ width: 300, height: 200 }, 1600, { width: 300, height: 200 }],
  [{ width: 9000, height: 1 }, 800, { width: 800, height: 1 }],
])('%o is scaled down to at most %i pixels per side, and never scaled up', (size, longest, wanted) => {
  expect(fitWithin(size, longest)).toEqual(wanted);
});

test('a rotation by a quarter swaps width and height, one by a half does not', () => {
  expect(rotated({ width: 3, height: 2 }, 270)).toEqual({ width: 2, height: 3 });
  expect(rotated({ width: 3, height: 2 }, 180)).toEqual({ width: 3, height: 2 });
});

test('a HEIC picture that the browser cannot decode gets a message with instructions and is sent unchanged', async () => {
  const heic = file(HEIC, 'IMG_1.HEIC');
  expect((await pictureKind(heic)).refusal).toMatch(/^This is an iPhone's HEIC picture.*Most Compatible\.$/);
  expect(unreadablePictureText()).toMatch(/JPEG, PNG, WebP or GIF/);
  expect(await preparePicture(heic, ANY)).toBe(heic);
});

test('a HEIC picture that the browser can decode is converted to an accepted type', async () => {
  class Canvas {
    getContext = () => ({ scale() {}, translate() {}, rotate() {}, drawImage() {} });
    convertToBlob = async () => new Blob([new Uint8Array(40)], { type: 'image/webp' });
  }
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close() {} }));
  vi.stubGlobal('OffscreenCanvas', Canvas);
  const made = await preparePicture(file(HEIC, 'IMG_1.HEIC'), ANY);
  expect([made.name, made.type]).toEqual(['IMG_1.webp', 'image/webp']);
  vi.unstubAllGlobals();
});

test('a picture with a missing end is rejected when it is chosen', async () => {
  const cut = await pictureKind(file([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 9, 0x49], 'half.png'));
  expect(cut.refusal).toMatch(/^The end of this picture is missing\./);
});

test('a GIF is recognized under any file name and never cropped, because cropping would remove its animation', async () => {
  const gif = file(GIF, 'runner.png');
  expect(await pictureKind(gif)).toEqual({ type: 'image/gif' });
  expect(await canCrop(gif)).toBe(false);
  expect(await preparePicture(gif, ANY)).toBe(gif);
});

test('an entry moves in either direction, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
