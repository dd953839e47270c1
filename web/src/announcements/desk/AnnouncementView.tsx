import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { callFailure, callWords, isMissing } from '@/api';
import { deskCore } from '@/core';
import {
  Button,
  buttonStyle,
  CallNotice,
  ConfirmDialog,
  DelayedSkeleton,
  Notice,
  Prose,
  SearchField,
  Skeleton,
  Table,
  toast,
  useAddressText,
} from '@/ui';
import { type Announcement, announcementQuery, type OneRace, useStop } from './api';
import type { AnnouncementsSearch } from './search';
import { dayAndTime } from './when';

/** An announcement that was sent: its text, how far it is, and who gets it. */
export function AnnouncementView({
  race,
  announcement,
  search,
  go,
  onClose,
}: {
  race: OneRace;
  /** Its number, as in the address. */
  announcement: string;
  search: AnnouncementsSearch;
  go: (values: AnnouncementsSearch, replace: boolean) => void;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(announcementQuery(race, announcement, search.q ?? '', search.page ?? ''));
  const heading = useRef<HTMLHeadingElement>(null);
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby="announcement-title">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2
          id="announcement-title"
          ref={heading}
          tabIndex={-1}
          className="display min-w-0 text-2xl wrap-anywhere outline-none [unicode-bidi:plaintext]"
        >
          {data ? data.subject : 'Announcement'}
        </h2>
        <Button size="sm" className="print:hidden" onPress={onClose}>
          Write another one
        </Button>
      </div>
      <div className="mt-4 flex flex-col gap-6">
        {isMissing(error) ? (
          <Notice tone="info">{callWords(error)}</Notice>
        ) : (
          error && (
            <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
              {data ? 'What you see is from the last answer.' : undefined}
            </CallNotice>
          )
        )}
        {!data && !error && (
          <DelayedSkeleton label="Loading the announcement">
            <Skeleton className="h-24 w-full" />
            <Skeleton className="mt-6 h-48 w-full" />
          </DelayedSkeleton>
        )}
        {data && !isMissing(error) && <Opened race={race} announcement={data} search={search} go={go} />}
      </div>
    </section>
  );
}

function Opened({
  race,
  announcement,
  search,
  go,
}: {
  race: OneRace;
  announcement: Announcement;
  search: AnnouncementsSearch;
  go: (values: AnnouncementsSearch, replace: boolean) => void;
}) {
  const { id, text, author, createdAt, progress } = announcement;
  const [asks, setAsks] = useState(false);
  return (
    <>
      <p className="text-ink-2">
        <time className="tabular" dateTime={new Date(createdAt).toISOString()}>
          {dayAndTime(createdAt)}
        </time>
        {author && `, by ${author}`}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <p role="status" className="label tabular text-lg">
          {deskCore().announcementProgress(progress)}
        </p>
        {progress.waiting > 0 && !progress.stopped && (
          <Button tone="danger" size="sm" className="print:hidden" onPress={() => setAsks(true)}>
            Stop
          </Button>
        )}
      </div>
      <div className="rounded-control border border-rule bg-card p-4">
        <Prose text={text} className="wrap-anywhere" />
      </div>
      <Recipients race={race} announcement={announcement} search={search} go={go} />
      {asks && <StopDialog race={race} id={id} onClose={() => setAsks(false)} />}
    </>
  );
}

function StopDialog({ race, id, onClose }: { race: OneRace; id: number; onClose: () => void }) {
  const stop = useStop(race);
  return (
    <ConfirmDialog
      isOpen
      title="Stop this announcement?"
      confirmLabel="Stop it"
      pending={stop.isPending}
      onClose={onClose}
      onConfirm={() =>
        stop.mutate(id, {
          onSuccess: ({ message }) => {
            onClose();
            toast.success(message);
          },
        })
      }
    >
      <p>Who has not got it yet does not get it. It can’t be continued; write another one then.</p>
      {stop.error && (
        <div className="mt-4">
          <CallNotice {...callFailure(stop.error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Who gets it: searched by bib or name, page by page. */
function Recipients({
  race,
  announcement,
  search,
  go,
}: {
  race: OneRace;
  announcement: Announcement;
  search: AnnouncementsSearch;
  go: (values: AnnouncementsSearch, replace: boolean) => void;
}) {
  const [text, setText] = useState(search.q ?? '');
  const open = search.open ?? '';
  const write = useCallback(
    (q: string) => go({ race: race.name, open, ...(q ? { q } : {}) }, true),
    [go, race.name, open],
  );
  useAddressText(search.q ?? '', text, setText, write);
  const { recipients, total } = announcement;
  return (
    <section aria-labelledby="recipients">
      <h3 id="recipients" className="display text-xl">
        Who gets it
      </h3>
      <search className="mt-3 block print:hidden">
        <SearchField
          label="Search recipients"
          placeholder="Bib or name"
          value={text}
          onChange={setText}
          maxLength={100}
          className="w-full sm:max-w-sm"
        />
      </search>
      {total === 0 ? (
        <p role="status" className="mt-4 text-ink-2">
          Nobody with this bib or name gets it.
        </p>
      ) : (
        <div className="mt-4">
          <Table
            caption="Recipients"
            rows={recipients}
            rowKey={({ address, entrants }) => `${address} ${entrants[0]?.bib}`}
            columns={[
              {
                key: 'who',
                head: 'Entrants',
                rowHead: true,
                cell: ({ entrants }) => (
                  <span className="wrap-anywhere">
                    {entrants.map(({ bib, name }) => [bib, name].filter(Boolean).join(' ')).join(', ') || '–'}
                  </span>
                ),
              },
              {
                key: 'address',
                head: 'Address',
                cell: ({ address }) => <span className="wrap-anywhere">{address || 'removed'}</span>,
              },
              { key: 'state', head: 'Mail', cell: ({ state }) => deskCore().announcementRecipient(state) },
              { key: 'at', head: 'Since', wide: true, cell: ({ at }) => dayAndTime(at) },
            ]}
          />
          <Pages race={race} announcement={announcement} search={search} />
        </div>
      )}
    </section>
  );
}

function Pages({
  race,
  announcement: { page, pageSize, total, recipients },
  search,
}: {
  race: OneRace;
  announcement: Announcement;
  search: AnnouncementsSearch;
}) {
  const first = (page - 1) * pageSize + 1;
  const to = (number: number, label: string, icon: ReactNode) => (
    <Link
      to="/announcements"
      search={{ ...search, race: race.name, page: number > 1 ? String(number) : undefined } as never}
      resetScroll={false}
      aria-label={label}
      className={buttonStyle()}
    >
      {icon}
    </Link>
  );
  return (
    <nav aria-label="Pages of recipients" className="mt-4 flex items-center gap-3 print:hidden">
      {page > 1 && to(page - 1, 'Page before', <ChevronLeft size={18} aria-hidden="true" />)}
      <p role="status" className="tabular text-sm text-ink-2">
        {recipients.length > 0 &&
          `${first.toLocaleString('en-US')}–${(first + recipients.length - 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </p>
      {page * pageSize < total && to(page + 1, 'Next page', <ChevronRight size={18} aria-hidden="true" />)}
    </nav>
  );
}
