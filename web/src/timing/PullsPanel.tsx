import { useQuery } from '@tanstack/react-query';
import { type FormEvent, memo, useState } from 'react';
import { CallError, callFailure, type Schemas } from '@/api';
import { Button, CallNotice, DelayedSkeleton, dateAndClockOf, Skeleton, Switch, TextField, toast } from '@/ui';
import { useDeskChange } from './api';
import { Health, RefusedLines } from './Health';
import { type PullShown, pullsQuery, putPulls } from './timerRequests';
import type { Place } from './types';

type Kind = PullShown['kind'];
type Pull = Schemas['Pull'];
type Field = 'race' | 'event' | 'address' | 'key' | 'secret';

/** The fields of each kind. */
const KINDS: readonly {
  kind: Kind;
  title: string;
  fields: readonly { field: Field; label: string; placeholder?: string }[];
}[] = [
  {
    kind: 'raceResult',
    title: 'RACE RESULT Simple API',
    fields: [
      { field: 'event', label: 'Event number', placeholder: '180000' },
      { field: 'key', label: 'Key of the list' },
    ],
  },
  {
    kind: 'runsignup',
    title: 'RunSignup results',
    fields: [
      { field: 'race', label: 'Race number' },
      { field: 'event', label: 'Event number' },
      { field: 'key', label: 'API key' },
      { field: 'secret', label: 'API secret' },
    ],
  },
  {
    kind: 'chronotrack',
    title: 'ChronoTrack box',
    fields: [{ field: 'address', label: 'Address and port', placeholder: '192.168.7.20:61611' }],
  },
];

/** What this server fetches from timers' services and boxes, and how that goes. */
export const PullsPanel = memo(function PullsPanel({ timedRace, zone }: Pick<Place, 'timedRace' | 'zone'>) {
  const state = useQuery(pullsQuery(timedRace));
  const save = useDeskChange(timedRace, putPulls);
  // What was typed and is not saved yet, by kind.
  const [typed, setTyped] = useState<Partial<Record<Kind, Partial<Pull>>>>({});
  if (!state.data) {
    return state.isError ? (
      <CallNotice {...callFailure(state.error)} onRetry={() => void state.refetch()} />
    ) : (
      <DelayedSkeleton label="Loading what is fetched">
        <Skeleton className="h-24" />
      </DelayedSkeleton>
    );
  }
  const shown = state.data.pulls;
  const fields = save.error instanceof CallError ? (save.error.refusal?.fields ?? []) : [];
  const stored = (kind: Kind) => shown.find((pull) => pull.kind === kind);
  const edit = (kind: Kind, change: Partial<Pull>) => {
    save.reset();
    setTyped({ ...typed, [kind]: { ...typed[kind], ...change } });
  };
  // A kind is sent when it is stored or something was typed for it.
  const sent = KINDS.filter(({ kind }) => stored(kind) || typed[kind]).map(({ kind }): Pull => {
    const { enabled = false, race = '', event = '', address = '' } = stored(kind) ?? {};
    return { kind, enabled, race, event, address, ...typed[kind] };
  });
  const problem = (kind: Kind, field: string) => {
    const index = sent.findIndex((pull) => pull.kind === kind);
    return fields.find((one) => one.field === `pulls.${index}.${field}`)?.message;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { pulls: sent },
      {
        onSuccess: () => {
          setTyped({});
          toast.success('Saved');
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      {KINDS.map(({ kind, title, fields: inputs }) => {
        const pull = stored(kind);
        const text = (field: Field) =>
          typed[kind]?.[field] ?? (field === 'key' || field === 'secret' ? '' : (pull?.[field] ?? ''));
        return (
          <fieldset key={kind} className="flex min-w-0 flex-col gap-4 border-t border-rule pt-4">
            <legend className="sr-only">{title}</legend>
            <Switch
              isSelected={typed[kind]?.enabled ?? pull?.enabled ?? false}
              onChange={(enabled) => edit(kind, { enabled })}
            >
              {title}
            </Switch>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {inputs.map(({ field, label, placeholder }) => {
                const secret = field === 'key' || field === 'secret';
                const isStored = field === 'key' ? pull?.hasKey : pull?.hasSecret;
                return (
                  <TextField
                    key={field}
                    label={label}
                    value={text(field)}
                    onChange={(value) => edit(kind, { [field]: value })}
                    error={problem(kind, field)}
                    placeholder={secret && isStored ? 'Stored; type to replace it' : placeholder}
                    autoComplete="off"
                    {...(secret ? { type: 'password' } : {})}
                  />
                );
              })}
            </div>
            {pull && <PullHealth pull={pull} zone={zone} />}
          </fieldset>
        );
      })}
      {save.isError && fields.length === 0 && <CallNotice {...callFailure(save.error)} />}
      <Button type="submit" pending={save.isPending} className="self-start">
        Save what is fetched
      </Button>
    </form>
  );
});

function PullHealth({ pull, zone }: { pull: PullShown; zone: string }) {
  return (
    <div className="flex flex-col gap-2">
      <Health
        lines={[
          { label: 'State', value: pull.waits ?? (pull.connected ? 'Connected' : 'Running') },
          { label: 'Last success', value: dateAndClockOf(pull.lastSuccessAt, zone) },
          ...(pull.lastError
            ? [
                {
                  label: 'Last error',
                  value: `${dateAndClockOf(pull.lastErrorAt, zone)}: ${pull.lastError}`,
                  attention: true,
                },
              ]
            : []),
          ...(pull.waits === null && !pull.connected && pull.nextAt !== null
            ? [{ label: 'Next attempt', value: dateAndClockOf(pull.nextAt, zone) }]
            : []),
          { label: 'New reads', value: pull.reads.toLocaleString('en-US') },
          ...(pull.kind === 'runsignup' || pull.results > 0
            ? [
                {
                  label: 'Results',
                  value: `${pull.results.toLocaleString('en-US')}, kept beside the times of this race`,
                },
              ]
            : []),
        ]}
      />
      <RefusedLines title="Could not be read" lines={pull.refused} />
      <RefusedLines title="To be looked at" lines={pull.reported} />
    </div>
  );
}
