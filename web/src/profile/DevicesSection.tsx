import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, ConfirmDialog, DelayedSkeleton, focusAfterDialog, Skeleton } from '@/ui';
import { type LoggedIn, sessionsQuery, useEndSessions } from './api';
import { SavedNote } from './Saved';

/** Where the account is logged in, and logging out from there. */
export function DevicesSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSessions();
  const [asked, setAsked] = useState<LoggedIn | 'others'>();
  const lead = useRef<HTMLParagraphElement>(null);
  const others = data?.filter((one) => !one.current) ?? [];
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <p ref={lead} tabIndex={-1} className="text-ink-2 outline-none">
        If you do not know one of these, log it out and change your password.
      </p>
      {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
      {end.isError && <CallNotice {...callFailure(end.error)} />}
      {!data && !error && (
        <DelayedSkeleton label="Loading your devices">
          <Skeleton className="h-20 w-full" />
        </DelayedSkeleton>
      )}
      {data && (
        <ul className="rounded-control border border-rule bg-card">
          {data.map((one) => (
            <Device key={one.id} one={one} onEnd={() => setAsked(one)} />
          ))}
        </ul>
      )}
      <SavedNote>{end.isSuccess && end.data.message}</SavedNote>
      {others.length > 0 && (
        <Button className="self-start" onPress={() => setAsked('others')}>
          Log out all other devices
        </Button>
      )}
      {data && others.length === 0 && <p className="text-sm text-ink-3">No other device is logged in.</p>}
      <ConfirmDialog
        title={asked === 'others' ? 'Log out all other devices?' : `Log out ${asked?.device || 'this device'}?`}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        confirmLabel="Log out"
        pending={end.isPending}
        onConfirm={() =>
          end.mutate(asked === 'others' ? undefined : asked?.id, {
            onSettled: () => {
              setAsked(undefined);
              // The pressed button is gone with its device.
              focusAfterDialog(() => lead.current);
            },
          })
        }
      >
        <p>Whoever uses it there has to log in again. What was typed there and not saved is lost.</p>
      </ConfirmDialog>
    </div>
  );
}

function Device({ one, onEnd }: { one: LoggedIn; onEnd: () => void }) {
  const Icon = /iPhone|Android|phone|iPad/i.test(one.device) ? Smartphone : Laptop;
  const seen = new Date(one.lastSeenAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  const name = one.device || 'An unknown device';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule p-4 last:border-0">
      {/* The button goes below it where the text is large. */}
      <div className="flex min-w-0 flex-1 basis-48 items-center gap-4">
        <Icon size={24} className="shrink-0 text-ink-3" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <p className="label wrap-anywhere">
            {name}
            {one.current && (
              <span className="ml-2 inline-block rounded-chip bg-line px-1.5 text-sm text-on-fill">This device</span>
            )}
          </p>
          <p className="text-sm wrap-anywhere text-ink-2">
            {[
              one.current ? 'Used now' : `Last used ${seen}`,
              one.network && `network ${one.network}`,
              one.passkey && 'by a passkey',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {!one.current && (
        <Button size="sm" aria-label={`Log out ${name}, last used ${seen}`} onPress={onEnd}>
          Log out
        </Button>
      )}
    </li>
  );
}
