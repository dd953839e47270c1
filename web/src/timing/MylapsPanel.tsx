import { useQuery } from '@tanstack/react-query';
import { type FormEvent, memo, useState } from 'react';
import { CallError, callFailure } from '@/api';
import { Button, CallNotice, DelayedSkeleton, dateAndClockOf, Skeleton, TextField, toast } from '@/ui';
import { useDeskChange } from './api';
import { Health, RefusedLines } from './Health';
import { type Mylaps, mylapsQuery, putMylaps } from './timerRequests';
import type { Place } from './types';

type Parts = Pick<Place, 'timedRace' | 'zone'>;

/** The port for MYLAPS timers: whose reads of which timing points are taken, and how that goes. */
export const MylapsPanel = memo(function MylapsPanel(props: Parts) {
  const state = useQuery(mylapsQuery(props.timedRace));
  if (state.data) return <Senders {...props} state={state.data} />;
  return state.isError ? (
    <CallNotice {...callFailure(state.error)} onRetry={() => void state.refetch()} />
  ) : (
    <DelayedSkeleton label="Loading the port">
      <Skeleton className="h-24" />
    </DelayedSkeleton>
  );
});

const listOf = (text: string) => text.split(',').flatMap((part) => part.trim() || []);

function Senders({ timedRace, zone, state }: Parts & { state: Mylaps }) {
  const save = useDeskChange(timedRace, putMylaps);
  // Undefined while nothing is typed: the text is then what is saved.
  const [typed, setTyped] = useState<{ points?: string; addresses?: string }>({});
  const points = typed.points ?? state.points.join(', ');
  const addresses = typed.addresses ?? state.addresses.join(', ');
  const fields = save.error instanceof CallError ? (save.error.refusal?.fields ?? []) : [];
  const problem = (name: string) => fields.find((field) => field.field.split('.')[0] === name)?.message;
  const edit = (change: typeof typed) => {
    save.reset();
    setTyped({ ...typed, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { points: listOf(points), addresses: listOf(addresses) },
      {
        onSuccess: () => {
          setTyped({});
          toast.success('MYLAPS port saved');
        },
      },
    );
  };
  const strangers = state.unknownPoints.filter((point) => !listOf(points).includes(point));
  return (
    <div className="flex flex-col gap-4">
      <Health
        lines={[
          state.port === null
            ? { label: 'Port', value: 'This server was started without one (--mylaps-listen).', attention: true }
            : { label: 'Port', value: String(state.port) },
          { label: 'Connected', value: String(state.connected) },
          { label: 'Last arrival', value: dateAndClockOf(state.lastAt, zone) },
          { label: 'New reads', value: state.reads.toLocaleString('en-US') },
          { label: 'Refused', value: state.refusedTotal.toLocaleString('en-US'), attention: state.refusedTotal > 0 },
        ]}
      />
      <form onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Timing points"
          hint="As the timer's program names them, with commas between them."
          value={points}
          onChange={(text) => edit({ points: text })}
          error={problem('points')}
          placeholder="Start, 5K, Finish"
        />
        <TextField
          label="Allowed addresses"
          hint="Of the timer's computers; nobody else's reads are taken."
          value={addresses}
          onChange={(text) => edit({ addresses: text })}
          error={problem('addresses')}
          placeholder="192.168.7.0/24"
        />
        <Button type="submit" pending={save.isPending} className="justify-self-start">
          Save port
        </Button>
      </form>
      {strangers.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-live">These points are sent and not taken:</p>
          {strangers.map((point) => (
            <Button key={point} size="sm" onPress={() => edit({ points: [...listOf(points), point].join(', ') })}>
              Add {point}
            </Button>
          ))}
        </div>
      )}
      <RefusedLines title="Refused messages" lines={state.refused} />
      {save.isError && fields.length === 0 && <CallNotice {...callFailure(save.error)} />}
    </div>
  );
}
