/** Converts between the kit's draft (a record with its pictures) and the core's form, which is what is checked, stored and sent. */
import type { CreateForm, FieldError, Filled, MemImage, Partner, Race } from '@/core';
import { chosenFile } from '../kit/chosen';
import type { Draft } from '../kit/form';
import { allProblems } from '../kit/numbers';
import { pictureFields } from '../kit/rules';
import { check, defaults, filled, formOf, logoSources, madeRace, readDraft, recordOf } from './rules';

const forms = new WeakMap<Draft, CreateForm>();

/** The core's form of a draft. */
export function toForm(draft: Draft): CreateForm {
  const known = forms.get(draft);
  if (known) return known;
  const form = formOf(draft, draft.NumberOfCourses);
  forms.set(draft, form);
  return form;
}

/** The draft of a core form, without pictures. */
export function fromForm(form: CreateForm): Draft {
  return { ...recordOf(form), NumberOfCourses: form.NumberOfCourses };
}

/** The draft of another form, with the pictures that were already chosen in `before`. A logo stays with its link. */
export function withFiles(form: CreateForm, before: Draft): Draft {
  const draft = fromForm(form);
  const logos = before.CommunityPartners.Partners;
  const links = (partners: readonly Partner[]) => partners.map(({ Link }) => Link);
  const sources = logoSources(links(logos), links(draft.CommunityPartners.Partners));
  const Partners = draft.CommunityPartners.Partners.map((partner, i): Partner => {
    const image = logos[sources[i]?.at ?? -1]?.Image;
    return image ? { ...partner, Image: image } : partner;
  });
  return { ...draft, ...pictures(before), CommunityPartners: { ...draft.CommunityPartners, Partners } };
}

/** The pictures of a draft, without the sponsors' logos. */
function pictures(draft: Draft): Partial<Race> & { MemImages: MemImage[] } {
  const single = pictureFields().map(({ name }) => [name, draft[name as 'RaceLogo']] as const);
  return { ...Object.fromEntries(single.filter(([, image]) => image)), MemImages: draft.MemImages };
}

/** A new form. */
export function newDraft(): Draft {
  return fromForm(defaults());
}

/** The draft of a form that was stored as text. */
export function draftFromText(text: string): Draft {
  return fromForm(readDraft(text));
}

/** Everything wrong with a draft, files included. */
export function checkDraft(draft: Draft): FieldError[] {
  return allProblems(draft, check(toForm(draft)));
}

/** The fields that the user has filled in, chosen files included. */
export function filledIn(draft: Draft): Filled {
  const { own, usual } = filled(toForm(draft));
  const single = pictureFields().filter(({ name }) => draft[name as 'RaceLogo']);
  const files = single.flatMap(({ names }) => names.slice(0, 1));
  return { own: [...own, ...files, ...(draft.MemImages.length > 0 ? ['memImages'] : [])], usual };
}

/** The race that the form would create, with its pictures. */
export function previewOf(draft: Draft): Race {
  const made = madeRace(toForm(draft));
  const Partners = made.CommunityPartners.Partners.map(
    (partner, at): Partner => ({ ...draft.CommunityPartners.Partners[at], ...partner }),
  );
  return {
    ...made,
    ...pictures(draft),
    // The page's address and links need a name.
    Race: made.Race || 'Your race',
    CommunityPartners: { ...made.CommunityPartners, Partners },
  };
}

/** The files of the form, each with its field name. A logo belongs to the partner at the same position; an empty file means no logo. */
export function filesOf({ CommunityPartners, MemImages, ...draft }: Draft): [name: string, file: File][] {
  const single = pictureFields().map(({ name, names }) => [names[0] ?? name, draft[name as 'RaceLogo']] as const);
  const memories = MemImages.map((image) => ['memImages', image] as const);
  return [
    ...single.flatMap(([name, image]) => named(name, chosenFile(image))),
    ...CommunityPartners.Partners.map(({ Image }): [string, File] => [
      'communityPartnerImages',
      chosenFile(Image) ?? new File([], ''),
    ]),
    ...memories.flatMap(([name, image]) => named(name, chosenFile(image))),
  ];
}

const named = (name: string, file: File | undefined): [string, File][] => (file ? [[name, file]] : []);
