/** What the picture sections ask the core. Nothing here decides. */
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

/** A prize's picture: what marks and files call it, where the record has it, and what people call it. */
export interface PrizePlace {
  kind: PrizeKind;
  field: 'MedalImage' | 'ShirtImage' | 'Medals3Image' | 'AcrylicImage';
  label: string;
}

/** The four of them, in the page's order. */
export function prizes(): PrizePlace[] {
  return pictureFields()
    .filter(({ part }) => part === 'prizes')
    .map(({ name, names, inputLabel, label }) => ({
      kind: names[0] as PrizeKind,
      field: name as PrizePlace['field'],
      label: inputLabel || label,
    }));
}

/** The marks by which an edited race's prizes differ from the saved ones (SPEC §4). */
export function prizeMarks(saved: Race, edited: Race): PrizeMark[] {
  return prizes().flatMap(({ kind, field }): PrizeMark[] => {
    if (chosenFile(edited[field])) return [{ kind, mark: 'new' }];
    return saved[field] && !edited[field] ? [{ kind, mark: 'delete' }] : [];
  });
}

/** What the marks send. */
export function prizeSend(marks: PrizeMark[]): PrizeSend {
  return deskCore().prizeSend(marks);
}

/** The texts of the card's form. */
export function cardTexts({ Race: name, Distance, CardLocation, Info }: Race): CardTexts {
  return { Race: name, Distance, CardLocation, Info };
}

/** What saving the card sends, or why it sends nothing. */
export function cardSave(name: string, saved: Race, edited: Race, versions: Versions): CardSave {
  const chosen = chosenFile(edited.RaceLogo) !== undefined;
  return deskCore().cardSave(name, cardTexts(saved), cardTexts(edited), chosen, versions);
}

/** The warning of a card whose race has no name. */
export function cardWarning(name: string): Notice | undefined {
  return deskCore().cardWarning(name);
}

/** Which memory shows when `count` are left. */
export function memoryIndex(index: number, count: number): number {
  return deskCore().memoryIndex(index, count);
}

/** The call that deletes memories. */
export function memoriesDelete(race: string, imageIds: readonly string[]): EditRequest {
  return deskCore().memoriesDelete(race, [...imageIds]);
}

/** The call that sorts the memories. */
export function memoriesOrder(race: string, imageIds: readonly string[]): EditRequest {
  return deskCore().memoriesOrder(race, [...imageIds]);
}
