/**
 * The presses of the start button that this device keeps until the server has them. A press is stored before anything is sent, and
 * outlives a reload of the page.
 */
import { useMemo } from 'react';
import type { KeptPress, Setup } from '@/core';
import { keptItems } from '@/ui';

/** A press, and the race to which it belongs. */
export interface KeptStart {
  raceId: string;
  /** The race's name when it was pressed. */
  race: string;
  zone: string;
  press: KeptPress;
  /** The setup in which another gun stands, when the server refused the press for that. */
  setup?: Setup | undefined;
}

const starts = keptItems<KeptStart>('timing-start:', ({ raceId, press }) => `${raceId}:${press.id}`);

/** Stores a press; returns whether the browser keeps it when the page is closed. */
export const keepStart = starts.keep;

/** Removes a press. */
export const dropStart = starts.drop;

/** The kept presses of a race, by its id or, while that is unknown, by its name; the latest first. */
export function useKeptStarts(race: { name: string; id?: string | undefined }): KeptStart[] {
  const all = starts.useAll();
  return useMemo(() => {
    const own = all.filter((one) => (race.id === undefined ? one.race === race.name : one.raceId === race.id));
    return own.sort((one, other) => other.press.pressed - one.press.pressed);
  }, [all, race.id, race.name]);
}
