import { useEffect, useState } from 'react';
import { deskCore, type Setup, type StartLine } from '@/core';
import { Button, ConfirmDialog, Notice } from '@/ui';
import type { TimedRace } from './api';
import { dropStart, type KeptStart, keepStart, useKeptStarts } from './keptPresses';
import { useClockOffset } from './serverClock';
import { justSent, useSendStarts } from './useStart';

/** Sends the presses of the start button that this device keeps, as soon as they can be sent. */
export function SendStarts({ race }: { race: TimedRace }) {
  const starts = useKeptStarts(race);
  return starts.length === 0 ? null : <Sending starts={starts} />;
}

function Sending({ starts }: { starts: readonly KeptStart[] }) {
  useSendStarts(starts, useClockOffset());
  return null;
}

/** The presses of the start button that this device keeps, each with how far it is, where the desk itself can't be shown. */
export function KeptStarts({ race }: { race: TimedRace }) {
  return (
    <>
      <SendStarts race={race} />
      <StartNotices starts={useKeptStarts(race)} lines={[]} date="" />
    </>
  );
}

interface Beside {
  /** The lines of the start as they are now; none while they are not known. */
  lines: readonly StartLine[];
  /** The race's day. */
  date: string;
}

/** How far each press is that this device keeps. The latest one is announced. */
export function StartNotices({
  starts,
  setup,
  lines,
  date,
}: Beside & { starts: readonly KeptStart[]; setup?: Setup | undefined }) {
  const latest = starts[0];
  const words = latest && deskCore().pressView(latest.press, [...lines], date, latest.zone);
  useEffect(() => {
    // A press that was sent is said as long as it is the gun: not once another one stands, or it was taken back.
    for (const start of starts.filter(({ press }) => setup && press.state === 'sent')) {
      if (setup && deskCore().pressCounts(start.press, setup)) justSent.delete(start.press.id);
      else if (!justSent.has(start.press.id)) dropStart(start);
    }
  }, [starts, setup]);
  return (
    <>
      {/* Always on the page: a region that is inserted together with its text is not announced. */}
      <p role="status" className="sr-only">
        {words && `${words.title}. ${words.text}`}
      </p>
      {starts.length > 0 && (
        <section aria-label="Starts on this device" className="mb-6 flex flex-col gap-3">
          {starts.map((start) => (
            <OneStart key={start.press.id} {...{ start, lines, date }} />
          ))}
        </section>
      )}
    </>
  );
}

function OneStart({ start, lines, date }: Beside & { start: KeptStart }) {
  const { press, setup } = start;
  const rules = deskCore();
  const [asks, setAsks] = useState(false);
  const { title, text, tone } = rules.pressView(press, [...lines], date, start.zone);
  const keep = (next: KeptStart['press']) => keepStart({ ...start, press: next, setup: undefined });
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {press.state === 'asks' && (
          <Button size="sm" tone="ink" onPress={() => keep(rules.pressConfirmed(press, [...lines]))}>
            Yes, send it
          </Button>
        )}
        {press.state === 'refused' && setup && (
          <Button size="sm" tone="ink" onPress={() => keep(rules.pressReplacing(press, setup))}>
            This press counts
          </Button>
        )}
        <Button size="sm" tone="quiet" onPress={() => (press.state === 'kept' ? setAsks(true) : dropStart(start))}>
          {press.state === 'sent' ? 'Close' : 'Throw it away'}
        </Button>
      </div>
      <ConfirmDialog
        title="Throw this start away?"
        isOpen={asks}
        onClose={() => setAsks(false)}
        confirmLabel="Throw it away"
        onConfirm={() => dropStart(start)}
      >
        <p>{title}. It is not sent then. If the server has it already, the gun stays and can be taken back.</p>
      </ConfirmDialog>
    </Notice>
  );
}
