import { useCallback, useRef } from 'react';

/** A screen that stays with its race when that is renamed. */
export interface Followed {
  /** Stays the same under every name of the race: for a `key`, and for what must not begin anew. */
  number: number;
  /** The race is called so from now on. */
  renamed: (name: string) => void;
  /** Another race is chosen, even one that has taken a former name of this one. */
  another: (name: string) => void;
}

/** Tells a race that is renamed, which stays in its screen, from another race, which gets a new one. */
export function useFollowed(name: string | undefined): Followed {
  const now = useRef({ names: [name], number: 0 });
  const another = useCallback((name: string | undefined) => {
    now.current = { names: [name], number: now.current.number + 1 };
  }, []);
  const renamed = useCallback((name: string) => void now.current.names.push(name), []);
  if (!now.current.names.includes(name)) another(name);
  return { number: now.current.number, renamed, another };
}
