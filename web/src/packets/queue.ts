/**
 * What was done with packets on this device. An action is stored in this browser before anything is sent, and outlives a reload of the
 * page. Its id is made here, so that the server stores it once however often it is sent.
 */
import { useEffect, useMemo } from 'react';
import { CallError, useSendNext } from '@/api';
import { type PacketAction, packetRules } from '@/core';
import { keptItems, newKey } from '@/ui';
import { sendActions } from './api';

/** The race of a packet desk. */
export interface DeskRace {
  /** The race's id, which stays when it is renamed; undefined until its packets are loaded. */
  id: string | undefined;
  /** The name in the address, and the present one if that is known and another. */
  names: readonly string[];
}

/** An action that the server does not have, or has refused. */
export interface KeptAction {
  /** The race's id; absent of actions that were made while only its name was known. */
  raceID?: string | undefined;
  /** The race's name when it was made. */
  race: string;
  action: PacketAction;
  /** The order of the actions. */
  made: number;
  /** Why the server refused it. */
  problem?: string | undefined;
}

/** How many actions are sent at once; the server takes 100. */
const AT_ONCE = 50;

const kept = keptItems<KeptAction>('packets:', ({ raceID, race, action }) => `${raceID ?? race}:${action.id}`);

/** Removes an action from this device. */
export const dropAction = kept.drop;

/** The actions of a race that this device keeps, the earliest first. Those that are kept by its name alone get its id. */
export function useKept({ id, names }: DeskRace): readonly KeptAction[] {
  const all = kept.useAll();
  const name = names.join('\n');
  const own = useMemo(() => {
    const isNamed = (one: KeptAction) => name.split('\n').includes(one.race);
    // Without the id, by the name: a link that opens nothing any more still says that something waits.
    const isOwn = (one: KeptAction) =>
      one.raceID === undefined || id === undefined ? isNamed(one) : one.raceID === id;
    return all.filter(isOwn).sort((one, other) => one.made - other.made);
  }, [all, id, name]);
  useEffect(() => {
    if (id === undefined) return;
    for (const one of own.filter((one) => one.raceID === undefined)) {
      kept.keep({ ...one, raceID: id });
      kept.drop(one);
    }
  }, [own, id]);
  return own;
}

/** The names of the races of actions that this device keeps for other races than this one, one name for each action. */
export function useKeptElsewhere({ id }: DeskRace): string[] {
  const all = kept.useAll();
  return useMemo(
    () =>
      all
        .filter((one) => id !== undefined && one.raceID !== undefined && one.raceID !== id && one.problem === undefined)
        .map((one) => one.race),
    [all, id],
  );
}

/**
 * Keeps a new action, to be sent. Throws the core's reason when it can't be one; returns whether the browser keeps it when the page is
 * closed.
 */
export function doAction(
  { id, names }: DeskRace,
  action: Pick<PacketAction, 'bib' | 'kind' | 'device'> & Partial<PacketAction>,
) {
  const at = Date.now();
  const checked = packetRules().packetAction({ value: '', of: '', ...action, id: newKey(), at });
  const last = Math.max(0, ...kept.all().map((one) => one.made));
  return kept.keep({ raceID: id, race: names[0] ?? '', action: checked, made: Math.max(at, last + 1) });
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
