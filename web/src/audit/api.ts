/** The requests of the audit log. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, get, send } from '@/api';
import type { AuditSearch } from './search';

/** A page of the record. */
export type AuditPageOf = Answer<'get', 'auditLog'>;
/** A row in words. */
export type AuditLine = AuditPageOf['items'][number];
/** The last check of the record, and the one that is under way. */
export type Seal = Answer<'get', 'auditLog/seal'>;

/** How often a check that is under way is looked at, in milliseconds. */
const POLL_MS = 500;

/** The rows that fit the search. */
export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['own', 'auditLog', 'list', search],
    queryFn: ({ signal }): Promise<AuditPageOf> => get('auditLog', { signal, query: { ...search } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });

/** The address of the file with the rows that fit the search, all pages. */
export function fileAddress({ actor, action, object, from, to }: AuditSearch): string {
  const filters = Object.entries({ actor, action, object, from, to });
  const query = new URLSearchParams(filters.filter((pair): pair is [string, string] => pair[1] !== undefined));
  return `/api/auditLog.csv${query.size > 0 ? `?${query}` : ''}`;
}

/** The seal of the record; it is read again while a check is under way. */
export const sealQuery = queryOptions({
  queryKey: ['own', 'auditLog', 'seal'],
  queryFn: ({ signal }): Promise<Seal> => get('auditLog/seal', { signal }),
  refetchInterval: ({ state }) => (state.data?.running && !state.error ? POLL_MS : false),
  refetchOnWindowFocus: true,
  staleTime: 0,
});

/** Asks for a check of the record. */
export function useCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send('post', 'auditLog/seal'),
    networkMode: 'always',
    onSuccess: (seal) => client.setQueryData(sealQuery.queryKey, seal),
  });
}
