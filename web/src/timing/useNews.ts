import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { deskCore, type Setup } from '@/core';
import { toast } from '@/ui';
import type { Desk } from './api';
import { CORRECTING, type Correction, useChanges } from './corrections';

/** Announces guns that were set or taken back since this page was opened, also those of this device: the server has them now. */
export function useGunNews(desk: Pick<Desk, 'setup' | 'date' | 'timeZone'> | undefined): void {
  const seen = useRef<Setup>(undefined);
  const [setup, date, zone] = [desk?.setup ?? undefined, desk?.date ?? '', desk?.timeZone ?? ''];
  useEffect(() => {
    const before = seen.current;
    seen.current = setup;
    const words = before && setup ? deskCore().gunChanges(before, setup, date, zone) : '';
    if (words) toast(words, { duration: 10_000 });
  }, [setup, date, zone]);
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
