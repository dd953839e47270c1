import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { QrCode as QrIcon } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { type Field, isMissing, outcomeOf, useClock, useField } from '@/api';
import { core, type FoundPage } from '@/core';
import { useFollowed, ZoneNote } from '@/racekit';
import {
  Button,
  buttonStyle,
  DelayedSkeleton,
  Dialog,
  EmptyState,
  NO_PAGE_NAME,
  Notice,
  QrCode,
  SearchField,
  Skeleton,
  useAddressText,
  usePageName,
} from '@/ui';
import { raceDayQuery } from './api';
import { FoundCard } from './FoundCard';

/** The page `/RaceDaySearch/{RaceName}`: on race morning a runner looks up bib, wave, start, pen and packet place. */
export function RaceDayPage() {
  const { RaceName } = useParams({ strict: false }) as { RaceName: string };
  const race = core().raceNameFromSegment(RaceName);
  const { q = '' } = useSearch({ strict: false }) as { q?: string };
  const { screenId, markRenamed } = useFollowed(race);
  const day = useQuery(raceDayQuery(race));
  const field = useField(race, screenId, false);
  const [text, setText] = useState(q);
  const navigate = useNavigate();
  const write = useCallback(
    (q: string) => void navigate({ to: '.', search: (q ? { q } : {}) as never, replace: true, resetScroll: false }),
    [navigate],
  );
  useAddressText(q, text, setText, write);
  const current = day.data?.race.Race;
  useEffect(() => {
    if (current === undefined || current === race) return;
    markRenamed(current);
    void navigate({ to: '.', params: { RaceName: current }, search: (before) => before, replace: true });
  }, [current, race, markRenamed, navigate]);
  const page = useFound(field, day.data, text);
  const error = day.data ? field.error : day.error;
  const missing = !day.data && isMissing(day.error);
  usePageName(missing ? NO_PAGE_NAME : (current ?? race));

  if (day.error && !day.data) return <Failed error={day.error} retry={() => void day.refetch()} />;
  const failure = field.failed ? core().liveFailure(outcomeOf(error)) : undefined;
  return (
    <div className="column py-6 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <p className="tabular mb-2 min-h-[1lh] text-sm text-ink-2">{day.data?.race.Date}</p>
          <h1 className="display text-2xl sm:text-3xl">{current ?? race}</h1>
          {day.data && <ZoneNote races={[day.data.race]} className="mt-2" />}
          <Link
            to="/race/$RaceName"
            params={{ RaceName: current ?? race }}
            className="link mt-2 inline-flex min-h-11 items-center print:hidden"
          >
            Race page
          </Link>
        </div>
        <PageCode name={current ?? race} />
      </header>
      <div className="mt-6 flex max-w-2xl flex-col gap-6">
        <search>
          <SearchField
            label="Bib or name"
            value={text}
            onChange={setText}
            maxLength={100}
            autoFocus
            autoComplete="off"
            className="text-lg [&_input]:min-h-14 [&_input]:text-xl [&_svg]:top-[19px] [&_button]:size-14 [&_button>svg]:top-0"
          />
        </search>
        {page?.notice && (
          <Notice tone={page.notice.tone}>
            <p>{page.notice.text}</p>
            {page.over && (
              <Link
                to="/results"
                search={{ race: current ?? race }}
                className={buttonStyle({ size: 'sm', className: 'mt-2' })}
              >
                Results
              </Link>
            )}
          </Notice>
        )}
        {failure && (
          <Notice tone="error">
            <p>{failure.text}</p>
            {field.info && <p className="text-sm text-ink-2">{failure.shown}</p>}
            {!field.info && (
              <Button size="sm" className="mt-2" onPress={field.retry}>
                Try again
              </Button>
            )}
          </Notice>
        )}
        {/* Always on the page: a region that is inserted together with its text is not announced. */}
        <p role="status" className="sr-only">
          {text.trim() && page ? page.title || page.lines.map((line) => `${line.bib} ${line.name}`).join(', ') : ''}
        </p>
        {page ? <Found page={page} searched={text.trim() !== ''} /> : !failure && <FoundSkeleton />}
      </div>
    </div>
  );
}

/** Searches the board; the last result stays until the next one is there. */
function useFound(field: Field, day: Parameters<typeof search>[1] | undefined, text: string) {
  const { board, info } = field;
  const [page, setPage] = useState<FoundPage>();
  const minute = Math.floor(useClock() / 60_000);
  const version = info?.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the field, or another minute, changes what is found.
  useEffect(() => {
    if (!board || !day || version === undefined) return;
    let left = false;
    // A board that was closed meanwhile is followed by another one.
    void search(board, day, text).then(
      (found) => {
        if (!left) setPage(found);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [board, day, version, text, minute]);
  return page;
}

type Board = NonNullable<Field['board']>;

const search = (board: Board, day: Parameters<Board['find']>[1], text: string) => board.find(text, day, Date.now());

function Found({ page, searched }: { page: FoundPage; searched: boolean }) {
  if (page.title) return <EmptyState title={page.title}>{page.hint}</EmptyState>;
  return (
    <>
      {page.hint && <p className={searched ? 'text-sm text-ink-2' : 'text-ink-2'}>{page.hint}</p>}
      {page.lines.length > 0 && (
        <ul aria-label="Runners found" className="flex flex-col gap-4">
          {page.lines.map((line) => (
            <li key={line.bib}>
              <FoundCard line={line} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The page's own address as a QR code, for a sign at the registration. */
function PageCode({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  // Without the search, and as the address bar has it.
  const address = new URL(`/RaceDaySearch/${encodeURIComponent(name)}`, location.origin).href;
  return (
    <>
      <Button onPress={() => setOpen(true)} className="print:hidden">
        <QrIcon size={18} aria-hidden="true" /> QR code
      </Button>
      <Dialog title="Find your bib" isOpen={open} onClose={() => setOpen(false)}>
        <div className="flex flex-col items-center gap-4">
          <QrCode text={address} label={`QR code of ${address}`} className="w-full max-w-72" />
          <p className="text-center text-sm break-all text-ink-2">{address}</p>
        </div>
      </Dialog>
    </>
  );
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const failure = core().loadFailure('race', outcomeOf(error));
  return (
    <div className="column py-12" role="alert">
      <h1 className="display text-3xl">{failure.title}</h1>
      <p className="mt-4 max-w-prose text-lg text-ink-2">{failure.text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button tone="ink" onPress={retry}>
          Try Again
        </Button>
        <Link to="/races" className={buttonStyle()}>
          Browse All Races
        </Link>
      </div>
    </div>
  );
}

function FoundSkeleton() {
  return (
    <DelayedSkeleton label="Loading the runners">
      <Skeleton className="h-40 w-full" />
    </DelayedSkeleton>
  );
}
