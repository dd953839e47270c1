import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { callFailure } from '@/api';
import { CallNotice, SearchField } from '@/ui';
import type { TimedRace } from './api';
import { useSettled } from './BibField';
import { getRunners, type RunnerLine } from './corrections';

/** How many runners are listed; more words find fewer. */
const LISTED = 12;

/** The search for a runner by bib or name. Enter opens the first one, the arrow keys choose another. */
export function RunnerSearch({ race }: { race: TimedRace }) {
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate({ from: '/Timing' });
  const query = useQuery({
    queryKey: ['timing', race.name, 'search', search],
    queryFn: ({ signal }) => getRunners(race, { search, count: LISTED }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: false,
  });
  const found = search === '' || text.trim() === '' ? undefined : query.data;
  const open = (bib: string) => {
    setText('');
    void navigate({ to: '.', search: (before) => ({ ...before, runner: bib }), resetScroll: false });
  };
  const keys = (event: KeyboardEvent) => {
    const links = [...(box.current?.querySelectorAll<HTMLElement>('[data-found]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && links.length > 0) {
      event.preventDefault();
      if (at + step < 0) box.current?.querySelector('input')?.focus();
      else links[Math.min(links.length - 1, at + step)]?.focus();
    } else if (event.key === 'Enter' && at < 0 && text.trim() !== '') {
      event.preventDefault();
      const first = search === text.trim() && !query.isPlaceholderData ? found?.runners[0]?.bib : undefined;
      // A bib that was typed fast, and a chip that nobody has, open without the list.
      open(first ?? text.trim());
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the field and its results.
    <div ref={box} onKeyDown={keys} className="relative w-full max-w-md print:hidden">
      <SearchField label="Find a runner by bib or name" value={text} onChange={setText} autoComplete="off" />
      <p role="status" className="sr-only">
        {found && `${found.total} found`}
      </p>
      {query.isError && text.trim() !== '' && (
        <div className="mt-2">
          <CallNotice {...callFailure(query.error)} onRetry={() => void query.refetch()} />
        </div>
      )}
      {found && (
        <div className="absolute inset-x-0 top-full z-30 mt-1 max-h-96 overflow-y-auto rounded-control border border-rule bg-card shadow-float">
          <ul aria-label="Runners found">
            {found.runners.map((runner) => (
              <li key={runner.bib}>
                <Found runner={runner} onOpen={open} />
              </li>
            ))}
          </ul>
          {found.total > found.runners.length && (
            <p className="px-3 py-2 text-sm text-ink-2">
              and {(found.total - found.runners.length).toLocaleString('en-US')} more: type more of the name or the bib
            </p>
          )}
          {found.total === 0 && <p className="px-3 py-2 text-ink-2">Nobody fits “{search}”.</p>}
        </div>
      )}
    </div>
  );
}

function Found({ runner, onOpen }: { runner: RunnerLine; onOpen: (bib: string) => void }) {
  return (
    <button
      type="button"
      data-found
      onClick={() => onOpen(runner.bib)}
      className="flex min-h-11 w-full cursor-pointer items-center gap-3 px-3 py-1 text-left hover:bg-sunk focus-visible:bg-sunk"
    >
      <span className="numerals min-w-14 text-xl">{runner.bib}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{runner.name}</span>
        <span className="block truncate text-sm text-ink-2">
          {[runner.contest, runner.wave, runner.status, runner.last].filter(Boolean).join(', ')}
        </span>
      </span>
    </button>
  );
}
