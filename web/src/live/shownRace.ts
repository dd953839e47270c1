/** Which race the live page shows, when its address names none, and the id of that race. */
import { useCallback, useEffect, useState } from 'react';
import { keptBoards } from '@/api';
import type { LiveRaceEntry } from './api';

/**
 * The name of the first race of the list. One that is live stays when another one begins, and when it leaves the list because it is canceled:
 * whoever follows it is told what became of it, and does not find another race in its place. Also a function for when it is renamed.
 */
export function useStaying(races: readonly LiveRaceEntry[] | undefined) {
  const [staying, stay] = useState<string>();
  const first = races?.[0];
  const isOver = races?.some(({ name, live }) => name === staying && !live) ?? false;
  if (first?.live && first.name !== staying && (staying === undefined || isOver)) stay(first.name);
  return [staying ?? first?.name, stay] as const;
}

/** Returns `listed`; when it is undefined because the list of races failed to load, the race whose board was cached last. */
export function useCachedRace(listed: string | undefined, failed: boolean): string | undefined {
  const [cached, setCached] = useState<string>();
  const needed = listed === undefined && failed;
  useEffect(() => {
    if (needed) void keptBoards.last().then(setCached);
  }, [needed]);
  return listed ?? cached;
}

/**
 * The id of the race; also a function that takes the id in its field. A race that is canceled leaves the list, and is still shown with the
 * runners that are followed.
 */
export function useRaceId(races: readonly LiveRaceEntry[] | undefined, race: string | undefined, screenId: number) {
  const [own, setOwn] = useState<{ screenId: number; id: string }>();
  const takeOwnId = useCallback(
    (id: string | undefined) => {
      if (id) setOwn({ screenId, id });
    },
    [screenId],
  );
  const listed = races?.find((one) => one.name === race)?.id;
  return [listed ?? (own?.screenId === screenId ? own.id : undefined), takeOwnId] as const;
}
