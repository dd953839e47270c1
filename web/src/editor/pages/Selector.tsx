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

/** Milliseconds from the last keystroke until the search text is written into the address. The list is filtered at once. */
const ADDRESS_MS = 300;

/** The open dialog, and the race it is about. */
type OpenDialog = { what: 'delete' | 'duplicate'; row: ListRow };

/** The list of all races: search, links to the editors, duplicating, deleting and restoring. */
export function Selector() {
  const { data: races, error, refetch } = useQuery(allPageRacesQuery);
  const [query, setQuery, writeAddress] = useSearchInAddress();
  const navigate = useNavigate({ from: '/EditRaces' });
  const rows = useMemo(() => (races ? searchRaces(races, query) : []), [races, query]);
  const [dialog, setDialog] = useState<OpenDialog>();
  // The message about the last action; `restored` is the race's name if it was restored.
  const [banner, setBanner] = useBanner<{ notice: Words; restored?: string }>();
  const messageBox = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLDivElement>(null);
  const slash = useSlash(useCallback(() => search.current?.querySelector('input')?.focus(), []));

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
          // The user may leave the list next: the address must be current.
          onBlur={() => void writeAddress()}
          onSubmit={() => {
            const [only, ...others] = rows;
            if (!only || others.length > 0) return;
            void writeAddress().then(() => navigate({ to: '.', search: { race: only.name } }));
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
      <div ref={messageBox} tabIndex={-1} aria-live="polite" className="scroll-mt-24 outline-none not-empty:mb-6">
        {banner && banner.restored === undefined && (
          <Notice tone={banner.notice.tone}>
            <p>{banner.notice.text}</p>
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
                  onDuplicate={() => setDialog({ what: 'duplicate', row })}
                  onDelete={() => setDialog({ what: 'delete', row })}
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
          <DeletedRaces done={banner} onDone={setBanner} />
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
      {dialog?.what === 'delete' && (
        <DeleteDialog
          race={dialog.row}
          onClose={() => setDialog(undefined)}
          onDeleted={() => {
            setBanner({ notice: deletedNotice(dialog.row.name) });
            setDialog(undefined);
            // The row that had the focus was removed.
            setTimeout(() => messageBox.current?.focus());
          }}
        />
      )}
      {dialog?.what === 'duplicate' && <DuplicateDialog race={dialog.row} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/**
 * The search text, copied into the address so that Back restores the list. `writeAddress` does that at once; it is called before
 * the list is left.
 */
function useSearchInAddress(): [query: string, setQuery: (query: string) => void, writeAddress: () => Promise<void>] {
  const { q = '' } = useSearch({ from: '/EditRaces' });
  const navigate = useNavigate({ from: '/EditRaces' });
  const [query, setQuery] = useState(q);
  const writeAddress = useCallback(async () => {
    if (query !== q) await navigate({ to: '.', search: query === '' ? {} : { q: query }, replace: true });
  }, [query, q, navigate]);
  useEffect(() => {
    const timer = setTimeout(() => void writeAddress(), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [writeAddress]);
  return [query, setQuery, writeAddress];
}
