import { useEffect, useState } from 'react';
import { deskCore, type GunFrom, type Setup } from '@/core';
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
      <StartNotices starts={useKeptStarts(race)} />
    </>
  );
}

/** The id of the notices, to which the focus goes after a press. */
export const STARTS_ID = 'kept-starts';

/** How far each press is that this device keeps. */
export function StartNotices({
  starts,
  setup,
  from = [],
  date = '',
}: {
  starts: readonly KeptStart[];
  /** The setup as it is; absent where the desk itself can't be shown. */
  setup?: Setup;
  from?: GunFrom[];
  date?: string;
}) {
  useEffect(() => {
    // A press that was sent is said as long as it is the gun: not once another one stands, or it was taken back.
    for (const start of starts.filter(({ press }) => setup && press.state === 'sent')) {
      if (setup && deskCore().pressCounts(start.press, setup)) justSent.delete(start.press.id);
      else if (!justSent.has(start.press.id)) dropStart(start);
    }
  }, [starts, setup]);
  if (starts.length === 0) return null;
  return (
    <section
      id={STARTS_ID}
      tabIndex={-1}
      aria-label="Starts on this device"
      className="mb-6 flex scroll-mb-40 flex-col gap-3"
    >
      {starts.map((start) => (
        <OneStart
          key={start.press.id}
          start={start}
          {...(setup ? { setup, asked: question(start, starts, setup, from, date) } : {})}
        />
      ))}
    </section>
  );
}

/** The question of a press as things are now: the other presses and guns of its waves may have gone on since it was pressed. */
function question(start: KeptStart, starts: readonly KeptStart[], setup: Setup, from: GunFrom[], date: string) {
  const rules = deskCore();
  const { press, zone } = start;
  if (press.state !== 'asks') return undefined;
  const others = starts.filter((one) => one.press.id !== press.id).map((one) => one.press);
  const lines = rules.startLines(setup, from, others, date, zone);
  const own = lines.filter((line) =>
    press.waves.some((wave) => wave.contest === line.contest && wave.wave === line.wave),
  );
  const gun = rules.pressSent(press, zone).guns[0]?.gun;
  return gun ? rules.startAsks(own, gun, date, zone) : undefined;
}

function OneStart({ start, setup: now, asked }: { start: KeptStart; setup?: Setup; asked?: string | undefined }) {
  const { press, setup } = start;
  const rules = deskCore();
  const [asks, setAsks] = useState(false);
  const { title, text, tone } = rules.pressView(asked ? { ...press, message: asked } : press, start.zone);
  const keep = (next: KeptStart['press']) => keepStart({ ...start, press: next, setup: undefined });
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {press.state === 'asks' && (
          <Button
            size="sm"
            tone="ink"
            onPress={() => keep(rules.pressConfirmed(now ? rules.pressReplacing(press, now) : press))}
          >
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
