import { queryOptions } from '@tanstack/react-query';
import { get } from './client';

/**
 * The user's own results and what they amount to. The user's menu stores the achievements in the browser (SPEC §3) whenever they were
 * read: after a login, and by My Profile.
 */
export const myResultsQuery = queryOptions({
  queryKey: ['own', 'myResults'],
  queryFn: ({ signal }) => get('myResults', { signal }),
});
