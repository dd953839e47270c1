import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useMemo } from 'react';
import type { LiveSearch } from './search';

/** The links of a list's rows. */
export interface RunnerLink {
  /** The address that opens a runner's details. */
  of: (bib: string) => string;
  /** What a click on a link with the attribute `data-bib` does. */
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * Links that open a runner's details. The router's own link component builds its address anew and follows the router's state in each row,
 * which is most of the work when a list has other rows after a key. `text` is what is typed, which the address has a moment later: it is
 * written before the details are opened, so that closing them leads back to it.
 */
export function useRunnerLink(race: string, text: string): RunnerLink {
  const router = useRouter();
  const navigate = useNavigate({ from: '/liveRace' });
  const { bib: _, q: written = '', ...search } = useSearch({ from: '/liveRace' });
  // With the race: the address may be shared, and without one it means the race that is live at that time.
  const address = `/liveRace${router.options.stringifySearch?.({ ...search, race, q: text }) ?? ''}`;
  const onClick = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { bib } = event.currentTarget.dataset;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !bib) return;
      event.preventDefault();
      const go = (more: LiveSearch, replace: boolean) =>
        navigate({
          to: '.',
          search: (before) => ({ ...before, q: text || undefined, ...more }),
          replace,
          resetScroll: false,
        });
      const settled = text === written ? Promise.resolve() : go({}, true);
      void settled.then(() => go({ race, bib }, false));
    },
    [navigate, race, text, written],
  );
  return useMemo(() => ({ of: (bib) => `${address}&bib=${encodeURIComponent(bib)}`, onClick }), [address, onClick]);
}
