/**
 * The entries by hand at the line. An entry is stored in this browser before anything is sent, and outlives a reload of the page. Each
 * has a key of its own, so that the server stores it once however often it is sent.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { CallError, callWords, useSendNext } from '@/api';
import { deskCore, type EntryState } from '@/core';
import { keptItems } from '@/ui';
import type { TimedRace } from './api';
import { noteChange, postCorrection, refetchCorrected, useChanges } from './corrections';

/** An entry at the line. */
export interface LineEntry {
  key: string;
  raceId: string;
  /** The run for which it was made. */
  run: number;
  bib: string;
  mat: string;
  /** When the runner passed, by the server's clock, in epoch milliseconds. */
  at: number;
  /** The order of the entries. */
  made: number;
  state: EntryState;
  /** Of a sent entry: its number and the runner's name. */
  id?: number | undefined;
  name?: string | undefined;
  /** Why the server refused it. */
  problem?: string | undefined;
}

/** How many entries of a race are kept for the list, besides those that are not sent. */
const KEPT = 100;

const entries = keptItems<LineEntry>('timing-line:', ({ raceId, key }) => `${raceId}:${key}`);

/** Stores an entry. */
export const keepEntry = entries.keep;

/** Removes an entry. */
export const dropEntry = entries.drop;

/**
 * The entries of a race's run, the latest first. Among them are those for another run that were not sent: they wait until that run is
 * taken up again, or somebody throws them away.
 */
export function useEntries(raceId: string, run: number): readonly LineEntry[] {
  const all = entries.useAll();
  return useMemo(() => {
    const own = all.filter((one) => one.raceId === raceId).flatMap((one) => ofRun(one, run));
    return own.sort((one, other) => other.made - one.made);
  }, [all, raceId, run]);
}

function ofRun(entry: LineEntry, run: number): LineEntry[] {
  if (entry.run === run) return [entry];
  return entry.state === 'kept' || entry.state === 'refused' ? [{ ...entry, state: 'otherRun' }] : [];
}

/** Whether the server does not have the entry, so that only a person may throw it away. */
export const isUnsent = ({ state }: LineEntry) => state === 'kept' || state === 'refused' || state === 'otherRun';

/** Sends the kept entries one after the other, the earliest first, and removes old ones that are sent. */
export function useSendEntries(race: TimedRace, shown: readonly LineEntry[]): void {
  const client = useQueryClient();
  const next = shown.findLast((one) => one.state === 'kept');
  useSendNext(next && `${race.id} ${next.key}`, async () => {
    if (!next) return true;
    const { key, bib, mat, at } = next;
    const asked = {
      kind: 'add',
      bib,
      mat,
      time: new Date(at).toISOString(),
      reason: deskCore().correctionReason('add'),
    };
    count(1);
    try {
      const stored = await postCorrection(race, asked, key);
      noteChange(stored, false);
      keepEntry({ ...next, state: 'sent', id: stored.id, name: stored.name });
      refetchCorrected(client, race);
      return true;
    } catch (error) {
      if (!(error instanceof CallError && deskCore().isRefusal(error.status))) return false;
      keepEntry({ ...next, state: 'refused', problem: refusalWords(error) });
      return true;
    } finally {
      count(-1);
    }
  });
  useEffect(() => {
    for (const old of shown.filter((one) => !isUnsent(one)).slice(KEPT)) dropEntry(old);
  }, [shown]);
}

/** Counts the entries that are on their way. */
function count(by: number): void {
  useChanges.setState(({ sending }) => ({ sending: sending + by }));
}

/** The refusal in one sentence: that of the first field, or of the whole. */
function refusalWords(error: unknown): string {
  return (error instanceof CallError && error.refusal?.fields?.[0]?.message) || callWords(error);
}
