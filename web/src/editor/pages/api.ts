/** The calls of Edit Pages (SPEC §7): a race as it is edited, its saves, what becomes of it as a whole. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  allPageRacesQuery,
  CallError,
  call,
  get,
  raceCardsQuery,
  raceDatesQuery,
  raceMediaQuery,
  raceQuery,
  send,
  type UploadEnd,
} from '@/api';
import type { EditChange, EditRequest, Flag, Part, Race, RaceCard, Versions } from '@/core';
import { keptOf } from './drafts';

/** A race as the calls name it. Its id goes before its name: since it was opened it may have been renamed, and its name taken. */
export interface MeantRace {
  name: string;
  id?: string | undefined;
}

/** A race with the version of each of its parts. */
export interface EditedRace {
  /** Its own for ever, unlike its name. Told to administrators alone. */
  id?: string | undefined;
  race: Race;
  versions: Versions;
}

/** What a save answers. */
export interface SaveAnswer {
  message?: string;
  /** `NO_CHANGES` when there was nothing to save. */
  code?: string;
  updatedRace?: Race;
  versions?: Versions;
  /** The race's name afterwards. */
  RaceName?: string;
}

/** What the server says when somebody else saved the part meanwhile. */
export interface Conflict {
  part: Part;
  version: string;
  by: string;
  /** RFC 3339. */
  at: string;
  /** The race as it stands now. */
  race: Race;
  /** The versions of all its parts now. */
  versions: Versions;
}

/** A change in a part's history. */
export interface HistoryEntry {
  id: string;
  /** RFC 3339. */
  at: string;
  by: string;
  changes: EditChange[];
  /** The state before the first change. */
  original?: true;
}

/** A race that was deleted and can still come back. */
export interface DeletedRace {
  id: string;
  name: string;
  date: string;
  deletedAt: string;
  deletedBy: string;
  /** When it is gone for good. */
  until: string;
}

const byAddress = { images: 'url' };

/**
 * A race for its editor. What is shown at once may be a moment old; it is read again whenever an editor opens. One that was renamed
 * elsewhere is found again under its new name, as long as its id is known: from before, or from words that were kept of it. `id` is
 * that of the race which is open under this name.
 */
export const editedRaceQuery = (name: string, id?: string) => {
  const queryKey = ['own', 'editedRace', name] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<EditedRace> => {
      const read = async (id?: string): Promise<EditedRace> => {
        const body = await get<Partial<EditedRace>>('AllRacePages', { query: { name, id, ...byAddress }, signal });
        if (!body?.race) throw new CallError({ outcome: 'missing' });
        return { id: body.id ?? id, race: body.race, versions: body.versions ?? {} };
      };
      const known = id ?? client.getQueryData<EditedRace>(queryKey)?.id;
      try {
        return await read(known);
      } catch (error) {
        const [words] = known === undefined && error instanceof CallError && error.status === 404 ? keptOf(name) : [];
        if (!words) throw error;
        return await read(words.id);
      }
    },
    staleTime: 5_000,
  });
};

/**
 * Brings a race back that was deleted while it was edited, under another name where one is given. Throws where it is not deleted any
 * more, or gone for good, and where the name is taken.
 */
export async function bringBack(queries: QueryClient, id: string, name: string | undefined): Promise<void> {
  await restoreRace({ id, ...(name === undefined ? {} : { name }) });
  refreshLists(queries);
}

/** The history of a part, the newest first. */
export const historyQuery = ({ name, id }: MeantRace, part: Part) =>
  queryOptions({
    queryKey: ['own', 'sectionHistory', id ?? name, part],
    queryFn: async ({ signal }) =>
      (
        await get<{ entries: HistoryEntry[] }>(`sectionHistory/${encodeURIComponent(name)}`, {
          query: { part, id, ...byAddress },
          signal,
        })
      ).entries,
    staleTime: 0,
  });

/** The races that can still be restored. */
export const deletedRacesQuery = queryOptions({
  queryKey: ['own', 'deletedRaces'],
  queryFn: async ({ signal }) => (await get<{ races: DeletedRace[] }>('deletedRaces', { signal })).races,
});

/** Sends a save as JSON into the race of this id. Never throws: how it ended is the answer. */
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

/** Puts a part back to how it was. */
export function restoreSection(race: MeantRace, part: Part, id: string, versions: Versions) {
  const json = JSON.stringify({ RaceName: race.name, part, id, Versions: versions });
  return sendJson({ path: 'restoreSection', json }, race.id, 'post');
}

/** Deletes a race; for 30 days it can come back. */
export const deletePage = ({ name, id }: MeantRace) =>
  send<unknown>('delete', 'deletePage', { json: { RaceName: name }, query: { id } });

/** Brings a deleted race back, under another name where its own was taken meanwhile. */
export const restoreRace = (input: { id: string; name?: string }) =>
  send<{ RaceName: string }>('post', 'restoreRace', { json: input });

/** Hides a page, or publishes it; answers how its race is called now. */
export const setVisibility = ({ name, id }: MeantRace, isHidden: Flag) =>
  send<{ message: string; RaceName: string }>('put', 'pageVisibility', {
    json: { RaceName: name, isHidden },
    query: { id },
  });

/** Makes a new race of an old one. */
export const duplicatePage = ({ name, id }: MeantRace, NewName: string) =>
  send<{ RaceName: string }>('post', 'duplicatePage', {
    json: { RaceName: name, NewName },
    query: { id },
    timeout: 60_000,
  });

/** Has every list of races read again. */
export function refreshLists(queries: QueryClient): void {
  for (const { queryKey } of [raceDatesQuery, raceCardsQuery, allPageRacesQuery, deletedRacesQuery])
    void queries.invalidateQueries({ queryKey });
}

/** Shows a race as it was just saved on every page that has it, at once; then has them read again. */
export function showSaved(queries: QueryClient, before: string, edited: EditedRace): void {
  const { race } = edited;
  const name = race.Race;
  queries.setQueryData(editedRaceQuery(name).queryKey, edited);
  for (const query of [raceQuery, raceMediaQuery]) {
    queries.setQueryData(query(name).queryKey, race);
    void queries.invalidateQueries({ queryKey: query(name).queryKey });
    if (before !== name) queries.removeQueries({ queryKey: query(before).queryKey });
  }
  queries.setQueryData(raceCardsQuery.queryKey, (cards) => cards?.map((card) => renewed(card, before, race)));
  queries.setQueryData(allPageRacesQuery.queryKey, (races) =>
    races?.map((one) =>
      one.name === before ? { ...one, name, date: race.Date, isHidden: race.isHidden ?? 'False' } : one,
    ),
  );
  refreshLists(queries);
}

/** A card with the fields that it shares with the race. */
function renewed(card: RaceCard, before: string, race: Race): RaceCard {
  if (card.Race !== before) return card;
  const shared = Object.keys(card).filter((key) => key in race) as (keyof RaceCard & keyof Race)[];
  return { ...card, ...Object.fromEntries(shared.map((key) => [key, race[key]])) };
}
