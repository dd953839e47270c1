import { ExternalLink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { callWords, isLost, isMissing, loadWords, outcomeOf } from '@/api';
import { core } from '@/core';
import { FieldNotices } from '@/racekit';
import { CallNotice, Notice, SearchField } from '@/ui';
import { embedQuery } from './api';
import { Freshness } from './Freshness';
import { useRaceName, useVenue, useVenueRules, type Venue } from './useVenue';

/** The page `/embed/live/{RaceName}`: a small live list that sites which the race names show in a frame. */
export function EmbedPage() {
  const rules = useVenueRules();
  if (rules.data) return <Embed />;
  return (
    <div className="p-4">
      {rules.isError ? (
        <CallNotice words={loadWords(rules.error)} loggedOut={false} onRetry={() => void rules.refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Embed() {
  const venue = useVenue(useRaceName(), embedQuery);
  const { field, calledOff, failure } = venue;
  const [text, setText] = useState('');
  // Without the race's leave, or without the race, nothing is shown, also when that changes while the frame is open.
  const refusal = venue.dayError ?? (venue.missing ? field.error : null);
  if (refusal && !isLost(refusal)) {
    return (
      <div className="flex flex-col gap-4 p-4">
        <h1 className="display text-lg">{venue.race}</h1>
        <Notice tone="error">
          <p>{isMissing(refusal) ? callWords(refusal) : core().loadFailure('race', outcomeOf(refusal)).text}</p>
          <Out race={venue.race}>Live page</Out>
        </Notice>
      </div>
    );
  }
  const { info, board } = field;
  return (
    <div className="flex min-h-dvh flex-col gap-4 p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="display min-w-0 text-lg">{info?.eventName ?? venue.race}</h1>
        <p className="text-sm text-ink-2">{info?.results}</p>
      </header>
      <FieldNotices {...{ calledOff, failure }} isShown={info !== undefined} onRetry={field.retry} />
      {info && board && venue.day ? (
        <>
          <search>
            <SearchField label="Bib or name" value={text} onChange={setText} maxLength={100} autoComplete="off" />
          </search>
          <Lists venue={venue} text={text.trim()} />
        </>
      ) : (
        !failure && <Loading />
      )}
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-4 border-t border-rule pt-2">
        <Freshness venue={venue} />
        <Out race={venue.race}>All runners</Out>
      </footer>
    </div>
  );
}

function Lists({ venue, text }: { venue: Venue; text: string }) {
  const { board, info } = venue.field;
  const version = info?.version;
  const page = useMemo(() => board?.ask(version, (one) => one.embed(text)), [board, version, text]);
  if (!page) return null;
  if (page.empty) return <p className="text-ink-2">{page.empty}</p>;
  return page.lists.map(({ title, rows }) => (
    <section key={title}>
      <h2 className="label mb-1">{title}</h2>
      <ul aria-label={title}>
        {rows.map((row) => (
          <li key={row.bib} className="border-b border-rule">
            <a
              href={livePage(venue.race, row.bib)}
              target="_blank"
              rel="noopener"
              className="grid min-h-11 grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1 hover:bg-sunk"
            >
              <span className="tabular text-right text-ink-2">{row.rank}</span>
              <span className="min-w-0">
                <span className="block truncate">{row.name}</span>
                <span className="block truncate text-sm text-ink-2">
                  Bib {row.bib} · {row.distance}
                </span>
              </span>
              <span className="tabular text-right">
                <span className="label block">{row.out ? row.status : row.time || row.progress.text}</span>
                {!row.out && row.time && <span className="block text-sm text-ink-2">{row.progress.text}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}

const livePage = (race: string, bib?: string) =>
  `/liveRace?${new URLSearchParams({ race, ...(bib !== undefined && { bib }) })}`;

/** A link to the live page, in a tab of its own: the frame is too small for it. */
function Out({ race, children }: { race: string; children: string }) {
  return (
    <a href={livePage(race)} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center gap-1">
      {children}
      <ExternalLink size={16} aria-hidden="true" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Loading() {
  return (
    <p role="status" className="text-ink-2">
      Loading…
    </p>
  );
}
