import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { allPageRacesQuery } from '@/api';
import type { ListRow, Notice as Words } from '@/core';
import { Button, buttonStyle, DelayedSkeleton, EmptyState, Notice, SearchField, Skeleton } from '@/ui';
import { CallFailed } from './CallFailed';
import { DeleteDialog } from './DeleteDialog';
import { DeletedRaces } from './DeletedRaces';
import { DuplicateDialog } from './DuplicateDialog';
import { RaceRow } from './RaceRow';
import { deletedNotice, searchRaces, words } from './rules';
import { useBanner } from './useBanner';
import { useSlash } from './useSlash';

/** How long typing rests before the address takes it over, in milliseconds. The list follows at once. */
const ADDRESS_MS = 300;

/** What is being done to a race of the list. */
type Doing = { what: 'delete' | 'duplicate'; row: ListRow };

/** Every race: search, the way into its editor, a copy for next year, deleting and restoring. */
export function Selector() {
  const { data: races, error, refetch } = useQuery(allPageRacesQuery);
  const [query, setQuery, address] = useAddressed();
  const navigate = useNavigate({ from: '/EditRaces' });
  const rows = useMemo(() => (races ? searchRaces(races, query) : []), [races, query]);
  const [doing, setDoing] = useState<Doing>();
  // What was just done to a race; `restored` is its name where it came back.
  const [done, setDone] = useBanner<{ notice: Words; restored?: string }>();
  const told = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLDivElement>(null);
  const slash = useSlash(useCallback(() => search.current?.querySelector('input')?.focus(), []));

  // Whoever goes on from the field to a row, by pointer or by keyboard, leaves the list next.
  useEffect(() => {
    const field = search.current;
    const leave = () => void address();
    field?.addEventListener('focusout', leave);
    return () => field?.removeEventListener('focusout', leave);
  }, [address]);

  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="display text-2xl sm:text-3xl">Edit Pages</h1>
        <Link to="/CreateRace" className={buttonStyle()}>
          Create Page
        </Link>
      </header>
      <div ref={search} className="mb-6 max-w-xl">
        <SearchField
          label="Search by race name"
          value={query}
          onChange={setQuery}
          onSubmit={() => {
            const [only, ...others] = rows;
            if (!only || others.length > 0) return;
            void address().then(() => navigate({ to: '.', search: { race: only.name } }));
          }}
          {...(slash.on ? { 'aria-keyshortcuts': '/' } : {})}
        />
        <p className="mt-1 hidden items-center gap-2 text-sm text-ink-3 pointer-fine:flex">
          {slash.on ? 'The key / leads here.' : 'The key / is turned off.'}
          <Button size="sm" tone="quiet" onPress={slash.toggle}>
            Turn {slash.on ? 'off' : 'on'}
            <span className="sr-only"> the key /</span>
          </Button>
        </p>
      </div>
      <div ref={told} tabIndex={-1} aria-live="polite" className="scroll-mt-24 outline-none not-empty:mb-6">
        {done && done.restored === undefined && (
          <Notice tone={done.notice.tone}>
            <p>{done.notice.text}</p>
          </Notice>
        )}
      </div>
      {races ? (
        <>
          {error && (
            <div className="mb-6">
              <CallFailed error={error}>What you see is from the last update.</CallFailed>
            </div>
          )}
          <p className="sr-only" role="status">
            {rows.length === 1 ? '1 race' : `${rows.length} races`}
          </p>
          {rows.length > 0 ? (
            <ul className="border-t border-rule">
              {rows.map((row) => (
                <RaceRow
                  key={row.id ?? row.name}
                  row={row}
                  onDuplicate={() => setDoing({ what: 'duplicate', row })}
                  onDelete={() => setDoing({ what: 'delete', row })}
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              title={words().noRaces}
              actions={query !== '' && <Button onPress={() => setQuery('')}>Show all races</Button>}
            >
              {query === ''
                ? 'Create a page first; then it can be edited here.'
                : `No race's name has “${query}” in it.`}
            </EmptyState>
          )}
          <DeletedRaces done={done} onDone={setDone} />
        </>
      ) : error ? (
        <CallFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <DelayedSkeleton label="Loading races">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="mb-2 h-20" />
          ))}
        </DelayedSkeleton>
      )}
      {doing?.what === 'delete' && (
        <DeleteDialog
          race={doing.row}
          onClose={() => setDoing(undefined)}
          onDeleted={() => {
            setDone({ notice: deletedNotice(doing.row.name) });
            setDoing(undefined);
            // The row that the focus came from is gone.
            setTimeout(() => told.current?.focus());
          }}
        />
      )}
      {doing?.what === 'duplicate' && <DuplicateDialog race={doing.row} onClose={() => setDoing(undefined)} />}
    </>
  );
}

/**
 * What is searched for, mirrored into the address, so that Back finds the list as it was. `address` does that at once, before the
 * list is left.
 */
function useAddressed(): [query: string, setQuery: (query: string) => void, address: () => Promise<void>] {
  const { q = '' } = useSearch({ from: '/EditRaces' });
  const navigate = useNavigate({ from: '/EditRaces' });
  const [query, setQuery] = useState(q);
  const address = useCallback(async () => {
    if (query !== q) await navigate({ to: '.', search: query === '' ? {} : { q: query }, replace: true });
  }, [query, q, navigate]);
  useEffect(() => {
    const timer = setTimeout(() => void address(), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return [query, setQuery, address];
}
