/** The requests of Edit Pages (SPEC §7): reading a race for its editor, saving its parts, deleting, restoring and copying it. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type Answer,
  allPageRacesQuery,
  CallError,
  call,
  get,
  type Refused,
  raceCardsQuery,
  raceDatesQuery,
  raceMediaQuery,
  raceQuery,
  send,
  type UploadEnd,
} from '@/api';
import type { EditRequest, Flag, Part, Race, RaceCard, Versions } from '@/core';
import { unsavedOfRace } from './drafts';

/** Identifies a race in requests. The id has precedence over the name: the race may have been renamed, and another race have its name. */
export interface RaceRef {
  name: string;
  id?: string | undefined;
}

/** A race with the version of each of its parts. Its id is told to administrators alone. */
export type EditedRace = Answer<'get', 'AllRacePages'>;

/** What a save answers. Its code is `NO_CHANGES` when there was nothing to save. */
export type SaveAnswer = Answer<'post', 'restoreSection'>;

/** How a race stands after a save. */
export type SavedState = Pick<SaveAnswer, 'updatedRace' | 'versions'>;

/** How a save is refused. */
export type EditRefusal = Refused<'post', 'restoreSection'>;

/** What the server says when somebody else saved the part meanwhile: how the race stands now. */
export type Conflict = NonNullable<EditRefusal['conflict']>;

/** A change in a part's history. */
export type HistoryEntry = Answer<'get', 'sectionHistory/{RaceName}'>['entries'][number];

/** A race that was deleted and can still come back. */
export type DeletedRace = Answer<'get', 'deletedRaces'>['races'][number];

const byAddress = { images: 'url' } as const;

/**
 * Reads a race for its editor. Cached data is shown at once and read again whenever an editor opens. A race that was renamed
 * elsewhere is found by its id, if that is known: from `id`, from the cache, or from unsaved changes stored in the browser. `id` is
 * that of the race that is open under this name.
 */
export const editedRaceQuery = (name: string, id?: string) => {
  const queryKey = ['own', 'editedRace', name] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<EditedRace> => {
      const read = async (id?: string): Promise<EditedRace> => {
        const body = await get('AllRacePages', { query: { name, id, ...byAddress }, signal });
        if (!body?.race) throw new CallError({ outcome: 'missing' });
        return body;
      };
      const known = id ?? client.getQueryData<EditedRace>(queryKey)?.id;
      try {
        return await read(known);
      } catch (error) {
        const isUnknown = known === undefined && error instanceof CallError && error.status === 404;
        // Changes that were stored while the id was unknown have the name in its place.
        const unsaved = isUnknown ? unsavedOfRace(name).find((one) => one.id !== name) : undefined;
        if (!unsaved) throw error;
        return await read(unsaved.id);
      }
    },
    staleTime: 5_000,
  });
};

/**
 * Restores a race that was deleted while it was edited, under another name if one is given. Throws when it is not deleted any more
 * or deleted permanently, and when the name is taken.
 */
export async function restoreDeletedRace(queries: QueryClient, id: string, name: string | undefined): Promise<void> {
  await restoreRace({ id, ...(name === undefined ? {} : { name }) });
  refreshLists(queries);
}

/** The history of a part, the newest first. */
export const historyQuery = ({ name, id }: RaceRef, part: Part) =>
  queryOptions({
    queryKey: ['own', 'sectionHistory', id ?? name, part],
    queryFn: async ({ signal }) =>
      (await get('sectionHistory/{RaceName}', { path: { RaceName: name }, query: { part, id }, signal })).entries,
    staleTime: 0,
  });

/** The races that can still be restored. */
export const deletedRacesQuery = queryOptions({
  queryKey: ['own', 'deletedRaces'],
  queryFn: async ({ signal }) => (await get('deletedRaces', { signal })).races,
});

/** Sends a save as JSON for the race with this id. Never throws: the result also describes a failure. */
export async function sendJson(
  request: EditRequest,
  id: string | undefined,
  method: 'put' | 'post' = 'put',
): Promise<UploadEnd<SaveAnswer>> {
  try {
    const response = await call(method, request.path, {
      body: request.json ?? '{}',
      headers: { 'content-type': 'application/json' },
      query: { id, ...byAddress },
    });
    const body = (await response.json().catch(() => undefined)) as SaveAnswer | undefined;
    return { end: 'answered', status: response.status, body };
  } catch (error) {
    if (!(error instanceof CallError)) return { end: 'setupFailed' };
    if (error.status === undefined) return { end: 'noResponse' };
    return { end: 'answered', status: error.status, refusal: error.refusal };
  }
}

/** Restores an earlier state of a part. */
export function restoreSection(race: RaceRef, part: Part, id: string, versions: Versions) {
  const json = JSON.stringify({ RaceName: race.name, part, id, Versions: versions });
  return sendJson({ path: 'restoreSection', json }, race.id, 'post');
}

/** Deletes a race; for 30 days it can be restored. */
export const deletePage = ({ name, id }: RaceRef) =>
  send('delete', 'deletePage', { json: { RaceName: name }, query: { id } });

/** Restores a deleted race, under another name if one is given. */
export const restoreRace = (input: { id: string; name?: string }) => send('post', 'restoreRace', { json: input });

/** Hides or publishes a page; the response has the race's current name. */
export const setVisibility = ({ name, id }: RaceRef, isHidden: Flag) =>
  send('put', 'pageVisibility', {
    json: { RaceName: name, isHidden },
    query: { id },
  });

/** Creates a new race as a copy of another one. */
export const duplicatePage = ({ name, id }: RaceRef, NewName: string) =>
  send('post', 'duplicatePage', {
    json: { RaceName: name, NewName },
    query: { id },
    timeout: 60_000,
  });

/** Invalidates every list of races, so that it is read again. */
export function refreshLists(queries: QueryClient): void {
  for (const { queryKey } of [raceDatesQuery, raceCardsQuery, allPageRacesQuery, deletedRacesQuery])
    void queries.invalidateQueries({ queryKey });
}

/** Puts a race that was just saved into the caches of all pages that show it, then invalidates them. `before` is its previous name. */
export function showSaved(queries: QueryClient, before: string, edited: EditedRace): void {
  const { race } = edited;
  const name = race.Race;
  queries.setQueryData(editedRaceQuery(name).queryKey, edited);
  for (const query of [raceQuery, raceMediaQuery]) {
    queries.setQueryData(query(name).queryKey, race);
    void queries.invalidateQueries({ queryKey: query(name).queryKey });
    if (before !== name) queries.removeQueries({ queryKey: query(before).queryKey });
  }
  queries.setQueryData(raceCardsQuery.queryKey, (cards) => cards?.map((card) => updatedCard(card, before, race)));
  queries.setQueryData(allPageRacesQuery.queryKey, (races) =>
    races?.map((one) =>
      one.name === before ? { ...one, name, date: race.Date, isHidden: race.isHidden ?? 'False' } : one,
    ),
  );
  refreshLists(queries);
}

/** The card with the race's values in all fields that both have. */
function updatedCard(card: RaceCard, before: string, race: Race): RaceCard {
  if (card.Race !== before) return card;
  const shared = Object.keys(card).filter((key) => key in race) as (keyof RaceCard & keyof Race)[];
  return { ...card, ...Object.fromEntries(shared.map((key) => [key, race[key]])) };
}
