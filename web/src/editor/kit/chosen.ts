/** Pictures that are chosen and not sent yet. In the draft they are images with an object URL, from which their file is found. */
import type { FieldError, Image, Race } from '@/core';
import { pictureKind } from '@/ui';
import { pictureFields } from './rules';

const images = new WeakMap<File, Image>();
const files = new Map<string, File>();
/** Why a file is refused; determined once, when it is chosen. */
const refusals = new WeakMap<File, string>();

/** A chosen file as an image of the record. Its URL is valid until the page is closed, because Cancel can be undone. */
export function chosenImage(file: File): Image {
  const known = images.get(file);
  if (known) return known;
  const image = { contentType: file.type, url: URL.createObjectURL(file) };
  images.set(file, image);
  files.set(image.url, file);
  return image;
}

/** The file of a chosen picture; undefined for a saved one. */
export function chosenFile(image: Image | undefined): File | undefined {
  return image?.url === undefined ? undefined : files.get(image.url);
}

/** Checks the content of chosen files; afterwards {@link refusalOf} returns the result. */
export async function inspect(chosen: readonly File[]): Promise<void> {
  for (const file of chosen) {
    const { refusal } = await pictureKind(file);
    if (refusal) refusals.set(file, refusal);
  }
}

/** The core's message why a file is refused. */
export function refusalOf(file: File): string | undefined {
  return refusals.get(file);
}

/** A chosen file of a race, with the name that problems use for it. */
export interface ChosenFile {
  field: string;
  file: File;
}

/** The chosen files of a race, in the order of the form. */
export function chosenFiles(race: Race): ChosenFile[] {
  const pictures: [string, Image | undefined][] = [
    ...pictureFields().map(({ name, names }): [string, Image | undefined] => [
      names[0] ?? name,
      race[name as 'RaceLogo'],
    ]),
    ...race.CommunityPartners.Partners.map((partner, at): [string, Image | undefined] => [
      `communityPartnerImages.${at}`,
      partner.Image,
    ]),
    ...race.MemImages.map((image, at): [string, Image | undefined] => [`memImages.${at}`, image]),
  ];
  return pictures.flatMap(([field, image]) => {
    const file = chosenFile(image);
    return file ? [{ field, file }] : [];
  });
}

/** What is wrong with the chosen files of a race. */
export function fileProblems(race: Race): FieldError[] {
  return chosenFiles(race).flatMap(({ field, file }) => {
    const message = refusalOf(file);
    return message ? [{ field, code: 'not_an_image', message }] : [];
  });
}
