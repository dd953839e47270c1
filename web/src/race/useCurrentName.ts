import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { raceMediaQuery, raceQuery } from '@/api';
import type { Race } from '@/core';

const PAGES = {
  '/race/$RaceName': raceQuery,
  '/race/$RaceName/media': raceMediaQuery,
} as const;

/** Replaces a race's former name in the address by its current one, and stores the race in the query cache under that name. */
export function useCurrentName(page: keyof typeof PAGES, requested: string, race: Race | undefined): void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (!race || race.Race.toLowerCase() === requested.toLowerCase()) return;
    queries.setQueryData(PAGES[page](race.Race).queryKey, race);
    void navigate({ to: page, params: { RaceName: race.Race }, replace: true, resetScroll: false });
  }, [page, requested, race, navigate, queries]);
}
