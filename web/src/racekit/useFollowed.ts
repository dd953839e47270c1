import { useCallback, useState } from 'react';

/** The state of a screen that keeps showing the same race when that race is renamed. */
export interface Followed {
  /** Stays the same while the race does, under all its names: for a `key`, so that a rename mounts nothing again. */
  screenId: number;
  /** Reports that the race has a new name. */
  markRenamed: (name: string) => void;
  /** Reports that the user chose the race of this name: another race, even if the shown one had that name before. */
  markChosen: (name: string) => void;
}

interface Shown {
  screenId: number;
  /** All names under which the race was shown. */
  names: readonly (string | undefined)[];
  /** The race that the user chose and that is not shown yet. */
  chosen?: string | undefined;
}

/** Distinguishes a renamed race, which keeps its screen, from another race, which gets a new one. */
export function useFollowed(name: string | undefined): Followed {
  const [shown, setShown] = useState<Shown>({ screenId: 0, names: [name] });
  const markRenamed = useCallback((name: string) => setShown((now) => ({ ...now, names: [...now.names, name] })), []);
  const markChosen = useCallback((chosen: string) => setShown((now) => ({ ...now, chosen })), []);
  const isAnother = !shown.names.includes(name) || (name !== undefined && shown.chosen === name);
  const now = isAnother ? { screenId: shown.screenId + 1, names: [name] } : shown;
  if (isAnother) setShown(now);
  return { screenId: now.screenId, markRenamed, markChosen };
}
