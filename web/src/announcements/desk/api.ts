/** The requests about announcements to the entrants of a race. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, type Asked, get, isLost, send } from '@/api';
import type { AnnouncementForm } from '@/core';

/** The announcements of a race, and who would get another one. */
export type OfRace = Answer<'get', 'announcements/{RaceName}'>;
/** An announcement in the list. */
export type AnnouncementLine = OfRace['items'][number];
/** An announcement with a page of its recipients. */
export type Announcement = Answer<'get', 'announcements/{RaceName}/{announcementID}'>;
/** An announcement that is to be sent, and what its author has seen. */
export type NewAnnouncement = Asked<'post', 'announcements/{RaceName}'>;

/** How a request identifies a race: by its id, once that is known, because a race may be renamed. */
export interface OneRace {
  name: string;
  id?: string | undefined;
}

const ANNOUNCEMENTS = ['own', 'announcements'] as const;
const at = ({ name, id }: OneRace) => ({ path: { RaceName: name }, query: { id } });

/** How often the page is read again, in milliseconds: while mails leave, and otherwise. */
const SENDING_MS = 4000;
const RESTING_MS = 30_000;

/** The announcements of a race. */
export const announcementsQuery = (race: OneRace) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, race.name, 'list'],
    queryFn: ({ signal }): Promise<OfRace> => get('announcements/{RaceName}', { signal, ...at(race) }),
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return false;
      return data?.items.some(({ progress }) => progress.waiting > 0) ? SENDING_MS : RESTING_MS;
    },
    refetchOnWindowFocus: true,
    // The same race under the name that it had before.
    placeholderData: (before) => (before !== undefined && before.raceID === race.id ? before : undefined),
    staleTime: 0,
  });

/** One announcement, and a page of those who get it. */
export const announcementQuery = (race: OneRace, announcementID: string, q: string, page: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, race.name, announcementID, q, page],
    queryFn: ({ signal }): Promise<Announcement> =>
      get('announcements/{RaceName}/{announcementID}', {
        signal,
        path: { RaceName: race.name, announcementID },
        query: { id: race.id, q, page },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) => (!error && data && data.progress.waiting > 0 ? SENDING_MS : false),
    staleTime: 0,
  });

/** The mail of an announcement, as the server makes it. By POST, so that the text is in no log. */
export const previewQuery = (race: OneRace, form: AnnouncementForm) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, race.name, 'preview', form],
    queryFn: ({ signal }) => send('post', 'announcements/{RaceName}/preview', { signal, json: form, ...at(race) }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });

/** A change, after which the announcements are read again, also when it was refused: somebody else may have sent one. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    networkMode: 'always',
    onSettled: (_, error) => isLost(error) || client.invalidateQueries({ queryKey: ANNOUNCEMENTS }),
  });
}

/** Sends the mail to the administrator's own address. */
export const useTest = (race: OneRace) =>
  useMutation({
    mutationFn: (json: AnnouncementForm) => send('post', 'announcements/{RaceName}/test', { json, ...at(race) }),
    networkMode: 'always',
  });

/** Sends an announcement. The same key with the same text is the same announcement, however often it is sent. */
export const useSend = (race: OneRace) =>
  useChange((json: NewAnnouncement) => send('post', 'announcements/{RaceName}', { json, ...at(race) }));

/** Stops an announcement. To stop it again changes nothing. */
export const useStop = (race: OneRace) =>
  useChange((id: number) =>
    send('post', 'announcements/{RaceName}/{announcementID}/stop', {
      path: { RaceName: race.name, announcementID: String(id) },
      query: { id: race.id },
    }),
  );
