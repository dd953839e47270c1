import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '@/api';
import { deskCore, type Setup } from '@/core';
import { toast } from '@/ui';
import { DESK_CHANGE, type Desk } from './api';
import { CORRECTING, type Correction, useChanges } from './corrections';
import { useKeptStarts } from './keptPresses';

/** Announces guns that were set or taken back since this page was opened, but those fired on this device: the start itself says them. */
export function useGunNews(desk: Pick<Desk, 'id' | 'race' | 'setup' | 'date' | 'timeZone'> | undefined): void {
  const seen = useRef<Setup>(undefined);
  const [setup, date, zone] = [desk?.setup ?? undefined, desk?.date ?? '', desk?.timeZone ?? ''];
  const own = useKeptStarts({ name: desk?.race ?? '', id: desk?.id });
  useEffect(() => {
    const before = seen.current;
    seen.current = setup;
    const presses = own.map((start) => start.press);
    const words = before && setup ? deskCore().gunChanges(before, setup, presses, date, zone) : '';
    if (words) toast(words, { duration: 10_000 });
  }, [setup, own, date, zone]);
}

/**
 * Announces the changes of entrants that others made since this page was opened, and has everything fetched again that shows entrants.
 * A change of this user counts as one of this page if the page has changed something since the last one: otherwise it is another device's.
 */
export function useEntrantNews(desk: Pick<Desk, 'race' | 'entrantChanges'> | undefined): void {
  const seen = useRef<string>(undefined);
  const [race, changes] = [desk?.race ?? '', desk?.entrantChanges];
  const session = useSession();
  const me = session.loggedIn ? session.profile.Username : undefined;
  const queries = useQueryClient();
  const busy = useIsMutating({ mutationKey: DESK_CHANGE }) > 0;
  const looked = useRef(0);
  useEffect(() => {
    // Until the answer is here, a change of this page can't be told from those of others.
    if (busy || !changes) return;
    const before = seen.current;
    seen.current = changes[0]?.id ?? '';
    if (before === undefined || before === seen.current) return;
    const own = queries
      .getMutationCache()
      .findAll({ mutationKey: DESK_CHANGE, predicate: ({ state }) => state.submittedAt > looked.current });
    looked.current = Date.now();
    const known = changes.findIndex((one) => one.id === before);
    const others = changes
      .slice(0, known < 0 ? changes.length : known)
      .filter((one) => own.length === 0 || one.by !== me);
    if (others.length === 0) return;
    for (const list of ['entrantSearch', 'entrantChanges', 'runner'])
      void queries.invalidateQueries({ queryKey: ['timing', race, list] });
    const said = others.map(({ by, label, summary }) => ({ by: by ?? '', text: `${label}. ${summary}` }));
    toast(deskCore().othersChanges(said), { duration: 10_000 });
  }, [changes, busy, race, me, queries]);
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
