import { deskCore } from '@/core';
import { Button, Notice } from '@/ui';
import type { TimedRace } from './api';
import { dropStart, type KeptStart, keepStart, useKeptStarts } from './keptPresses';
import { useClockOffset } from './serverClock';
import { useSendStarts } from './useStart';

/** The presses of the start button that this device keeps, each with how far it is; sends those that can be sent. */
export function KeptStarts({ race }: { race: TimedRace }) {
  const starts = useKeptStarts(race);
  return starts.length === 0 ? null : <Kept starts={starts} />;
}

function Kept({ starts }: { starts: readonly KeptStart[] }) {
  const offset = useClockOffset();
  useSendStarts(starts, offset);
  return (
    <section aria-label="Starts on this device" className="mb-6 flex flex-col gap-3">
      {starts.map((start) => (
        <OneStart key={start.press.id} start={start} />
      ))}
    </section>
  );
}

function OneStart({ start }: { start: KeptStart }) {
  const { press, setup } = start;
  const rules = deskCore();
  const { title, text, tone } = rules.pressView(press, start.zone);
  const keep = (next: KeptStart['press']) => keepStart({ ...start, press: next, setup: undefined });
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
      {press.state !== 'kept' && (
        <div className="mt-2 flex flex-wrap gap-3">
          {press.state === 'asks' && (
            <Button size="sm" tone="ink" onPress={() => keep(rules.pressConfirmed(press))}>
              Yes, send it
            </Button>
          )}
          {press.state === 'refused' && setup && (
            <Button size="sm" tone="ink" onPress={() => keep(rules.pressReplacing(press, setup))}>
              This press counts
            </Button>
          )}
          <Button size="sm" tone="quiet" onPress={() => dropStart(start)}>
            {press.state === 'sent' ? 'Close' : 'Throw it away'}
          </Button>
        </div>
      )}
    </Notice>
  );
}
