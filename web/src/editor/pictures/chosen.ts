/** Pictures that are chosen and not sent yet, as the record holds pictures: by an address, which here leads to the file. */
import type { Image } from '@/core';

const files = new Map<string, File>();

/** A chosen file as a picture of the record. Its address holds until the page goes, since Cancel can be taken back. */
export function chosenImage(file: File): Image {
  const url = URL.createObjectURL(file);
  files.set(url, file);
  return { contentType: file.type, url };
}

/** The file behind a picture; nothing for one that is saved. */
export function chosenFile(image: Image | undefined): File | undefined {
  return image?.url === undefined ? undefined : files.get(image.url);
}
