import { Link } from '@tanstack/react-router';
import { deskCore } from '@/core';
import { EmptyState } from '@/ui';
import type { AnnouncementLine, OneRace } from './api';
import { dayAndTime } from './when';

/** What was announced to a race, the newest first. */
export function AnnouncementList({
  race,
  items,
  open,
}: {
  race: OneRace;
  items: readonly AnnouncementLine[];
  /** The one that is open. */
  open: string | undefined;
}) {
  return (
    <section aria-labelledby="announced" className="print:hidden">
      <h2 id="announced" className="display text-2xl">
        Sent so far
      </h2>
      <div className="mt-4">
        {items.length === 0 ? (
          <EmptyState title="Nothing was announced yet">
            Announcements to this race are listed here, with who got them.
          </EmptyState>
        ) : (
          <ul aria-label="Announcements" className="rounded-card border border-rule bg-card">
            {items.map(({ id, subject, author, createdAt, progress }) => (
              <li key={id} className="border-b border-rule px-4 py-3 last:border-0">
                <Link
                  to="/announcements"
                  search={{ race: race.name, open: String(id) } as never}
                  activeOptions={{ exact: true }}
                  aria-current={open === String(id) ? 'true' : undefined}
                  className="link label inline-flex min-h-11 items-center wrap-anywhere [unicode-bidi:plaintext]"
                >
                  {subject}
                </Link>
                <p className="text-sm text-ink-2">
                  <time className="tabular" dateTime={new Date(createdAt).toISOString()}>
                    {dayAndTime(createdAt)}
                  </time>
                  {author && `, by ${author}`}
                </p>
                <p className="tabular mt-1">{deskCore().announcementProgress(progress)}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
