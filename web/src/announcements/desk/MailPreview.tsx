import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callFailure } from '@/api';
import { type AnnouncementForm, deskCore } from '@/core';
import { CallNotice, Segmented, Skeleton, siteName } from '@/ui';
import { type OfRace, type OneRace, previewQuery } from './api';
import { MailFrame } from './MailFrame';

const VIEWS = [
  { id: 'html', label: 'As shown' },
  { id: 'text', label: 'Plain text' },
] as const;

/** The mail as an entrant of the race gets it: its plain text while it is typed, and its HTML a moment later, as the server makes it. */
export function MailPreview({
  race,
  data,
  form,
  settled,
}: {
  race: OneRace;
  data: OfRace;
  form: AnnouncementForm;
  /** The same once typing has paused. */
  settled: AnnouncementForm;
}) {
  const [view, setView] = useState<(typeof VIEWS)[number]['id']>('html');
  const entrants = data.example ?? [];
  const link = `${location.origin}/unsubscribe`;
  const mail = deskCore().announcementMail(form, { race: data.race, site: siteName, link, entrants });
  const to = entrants.map(({ name, bib }) => [name, `bib ${bib}`].filter(Boolean).join(', ')).join('; ');
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-sm wrap-anywhere text-ink-2">{to ? `For ${to}` : 'For nobody yet'}</p>
        <Segmented label="Preview" options={VIEWS} value={view} onChange={setView} />
      </div>
      <p className="label wrap-anywhere">{mail.subject}</p>
      {view === 'text' ? (
        <pre className="rounded-control border border-rule bg-card p-4 font-[inherit] wrap-anywhere whitespace-pre-wrap">
          {mail.text}
        </pre>
      ) : (
        <Html race={race} form={settled} />
      )}
    </section>
  );
}

function Html({ race, form }: { race: OneRace; form: AnnouncementForm }) {
  const isRight = deskCore().announcementCheck(form).length === 0;
  const { data, error, refetch } = useQuery({ ...previewQuery(race, form), enabled: isRight });
  if (error && isRight) {
    return (
      <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
        The plain text is shown meanwhile under its name above.
      </CallNotice>
    );
  }
  if (!data) {
    return isRight ? (
      <Skeleton className="h-96 w-full" />
    ) : (
      <p className="rounded-control border border-dashed border-control p-6 text-ink-2">
        Once there are a subject and a text that can be sent, the mail is shown here as it arrives.
      </p>
    );
  }
  return <MailFrame html={data.html} />;
}
