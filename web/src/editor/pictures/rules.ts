/** The core's functions that the picture sections call. There is no rule here. */
import {
  type CardSave,
  type CardTexts,
  deskCore,
  type EditRequest,
  type Notice,
  type PrizeKind,
  type PrizeMark,
  type PrizeSend,
  type Race,
  type Versions,
} from '@/core';
import { chosenFile } from '../kit/chosen';
import { pictureFields } from '../kit/rules';

/** A prize picture: its name in marks and files (`kind`), its field in the record, and its label. */
export interface PrizeField {
  kind: PrizeKind;
  field: 'MedalImage' | 'ShirtImage' | 'Medals3Image' | 'AcrylicImage';
  label: string;
}

/** The four prize pictures, in the page's order. */
export function prizes(): PrizeField[] {
  return pictureFields()
    .filter(({ part }) => part === 'prizes')
    .map(({ name, names, inputLabel, label }) => ({
      kind: names[0] as PrizeKind,
      field: name as PrizeField['field'],
      label: inputLabel || label,
    }));
}

/** The marks of the prize pictures that differ between the saved and the edited race (SPEC §4). */
export function prizeMarks(saved: Race, edited: Race): PrizeMark[] {
  return prizes().flatMap(({ kind, field }): PrizeMark[] => {
    if (chosenFile(edited[field])) return [{ kind, mark: 'new' }];
    return saved[field] && !edited[field] ? [{ kind, mark: 'delete' }] : [];
  });
}

/** The files and fields to send for these marks. */
export function prizeSend(marks: PrizeMark[]): PrizeSend {
  return deskCore().prizeSend(marks);
}

/** The race's fields that are texts of the card. */
export function cardTexts({ Race: name, Distance, CardLocation, Info }: Race): CardTexts {
  return { Race: name, Distance, CardLocation, Info };
}

/** The request that saves the card, or the message why nothing is sent. */
export function cardSave(name: string, saved: Race, edited: Race, versions: Versions): CardSave {
  const chosen = chosenFile(edited.RaceLogo) !== undefined;
  return deskCore().cardSave(name, cardTexts(saved), cardTexts(edited), chosen, versions);
}

/** The warning for a card whose race has no name. */
export function cardWarning(name: string): Notice | undefined {
  return deskCore().cardWarning(name);
}

/** The index of the memory to show when `count` are left. */
export function memoryIndex(index: number, count: number): number {
  return deskCore().memoryIndex(index, count);
}

/** The request that deletes memories. */
export function memoriesDelete(race: string, imageIds: readonly string[]): EditRequest {
  return deskCore().memoriesDelete(race, [...imageIds]);
}

/** The request that sorts the memories. */
export function memoriesOrder(race: string, imageIds: readonly string[]): EditRequest {
  return deskCore().memoriesOrder(race, [...imageIds]);
}
