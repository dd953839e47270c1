/**
 * What was done with packets on this device. An action is stored in this browser before anything is sent, and outlives a reload of the
 * page. Its id is made here, so that the server stores it once however often it is sent.
 */
import { useMemo } from 'react';
import { CallError, useSendNext } from '@/api';
import { type PacketAction, packetRules } from '@/core';
import { keptItems, newKey } from '@/ui';
import { sendActions } from './api';

/** An action that the server does not have, or has refused. */
export interface KeptAction {
  race: string;
  action: PacketAction;
  /** The order of the actions. */
  made: number;
  /** Why the server refused it. */
  problem?: string | undefined;
}

/** How many actions are sent at once; the server takes 100. */
const AT_ONCE = 50;

const kept = keptItems<KeptAction>('packets:', ({ race, action }) => `${race}:${action.id}`);

/** Removes an action from this device. */
export const dropAction = kept.drop;

/** The actions of a race that this device keeps, the earliest first. */
export function useKept(race: string): readonly KeptAction[] {
  const all = kept.useAll();
  return useMemo(() => all.filter((one) => one.race === race).sort((one, other) => one.made - other.made), [all, race]);
}

/**
 * Keeps a new action, to be sent. Throws the core's reason when it can't be one; returns whether the browser keeps it when the page is
 * closed.
 */
export function doAction(race: string, action: Pick<PacketAction, 'bib' | 'kind' | 'device'> & Partial<PacketAction>) {
  const at = Date.now();
  const checked = packetRules().packetAction({ value: '', of: '', ...action, id: newKey(), at });
  const last = Math.max(0, ...kept.all().map((one) => one.made));
  return kept.keep({ race, action: checked, made: Math.max(at, last + 1) });
}

/**
 * Sends the kept actions in their order. `onSent` fetches the packets again; what was accepted is kept until then, so that it never
 * looks undone. `onRefused` is called when the link opens nothing.
 */
export function useSendActions(
  race: string,
  token: string | undefined,
  actions: readonly KeptAction[],
  onSent: () => Promise<unknown>,
  onRefused: (error: CallError) => void,
): void {
  const next = actions.filter((one) => one.problem === undefined).slice(0, AT_ONCE);
  const first = next[0]?.action.id;
  useSendNext(token === undefined || first === undefined ? undefined : `${race} ${token} ${first}`, async () => {
    if (token === undefined) return true;
    try {
      const { outcomes } = await sendActions(
        race,
        token,
        next.map((one) => one.action),
      );
      await onSent().catch(() => undefined);
      for (const { id, refusal } of outcomes) {
        const one = next.find(({ action }) => action.id === id);
        if (one && refusal) kept.keep({ ...one, problem: refusal.message });
        else if (one) kept.drop(one);
      }
      return outcomes.some(({ id }) => id === first);
    } catch (error) {
      if (error instanceof CallError && error.status === 401) onRefused(error);
      return false;
    }
  });
}
