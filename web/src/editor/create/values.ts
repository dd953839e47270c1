/** The form as react-hook-form holds it: the core's fields, and beside them the files, which never enter a draft. */
import type { CreateForm, FieldError, Filled } from '@/core';
import { pictureKind } from '@/ui';
import { check, defaults, filled, readDraft } from './rules';

/** The single pictures, by the names under which they are sent. */
export const PICTURES = ['raceLogo', 'medal', 'shirt', 'medals3', 'acrylic'] as const;
/** One of {@link PICTURES}. */
export type PictureName = (typeof PICTURES)[number];

/** The form's values. Lists are lists of objects, since a field array needs something to hang a row's identity on. */
export interface Values
  extends Omit<CreateForm, 'Rules' | 'Amenities' | 'CommunityPartnersData' | 'DistanceStartTimes'> {
  DistanceStartTimes: { distance: string; startTime: string }[];
  Rules: { text: string }[];
  Amenities: { text: string }[];
  CommunityPartnersData: { Link: string; image: File | null }[];
  pictures: Record<PictureName, File | null>;
  memories: File[];
}

/** The core's form within the values. */
export function toForm(values: Values): CreateForm {
  const { pictures: _pictures, memories: _memories, ...form } = values;
  return {
    ...form,
    Rules: values.Rules.map((rule) => rule.text),
    Amenities: values.Amenities.map((amenity) => amenity.text),
    CommunityPartnersData: values.CommunityPartnersData.map(({ Link }) => ({ Link })),
  };
}

/** Values around a form of the core, without files. */
export function fromForm(form: CreateForm): Values {
  return {
    ...form,
    DistanceStartTimes: form.DistanceStartTimes.map(({ distance = '', startTime = '' }) => ({ distance, startTime })),
    Rules: form.Rules.map((text) => ({ text })),
    Amenities: form.Amenities.map((text) => ({ text })),
    CommunityPartnersData: form.CommunityPartnersData.map(({ Link = '' }) => ({ Link, image: null })),
    pictures: { raceLogo: null, medal: null, shirt: null, medals3: null, acrylic: null },
    memories: [],
  };
}

/** Values around another form, with the files that are chosen already. A logo stays with its link. */
export function withFiles(form: CreateForm, { pictures, memories, CommunityPartnersData: before }: Values): Values {
  const values = fromForm(form);
  const logos = [...before];
  return {
    ...values,
    pictures,
    memories,
    CommunityPartnersData: values.CommunityPartnersData.map(({ Link }) => {
      const at = logos.findIndex((one) => one.Link === Link);
      const [found] = at < 0 ? [] : logos.splice(at, 1);
      return { Link, image: found?.image ?? null };
    }),
  };
}

/** How many files are chosen. */
export function fileCount({ pictures, memories, CommunityPartnersData }: Values): number {
  const single = [...Object.values(pictures), ...CommunityPartnersData.map((partner) => partner.image)];
  return single.filter(Boolean).length + memories.length;
}

/** What a person put into the form, chosen files included. */
export function filledValues(values: Values): Filled {
  const { own, usual } = filled(toForm(values));
  const files = PICTURES.filter((name) => values.pictures[name]);
  return { own: [...own, ...files, ...(values.memories.length > 0 ? ['memImages'] : [])], usual };
}

/** The values of a new form. */
export function newValues(): Values {
  return fromForm(defaults());
}

/** The values that a draft restores. */
export function draftValues(text: string): Values {
  return fromForm(readDraft(text));
}

/** Why a picked file is refused, found out once, when it is picked. */
const refusals = new WeakMap<File, string>();

/** Looks into picked files; afterwards {@link checkValues} knows of them. */
export async function inspect(files: readonly File[]): Promise<void> {
  for (const file of files) {
    const { refusal } = await pictureKind(file);
    if (refusal) refusals.set(file, refusal);
  }
}

/** Everything wrong with the values, files included, in the core's words. */
export function checkValues(values: Values): FieldError[] {
  return [...check(toForm(values)), ...checkFiles(values)];
}

function checkFiles(values: Values): FieldError[] {
  const files: [string, File | null][] = [
    ...PICTURES.map((name): [string, File | null] => [name, values.pictures[name]]),
    ...values.CommunityPartnersData.map((row, at): [string, File | null] => [
      `communityPartnerImages.${at}`,
      row.image,
    ]),
    ...values.memories.map((file, at): [string, File] => [`memImages.${at}`, file]),
  ];
  return files.flatMap(([field, file]) => {
    const message = file && refusals.get(file);
    return message ? [{ field, code: 'not_an_image', message }] : [];
  });
}
