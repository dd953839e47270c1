/**
 * Pictures made ready in the browser: scaled to what their place needs, and cut. What cannot be decoded here goes as it is,
 * and the server has the last word. The rules about pictures are loaded when the first one is chosen.
 */
import { loadPictureRules, type PictureLook, pictureRules } from '@/core';

/** A shape to cut to: width by height; without a ratio any shape. */
export interface Shape {
  id: string;
  label: string;
  ratio?: number;
}

/** What a picture is for: how it may be cut, and how large it needs to be. */
export interface PictureUse {
  /** The shapes on offer, the first one proposed. */
  shapes: readonly [Shape, ...Shape[]];
  /** The longest side of one that was cut, in pixels. */
  cut: number;
  /** The longest side of one that was not, in pixels. */
  whole: number;
}

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The part of a turned picture that stays, in its own pixels. */
export interface Cut extends Size {
  x: number;
  y: number;
  /** How far the picture is turned first, in degrees clockwise: 0, 90, 180 or 270. */
  turn: number;
}

/** A picture this light is sent as it is where its size in pixels allows: writing it anew only loses. In bytes. */
const LIGHT = 400_000;
/** How good a picture is written, 0 to 1. The server writes it once more, so it should not be the first to save. */
const QUALITY = 0.86;

/** The size of a picture whose longest side is at most `longest`; never a larger one. */
export function within({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A picture's size once it is turned by quarters. */
export function turned({ width, height }: Size, turn: number): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

const looks = new WeakMap<File, Promise<PictureLook>>();

/** What the core says of a file: its media type, or its sentence about one that cannot be taken; and what is good to know of it. */
export function pictureKind(file: File): Promise<PictureLook> {
  let look = looks.get(file);
  if (!look) {
    look = lookInto(file);
    looks.set(file, look);
  }
  return look;
}

/** Files that their beginning or size gives away are not read any further. */
async function lookInto(file: File): Promise<PictureLook> {
  try {
    const { imageLook } = await loadPictureRules();
    const read = async (part: Blob) => imageLook(new Uint8Array(await part.arrayBuffer()), file.size);
    const first = await read(file.slice(0, 32));
    return first.refusal === undefined && file.size > 32 ? await read(file) : first;
  } catch (unreadable) {
    // The file is gone, or its folder is closed to the browser.
    return { refusal: unreadable instanceof Error ? unreadable.message : String(unreadable) };
  }
}

/** The core's sentence about a picture that cannot be shown, once {@link pictureKind} has looked at one. */
export function notAPicture(): string {
  return pictureRules().imageLook(new Uint8Array(), 0).refusal ?? '';
}

const originals = new WeakMap<File, File>();

/** The file as it was picked, of one that was made ready: cutting begins there, so that nothing is lost twice. */
export function originalOf(file: File): File {
  return originals.get(file) ?? file;
}

/** Whether a picture can be cut: not a GIF, which would stand still afterwards. */
export async function canCut(file: File): Promise<boolean> {
  const { type } = await pictureKind(file);
  return type !== undefined && type !== 'image/gif' && typeof OffscreenCanvas !== 'undefined';
}

let turnstile: Promise<unknown> = Promise.resolve();

/** Runs one after the other: a phone's picture takes 200 MB while it is decoded, and thirty at once take the tab. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const next = turnstile.then(work);
  turnstile = next.catch(() => undefined);
  return next;
}

/**
 * The picture, no larger than its use needs. A GIF, a light picture and one that cannot be decoded are given back as they are. A kind
 * that only some browsers can read, such as an iPhone's HEIC in Safari, becomes one that all can.
 */
export function readyPicture(picked: File, use: PictureUse): Promise<File> {
  return oneByOne(async () => {
    const { convertible = false } = await pictureKind(picked);
    if (!convertible && !(await canCut(picked))) return picked;
    const bitmap = await decode(picked);
    if (!bitmap) return picked;
    try {
      const size = within(bitmap, use.whole);
      if (!convertible && size.width === bitmap.width && picked.size <= LIGHT) return picked;
      const made = await draw(
        picked,
        bitmap,
        { x: 0, y: 0, turn: 0, width: bitmap.width, height: bitmap.height },
        size,
      );
      return made && (convertible || made.size < picked.size) ? made : picked;
    } catch {
      return picked;
    } finally {
      bitmap.close();
    }
  });
}

/** A part of the picture, in the size that its use needs; nothing when it cannot be decoded. */
export function cutPicture(file: File, use: PictureUse, cut: Cut): Promise<File | undefined> {
  return oneByOne(async () => {
    const bitmap = await decode(file);
    if (!bitmap) return undefined;
    try {
      return await draw(file, bitmap, cut, within(cut, use.cut));
    } catch {
      return undefined;
    } finally {
      bitmap.close();
    }
  });
}

/** The pixels, upright as the camera was held. */
async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return (await pictureKind(file)).convertible ? decodeShown(file) : undefined;
  }
}

/** The same by way of the page: some browsers read more kinds there. */
async function decodeShown(file: File): Promise<ImageBitmap | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await createImageBitmap(image);
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function draw(file: File, bitmap: ImageBitmap, cut: Cut, size: Size): Promise<File | undefined> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  const whole = turned(bitmap, cut.turn);
  pen.imageSmoothingQuality = 'high';
  pen.scale(size.width / cut.width, size.height / cut.height);
  pen.translate(whole.width / 2 - cut.x, whole.height / 2 - cut.y);
  pen.rotate((cut.turn * Math.PI) / 180);
  pen.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  const blob = await written(canvas, pen, size);
  const name = `${file.name.replace(/\.[^.]*$/, '')}.${blob.type.replace('image/', '').replace('jpeg', 'jpg')}`;
  const made = new File([blob], name, { type: blob.type, lastModified: file.lastModified });
  originals.set(made, originalOf(file));
  return made;
}

/** As WebP; where the browser cannot write it, as JPEG, or as PNG when something shows through. */
async function written(canvas: OffscreenCanvas, pen: OffscreenCanvasRenderingContext2D, size: Size): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  if (webp.type === 'image/webp') return webp;
  const { data } = pen.getImageData(0, 0, size.width, size.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return webp;
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
