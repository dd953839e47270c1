/**
 * Prepares pictures in the browser: scales them to the size that their use needs, and crops them. A picture that cannot be decoded here is
 * sent unchanged, and the server decides about it. The rules about pictures are loaded when the first one is chosen.
 */
import { loadPictureRules, type PictureLook, pictureRules } from '@/core';

/** A shape to crop to; `ratio` is width by height, and any ratio is allowed without it. */
export interface Shape {
  id: string;
  label: string;
  ratio?: number;
}

/** The use of a picture: how it may be cropped, and how large it needs to be. */
export interface PictureUse {
  /** The offered shapes; the first one is the default. */
  shapes: readonly [Shape, ...Shape[]];
  /** The longest side of a cropped picture, in pixels. */
  cropped: number;
  /** The longest side of an uncropped picture, in pixels. */
  uncropped: number;
}

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The part of a picture to keep, in pixels of the rotated picture. */
export interface CropArea extends Size {
  x: number;
  y: number;
  /** How far the picture is rotated first, in degrees clockwise: 0, 90, 180 or 270. */
  rotation: number;
}

/** Up to this many bytes a picture that needs no scaling is sent unchanged: encoding it again only loses quality. */
const SMALL_BYTES = 400_000;
/** The quality of an encoded picture, 0 to 1. Rather high, because the server encodes it once more. */
const QUALITY = 0.86;

/** Scales a size down so that its longest side is at most `longest`; never up. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns a picture's size after a rotation by a multiple of 90 degrees. */
export function rotated({ width, height }: Size, rotation: number): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

const looks = new WeakMap<File, Promise<PictureLook>>();

/** Returns the core's result for a file: its media type, or the reason why it is rejected, and a note about it. Cached for each file. */
export function pictureKind(file: File): Promise<PictureLook> {
  let look = looks.get(file);
  if (!look) {
    look = inspect(file);
    looks.set(file, look);
  }
  return look;
}

/** Reads the whole file only if its first 32 bytes and its size are not enough to reject it. */
async function inspect(file: File): Promise<PictureLook> {
  try {
    const { imageInfo } = await loadPictureRules();
    const read = async (part: Blob) => imageInfo(new Uint8Array(await part.arrayBuffer()), file.size);
    const first = await read(file.slice(0, 32));
    return first.refusal === undefined && file.size > 32 ? await read(file) : first;
  } catch (error) {
    // The file was deleted, or the browser may not read its folder.
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the core's message for a picture that cannot be shown. Must be called after {@link pictureKind}, which loads the rules. */
export function unreadablePictureText(): string {
  return pictureRules().imageInfo(new Uint8Array(), 0).refusal ?? '';
}

const originals = new WeakMap<File, File>();

/** Returns the chosen file from which a prepared one was made: it is cropped from the original, so that quality is lost only once. */
export function originalOf(file: File): File {
  return originals.get(file) ?? file;
}

/** Whether a picture can be cropped: not a GIF, which would lose its animation. */
export async function canCrop(file: File): Promise<boolean> {
  const { type } = await pictureKind(file);
  return type !== undefined && type !== 'image/gif' && typeof OffscreenCanvas !== 'undefined';
}

let lastWork: Promise<unknown> = Promise.resolve();

/** Runs `work` after all earlier work: decoding a phone's picture takes 200 MB of memory, and thirty at once would crash the tab. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const next = lastWork.then(work);
  lastWork = next.catch(() => undefined);
  return next;
}

/**
 * Scales a picture down to the size that its use needs. Returns a GIF, a small file and a file that cannot be decoded unchanged. A type
 * that only some browsers can decode, such as HEIC in Safari, is converted to one that all can.
 */
export function preparePicture(picked: File, use: PictureUse): Promise<File> {
  return oneAtATime(async () => {
    const { convertible = false } = await pictureKind(picked);
    if (!convertible && !(await canCrop(picked))) return picked;
    const bitmap = await decode(picked);
    if (!bitmap) return picked;
    try {
      const size = fitWithin(bitmap, use.uncropped);
      if (!convertible && size.width === bitmap.width && picked.size <= SMALL_BYTES) return picked;
      const made = await draw(
        picked,
        bitmap,
        { x: 0, y: 0, rotation: 0, width: bitmap.width, height: bitmap.height },
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

/** Returns a part of the picture in the size that its use needs; undefined when the picture cannot be decoded. */
export function cropPicture(file: File, use: PictureUse, area: CropArea): Promise<File | undefined> {
  return oneAtATime(async () => {
    const bitmap = await decode(file);
    if (!bitmap) return undefined;
    try {
      return await draw(file, bitmap, area, fitWithin(area, use.cropped));
    } catch {
      return undefined;
    } finally {
      bitmap.close();
    }
  });
}

/** Decodes a picture, rotated as its metadata says; undefined when the browser cannot. */
async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return (await pictureKind(file)).convertible ? decodeByElement(file) : undefined;
  }
}

/** Decodes a picture with an `img` element, which supports more types than `createImageBitmap` in some browsers. */
async function decodeByElement(file: File): Promise<ImageBitmap | undefined> {
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

/** Draws an area of the picture in the given size and encodes it as a file. */
async function draw(file: File, bitmap: ImageBitmap, area: CropArea, size: Size): Promise<File | undefined> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const full = rotated(bitmap, area.rotation);
  context.imageSmoothingQuality = 'high';
  context.scale(size.width / area.width, size.height / area.height);
  context.translate(full.width / 2 - area.x, full.height / 2 - area.y);
  context.rotate((area.rotation * Math.PI) / 180);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  const blob = await encode(canvas, context, size);
  const name = `${file.name.replace(/\.[^.]*$/, '')}.${blob.type.replace('image/', '').replace('jpeg', 'jpg')}`;
  const made = new File([blob], name, { type: blob.type, lastModified: file.lastModified });
  originals.set(made, originalOf(file));
  return made;
}

/** Encodes as WebP. A browser that cannot do that returns PNG: kept for a picture with transparency, else replaced by JPEG. */
async function encode(canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D, size: Size): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  if (webp.type === 'image/webp') return webp;
  const { data } = context.getImageData(0, 0, size.width, size.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return webp;
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
