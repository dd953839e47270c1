/** The requests of the course files of a race. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, send } from '@/api';
import type { RaceRef } from './api';

/** The course of a contest, and earlier ones. */
export type CourseFile = Answer<'get', 'courseFiles/{RaceName}'>['contests'][number];

/** The query key of all course files. */
export const COURSE_FILES = ['own', 'courseFiles'] as const;

const of = ({ name, id }: RaceRef, contest: string) => ({ path: { RaceName: name }, query: { contest, id } });

/** The contests of a race with their courses. */
export const courseFilesQuery = ({ name, id }: RaceRef) =>
  queryOptions({
    queryKey: [...COURSE_FILES, id ?? name],
    queryFn: async ({ signal }) =>
      (await get('courseFiles/{RaceName}', { signal, path: { RaceName: name }, query: { id } })).contests,
  });

/** Sends a file; with `dryRun` it is only drawn. */
export const putCourse = (race: RaceRef, contest: string, file: File, dryRun: boolean) => {
  const { path, query } = of(race, contest);
  return send('put', 'courseFiles/{RaceName}', {
    path,
    query: { ...query, dryRun },
    body: file,
    headers: { 'content-type': 'application/gpx+xml' },
    timeout: 60_000,
  });
};

/** Takes a course out. */
export const removeCourse = (race: RaceRef, contest: string) =>
  send('delete', 'courseFiles/{RaceName}', of(race, contest));

/** Makes an earlier course the present one again. */
export const restoreCourse = ({ name, id }: RaceRef, contest: string, course: string) =>
  send('post', 'courseFiles/{RaceName}/restore', {
    path: { RaceName: name },
    query: { id },
    json: { contest, id: course },
  });
