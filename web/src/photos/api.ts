/** The requests of the photos' screens. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, CallError, call, get, REQUEST_TIMEOUT_MS, send } from '@/api';

/** A race's photos in numbers, and its cameras. */
export type PhotoSummary = Answer<'get', 'photos/{RaceName}'>;

/** A photo in an administrator's list. */
export type AdminPhoto = Answer<'get', 'photos/{RaceName}/list'>['photos'][number];

/** A list of the administrator's page. */
export type ListName = 'unmatched' | 'matched' | 'removed';

/** How far a file is. */
export type UploadState = Answer<'post', 'photos/{RaceName}/uploads'>;

/** A runner's photos. */
export type RunnerPhotosAnswer = Answer<'get', 'runnerPhotos/{raceID}/{publicID}'>;

/** How many photos a page of a list has; the server's. */
export const PAGE_PHOTOS = 50;

/** The address of a size of a photo. */
export const photoAddress = (id: string, width: number) => `/photo/${id}/${width}`;

/** The key of everything of a race's photos, in the cache of an administrator. */
export const photosKey = (race: string) => ['own', 'photos', race];

/** A race's photos in numbers. */
export const summaryQuery = (race: string) =>
  queryOptions({
    queryKey: [...photosKey(race), 'summary'],
    queryFn: ({ signal }) => get('photos/{RaceName}', { signal, path: { RaceName: race } }),
  });

/** A page of a list, counted from 0. */
export const listQuery = (race: string, list: ListName, page: number) =>
  queryOptions({
    queryKey: [...photosKey(race), 'list', list, page],
    queryFn: ({ signal }) => get('photos/{RaceName}/list', { signal, path: { RaceName: race }, query: { list, page } }),
  });

/** The photos of a runner of published results. */
export const runnerPhotosQuery = (raceID: string, publicID: string) =>
  queryOptions({
    queryKey: ['runnerPhotos', raceID, publicID],
    queryFn: ({ signal }) => get('runnerPhotos/{raceID}/{publicID}', { signal, path: { raceID, publicID } }),
    staleTime: 60_000,
  });

/** Begins to send a file, or asks how far it is. */
export const beginUpload = (race: string, json: { name: string; size: number; hash: string }, signal: AbortSignal) =>
  // After a server was stopped the answer waits until the photo is stored.
  send('post', 'photos/{RaceName}/uploads', {
    path: { RaceName: race },
    json,
    signal,
    timeout: 3 * REQUEST_TIMEOUT_MS,
  });

/** How far a file is. */
export const uploadState = (race: string, hash: string, signal: AbortSignal) =>
  get('photos/{RaceName}/uploads/{hash}', { path: { RaceName: race, hash }, signal });

/** Sends a piece of a file. A piece that does not follow what has arrived is answered with how far the file is. */
export async function sendPiece(
  race: string,
  hash: string,
  offset: number,
  body: Blob,
  signal: AbortSignal,
): Promise<UploadState> {
  try {
    const response = await call('put', 'photos/{RaceName}/uploads/{hash}', {
      path: { RaceName: race, hash },
      query: { offset },
      headers: { 'Content-Type': 'application/octet-stream' },
      body,
      signal,
      timeout: 3 * REQUEST_TIMEOUT_MS,
    });
    return (await response.json()) as UploadState;
  } catch (error) {
    const known = error instanceof CallError && error.refusal?.code === 'WRONG_PLACE' ? error.refusal : undefined;
    if (known) return known as unknown as UploadState;
    throw error;
  }
}

/** Gives a file up that is being sent. */
export const giveUp = (race: string, hash: string) =>
  send('delete', 'photos/{RaceName}/uploads/{hash}', { path: { RaceName: race, hash } });

/** Says whose photo it is; null lets the server find out again. */
export const assignBibs = (race: string, photoID: string, bibs: string[] | null) =>
  send('put', 'photos/{RaceName}/photo/{photoID}/bibs', { path: { RaceName: race, photoID }, json: { bibs } });

/** Says how far a camera's clock is off. */
export const setCamera = (race: string, json: { camera: string; offsetMs: number | null; windowMs: number }) =>
  send('put', 'photos/{RaceName}/camera', { path: { RaceName: race }, json, timeout: 6 * REQUEST_TIMEOUT_MS });

/** Matches the photos anew. */
export const matchAgain = (race: string) =>
  send('post', 'photos/{RaceName}/match', { path: { RaceName: race }, timeout: 6 * REQUEST_TIMEOUT_MS });

/** Hides a photo on a visitor's request. */
export const removePhoto = (race: string, photoID: string) =>
  send('post', 'photos/{RaceName}/photo/{photoID}/remove', { path: { RaceName: race, photoID } });

/** Shows a removed photo again. */
export const restorePhoto = (race: string, photoID: string) =>
  send('post', 'photos/{RaceName}/photo/{photoID}/restore', { path: { RaceName: race, photoID } });

/** Deletes a photo for good. */
export const deletePhoto = (race: string, photoID: string) =>
  send('delete', 'photos/{RaceName}/photo/{photoID}', { path: { RaceName: race, photoID } });
