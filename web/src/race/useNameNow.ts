import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { raceMediaQuery, raceQuery } from '@/api';
import type { Race } from '@/core';

const PAGES = {
  '/race/$RaceName': raceQuery,
  '/race/$RaceName/media': raceMediaQuery,
} as const;

/** A race that was asked for under a name which it no longer has: the address takes the one that it has now. */
export function useNameNow(page: keyof typeof PAGES, asked: string, race: Race | undefined): void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (!race || race.Race.toLowerCase() === asked.toLowerCase()) return;
    queries.setQueryData(PAGES[page](race.Race).queryKey, race);
    void navigate({ to: page, params: { RaceName: race.Race }, replace: true, resetScroll: false });
  }, [page, asked, race, navigate, queries]);
}
