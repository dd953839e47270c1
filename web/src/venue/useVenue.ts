/** What the pages of the venue share: the race of the address, its board, and what is to be said about them. */
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Field, isMissing, outcomeOf, part, useClock, useField } from '@/api';
import { core, loadVenueRules, type Notice, type RaceDateEntry } from '@/core';
import { useFollowed } from '@/racekit';
import { usePageName } from '@/ui';
import { type OpenedVenue, openVenue } from './board';

/** The rules of the boards, loaded once. */
export function useVenueRules() {
  return useQuery({
    queryKey: ['venueRules'],
    queryFn: () => part(async () => (await loadVenueRules()) && true),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The name of the race in the address. */
export function useRaceName(): string {
  const { RaceName } = useParams({ strict: false }) as { RaceName: string };
  return core().raceNameFromSegment(RaceName);
}

/** A race's board on a page of the venue. */
export interface Venue {
  /** The race's present name, as far as it is known. */
  race: string;
  field: Field<OpenedVenue>;
  /** The race's day; undefined until it is known. */
  day: RaceDateEntry | undefined;
  /** The error of the day's request, if nothing is known of the day or the server does not tell it any more. */
  dayError: unknown;
  /** The notice that the race is canceled. */
  calledOff: Notice | undefined;
  /** The message after a failed request of the board. */
  failure: { state: string; text: string; shown: string } | undefined;
  /** The server does not show this race. */
  missing: boolean;
}

/** Opens the board of the race of the address, which stays the same when the race is renamed. */
export function useVenue(
  race: string,
  dayOf: (race: string) => Pick<UseQueryOptions<RaceDateEntry>, 'queryKey'>,
): Venue {
  const { screenId, markRenamed } = useFollowed(race);
  const field = useField(race, screenId, false, true, openVenue);
  const day = useQuery(dayOf(race) as UseQueryOptions<RaceDateEntry>);
  const now = useClock();
  const navigate = useNavigate();
  const current = field.info?.race;
  useEffect(() => {
    if (current === undefined || current === race) return;
    markRenamed(current);
    const params = { RaceName: current };
    void navigate({ to: '.', params, search: (before) => before, hash: true, replace: true, resetScroll: false });
  }, [current, race, markRenamed, navigate]);
  usePageName(current ?? race);
  return {
    race: current ?? race,
    field,
    day: day.data,
    // What was known of the day stays shown after a lost connection, but not after the server refuses it.
    dayError: day.data && !isMissing(day.error) ? null : day.error,
    calledOff: day.data && core().liveCanceledNotice(day.data, now),
    failure: field.failed ? core().liveFailure(outcomeOf(field.error)) : undefined,
    missing: field.failed && isMissing(field.error),
  };
}

/**
 * Fetches what happened as soon as the server names another version than the board has, instead of at the next refresh. Without such a stream, for
 * example while too many are open, the board is refreshed as usual; the browser opens the stream again by itself after a lost connection.
 */
export function useVersionEvents({ race, field }: Venue): void {
  const latest = useRef(field);
  latest.current = field;
  const isLoaded = field.info !== undefined;
  useEffect(() => {
    if (!isLoaded || typeof EventSource === 'undefined') return;
    const stream = new EventSource(`/api/live/${encodeURIComponent(race)}/versions`);
    stream.onmessage = ({ data }) => {
      const { info, retry } = latest.current;
      if (data !== info?.version) retry();
    };
    return () => stream.close();
  }, [race, isLoaded]);
}
