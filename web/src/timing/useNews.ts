import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { deskCore, type Setup } from '@/core';
import { toast } from '@/ui';
import type { Desk } from './api';
import { CORRECTING, type Correction, useChanges } from './corrections';
import { takeOwnChange } from './entrantsApi';
import type { KeptStart } from './keptPresses';

/** Announces guns that others set or took back since this page was opened; those of this device are said at the start button. */
export function useGunNews(
  desk: Pick<Desk, 'setup' | 'date' | 'timeZone'> | undefined,
  starts: readonly KeptStart[],
): void {
  const seen = useRef<Setup>(undefined);
  const own = useRef(starts);
  // Declared first, so that the effect below compares with the presses of this rendering.
  useEffect(() => {
    own.current = starts;
  });
  const [setup, date, zone] = [desk?.setup ?? undefined, desk?.date ?? '', desk?.timeZone ?? ''];
  useEffect(() => {
    const before = seen.current;
    seen.current = setup;
    const words = before && setup ? gunWords(before, setup, own.current, date, zone) : '';
    if (words) toast(words, { duration: 10_000 });
  }, [setup, date, zone]);
}

function gunWords(before: Setup, after: Setup, starts: readonly KeptStart[], date: string, zone: string): string {
  const presses = starts.map((start) => start.press);
  return deskCore().gunChanges(before, after, presses, date, zone);
}

/** Announces the newest change of entrants by others, and fetches again what shows entrants. */
export function useEntrantNews(race: string, news: Desk['entrantNews'] | undefined): void {
  const seen = useRef<string>(undefined);
  const queries = useQueryClient();
  const [id, by, text] = [news === undefined ? undefined : (news?.id ?? ''), news?.by, news?.text ?? ''];
  useEffect(() => {
    const before = seen.current;
    seen.current = id;
    if (id === undefined || before === undefined || before === id) return;
    for (const kind of ['entrantSearch', 'entrantChanges']) {
      void queries.invalidateQueries({ queryKey: ['timing', race, kind] });
    }
    if (!takeOwnChange()) toast(deskCore().othersChanges([{ by: by ?? '', text }]), { duration: 10_000 });
  }, [id, by, text, race, queries]);
}

/** Announces the corrections that others made since this page was opened. */
export function useNews(corrections: readonly Correction[] | undefined): void {
  const seen = useRef<number>(undefined);
  const own = useChanges((state) => state.own);
  const sending = useChanges((state) => state.sending);
  const busy = useIsMutating({ mutationKey: CORRECTING }) + sending > 0;
  useEffect(() => {
    // Until the answer is here, a correction of this browser can't be told from those of others.
    if (busy || !corrections) return;
    const newest = corrections[0]?.id ?? 0;
    const before = seen.current;
    seen.current = Math.max(newest, before ?? 0);
    if (before === undefined) return;
    const others = corrections.filter((one) => one.id > before && !own.has(one.id));
    const words = deskCore().othersChanges(others.map(({ by, text }) => ({ by, text })));
    if (words) toast(words, { duration: 10_000 });
  }, [corrections, own, busy]);
}
