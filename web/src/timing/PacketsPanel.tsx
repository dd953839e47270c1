import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, memo, useState } from 'react';
import { CallError, callFailure, callWords } from '@/api';
import { deskCore, type LinkChoice, type PacketLinkForm } from '@/core';
import {
  Button,
  buttonStyle,
  CallNotice,
  ConfirmDialog,
  DelayedSkeleton,
  EmptyState,
  SelectField,
  Skeleton,
  Table,
  TextAreaField,
  TextField,
  toast,
} from '@/ui';
import { useDeskChange } from './api';
import { NewPacketLink } from './NewPacketLink';
import { deleteLink, type PacketLinkShown, packetsQuery, postLink, putPlaces } from './packetsApi';
import { serverNow } from './serverClock';
import type { Place } from './types';

/** The packet desk of the race: how far it is, the links of the day for volunteers and the announcer, and where packets and pens are. */
export const PacketsPanel = memo(function PacketsPanel({ timedRace, date, zone }: Place) {
  const state = useQuery(packetsQuery(timedRace));
  if (!state.data) {
    return state.isError ? (
      <CallNotice {...callFailure(state.error)} onRetry={() => void state.refetch()} />
    ) : (
      <DelayedSkeleton label="Loading the packets">
        <Skeleton className="h-24" />
      </DelayedSkeleton>
    );
  }
  const { counts, links, places, race } = state.data;
  return (
    <div className="flex flex-col gap-10">
      {state.isError && <CallNotice {...callFailure(state.error)} onRetry={() => void state.refetch()} />}
      <section>
        <h3 className="display mb-3 text-lg">Handed out</h3>
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-4">
          {counts.map(({ distance, out, total }) => (
            <div key={distance}>
              <dt className="text-sm break-words text-ink-2">{distance || 'All'}</dt>
              <dd className="tabular text-lg">
                <span className="label">{out.toLocaleString('en-US')}</span> of {total.toLocaleString('en-US')}
              </dd>
            </div>
          ))}
        </dl>
        <Link
          to="/RaceDaySearch/$RaceName"
          params={{ RaceName: race }}
          className={buttonStyle({ size: 'sm', className: 'mt-4' })}
        >
          Race day search
        </Link>
      </section>
      <section>
        <h3 className="display mb-3 text-lg">Links of the day</h3>
        <Links {...{ timedRace, date, zone, race, links }} />
      </section>
      <section>
        <h3 className="display mb-3 text-lg">Places and pens</h3>
        <Places key={places} timedRace={timedRace} places={places} />
      </section>
    </div>
  );
});

const BLANK: PacketLinkForm = { label: '', day: '', time: '', purpose: 'packets' };

function Links({ timedRace, date, zone, race, links }: Place & { race: string; links: readonly PacketLinkShown[] }) {
  const [form, setForm] = useState(BLANK);
  const [tried, setTried] = useState(false);
  const [toRevoke, setToRevoke] = useState<PacketLinkShown>();
  const [revoked, setRevoked] = useState<string>();
  const choices = deskCore().linkChoices();
  const make = useDeskChange(timedRace, postLink);
  const revoke = useDeskChange(timedRace, deleteLink);
  const checked = deskCore().packetLink(form, date, zone, serverNow());
  const own = Object.fromEntries(checked.problems.map(({ field, message }) => [field, message]));
  const refused = make.error instanceof CallError ? make.error.fields : {};
  const problem = (field: keyof PacketLinkForm) => (tried ? own[field] : undefined) ?? refused[field];
  const edit = (change: Partial<PacketLinkForm>) => {
    if (make.isError) make.reset();
    setForm({ ...form, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!checked.link) return;
    make.mutate(form, {
      onSuccess: () => {
        setForm(BLANK);
        setTried(false);
      },
    });
  };
  // A new link that was revoked meanwhile is not shown any more.
  const newLink = make.data?.id === revoked ? undefined : make.data;
  const made = choices.find(({ purpose }) => purpose === (make.variables?.purpose ?? 'packets'));
  return (
    <div className="flex flex-col gap-6">
      <form onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          label="Who gets the link"
          value={form.label}
          onChange={(label) => edit({ label })}
          error={problem('label')}
          placeholder="Volunteers at the tent"
          className="sm:col-span-2"
        />
        <SelectField
          label="What it opens"
          value={form.purpose ?? 'packets'}
          onChange={(purpose) => edit({ purpose: purpose as LinkChoice['purpose'] })}
          options={choices.map(({ purpose, label }) => ({ id: purpose, label }))}
        />
        <TextField
          label="Last day"
          value={form.day}
          onChange={(day) => edit({ day })}
          error={problem('day')}
          placeholder={date || 'Today'}
          autoComplete="off"
        />
        <TextField
          label="Until"
          value={form.time}
          onChange={(time) => edit({ time })}
          error={problem('time')}
          placeholder="11:59 PM"
          autoComplete="off"
        />
        <div className="sm:col-span-3">
          <Button type="submit" tone="ink" pending={make.isPending}>
            Make a link
          </Button>
        </div>
      </form>
      {make.isError && Object.keys(refused).length === 0 && <CallNotice {...callFailure(make.error)} />}
      {newLink && made && <NewPacketLink race={race} token={newLink.token} until={newLink.until} choice={made} />}
      <Table
        caption="Links made so far"
        rows={links}
        rowKey={(link) => link.id}
        empty={
          <EmptyState title="No links yet">
            Make one for each group of volunteers, and one for the announcer.
          </EmptyState>
        }
        columns={[
          { key: 'label', head: 'Link', rowHead: true, cell: (link) => link.label },
          {
            key: 'purpose',
            head: 'Opens',
            cell: (link) => choices.find(({ purpose }) => purpose === link.purpose)?.label,
          },
          { key: 'until', head: 'Until', cell: (link) => (link.isOver ? `${link.until} (over)` : link.until) },
          {
            key: 'revoke',
            head: <span className="sr-only">Actions</span>,
            align: 'right',
            cell: (link) => (
              <Button size="sm" tone="quiet" onPress={() => setToRevoke(link)} aria-label={`Revoke ${link.label}`}>
                Revoke
              </Button>
            ),
          },
        ]}
      />
      <ConfirmDialog
        title={`Revoke ${toRevoke?.label ?? ''}?`}
        isOpen={toRevoke !== undefined}
        onClose={() => {
          revoke.reset();
          setToRevoke(undefined);
        }}
        confirmLabel="Revoke"
        pending={revoke.isPending}
        onConfirm={() =>
          toRevoke &&
          revoke.mutate(toRevoke.id, {
            onSuccess: () => {
              setRevoked(toRevoke.id);
              setToRevoke(undefined);
              toast.success('The link was revoked');
            },
          })
        }
      >
        <p>Devices with this link are refused from now on. What they have sent stays.</p>
        {revoke.isError && (
          <div className="mt-4">
            <CallNotice {...callFailure(revoke.error)} />
          </div>
        )}
      </ConfirmDialog>
    </div>
  );
}

function Places({ timedRace, places }: Pick<Place, 'timedRace'> & { places: string }) {
  const [text, setText] = useState(places);
  const [problem, setProblem] = useState<string>();
  const save = useDeskChange(timedRace, putPlaces);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      setText(deskCore().packetPlaces(text));
    } catch (error) {
      return setProblem(callWords(error));
    }
    save.mutate(text, { onSuccess: () => toast.success('Saved') });
  };
  return (
    <form onSubmit={submit} className="flex max-w-xl flex-col items-start gap-4">
      <TextAreaField
        label="Bibs, packet place and pen"
        hint="One range of bibs a line, such as 1-500: Table A; Pen 2"
        value={text}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
          if (save.isError) save.reset();
        }}
        error={problem}
        className="w-full"
      />
      {save.isError && <CallNotice {...callFailure(save.error)} />}
      <Button type="submit" pending={save.isPending} isDisabled={text === places} focusable>
        Save places
      </Button>
    </form>
  );
}
