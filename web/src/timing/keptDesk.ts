/** What the starts and the entries at the line need of a desk: kept by the browser, so that they go on when the page is loaded without a network. */
import { useEffect, useMemo } from 'react';
import { keptItems } from '@/ui';
import type { Desk } from './api';

/** A part of a desk. Nothing in it is about a person. */
export interface KeptDesk extends Pick<Desk, 'id' | 'race' | 'date' | 'timeZone' | 'setup' | 'run'> {
  /** When it was received, by the device's clock. */
  at: number;
}

/** How many races are kept. */
const KEPT = 5;

const desks = keptItems<KeptDesk>('timing-desk:', ({ id }) => id);

const newestFirst = (one: KeptDesk, other: KeptDesk) => other.at - one.at;

/** Keeps a desk whenever one of these parts has changed. */
export function useKeepDesk(desk: Desk | undefined): void {
  const { id, race, date, timeZone, setup, run } = desk ?? {};
  useEffect(() => {
    if (id === undefined || race === undefined || date === undefined || timeZone === undefined || run === undefined)
      return;
    desks.keep({ id, race, date, timeZone, setup: setup ?? null, run, at: Date.now() });
    for (const old of desks.all().sort(newestFirst).slice(KEPT)) desks.drop(old);
  }, [id, race, date, timeZone, setup, run]);
}

/** The kept desk of the race with this name, or of the last race when none is named. */
export function useKeptDesk(race: string | undefined): KeptDesk | undefined {
  const all = desks.useAll();
  return useMemo(() => all.filter((one) => race === undefined || one.race === race).sort(newestFirst)[0], [all, race]);
}
