import { useCallback, useState } from 'react';

/** A screen that stays with its race when that is renamed. */
export interface Followed {
  /** Stays the same under every name of the race: for a `key`, and for what must not begin anew. */
  number: number;
  /** The race is called so from now on. */
  renamed: (name: string) => void;
  /** The next name is another race, even where this one was called so before. */
  another: (name: string) => void;
}

interface Shown {
  number: number;
  /** All names under which the race was shown. */
  names: readonly (string | undefined)[];
  /** The race that was chosen and is not shown yet. */
  chosen?: string | undefined;
}

/** Tells a race that is renamed, which stays in its screen, from another race, which gets a new one. */
export function useFollowed(name: string | undefined): Followed {
  const [shown, setShown] = useState<Shown>({ number: 0, names: [name] });
  const renamed = useCallback((name: string) => setShown((now) => ({ ...now, names: [...now.names, name] })), []);
  const another = useCallback((chosen: string) => setShown((now) => ({ ...now, chosen })), []);
  const isAnother = !shown.names.includes(name) || (name !== undefined && shown.chosen === name);
  const now = isAnother ? { number: shown.number + 1, names: [name] } : shown;
  if (isAnother) setShown(now);
  return { number: now.number, renamed, another };
}
