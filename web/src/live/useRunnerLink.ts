import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useMemo } from 'react';

/** The links of a list's rows. */
export interface RunnerLink {
  /** The address that opens a runner's details. */
  of: (bib: string) => string;
  /** What a click on a link with the attribute `data-bib` does. */
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * Links that open a runner's details. The router's own link component builds its address anew and follows the router's state in each row,
 * which is most of the work when a list has other rows after a key.
 */
export function useRunnerLink(race: string): RunnerLink {
  const router = useRouter();
  const navigate = useNavigate({ from: '/liveRace' });
  const { bib: _, ...search } = useSearch({ from: '/liveRace' });
  // With the race: the address may be shared, and without one it means the race that is live at that time.
  const address = `/liveRace${router.options.stringifySearch?.({ ...search, race }) ?? ''}`;
  const onClick = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { bib } = event.currentTarget.dataset;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !bib) return;
      event.preventDefault();
      void navigate({ to: '.', search: (before) => ({ ...before, race, bib }), resetScroll: false });
    },
    [navigate, race],
  );
  return useMemo(() => ({ of: (bib) => `${address}&bib=${encodeURIComponent(bib)}`, onClick }), [address, onClick]);
}
