import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { deskCore } from '@/core';
import type { Desk } from './api';
import { RaceClock } from './RaceClock';

type Parts = Pick<Desk, 'setup' | 'counts' | 'runners' | 'boxes' | 'timers' | 'unknownTotal' | 'clockChange'> & {
  /** What stands right below the race clock. */
  start?: ReactNode;
};

const WELL = { Icon: CircleCheck, edge: 'border-l-success', ink: 'text-success' };
const UNSET = { Icon: CircleDashed, edge: 'border-l-control', ink: 'text-ink-2' };
const ALARM = { Icon: CircleAlert, edge: 'border-l-live', ink: 'text-live' };

/** The strip on top of the desk: the race clock, and whether everything is all right. Each number leads to its list. */
export const Glance = memo(function Glance({
  setup,
  counts,
  runners,
  boxes,
  timers,
  unknownTotal,
  clockChange,
  start,
}: Parts) {
  const glance = deskCore().deskGlance({
    hasSetup: setup !== null,
    counts,
    runners,
    boxes,
    timers,
    unknownTags: unknownTotal,
    clockChange,
  });
  const { Icon, edge, ink } = glance.well ? WELL : glance.unset ? UNSET : ALARM;
  return (
    <section
      aria-label="At a glance"
      className={`mb-6 flex flex-col gap-4 rounded-bib border border-l-4 border-rule bg-card p-4 print:hidden sm:p-6 ${edge}`}
    >
      {setup && <RaceClock setup={setup} />}
      {start}
      <div role="status">
        <p className="label flex items-start gap-2 text-lg">
          <Icon size={22} className={`mt-[3px] shrink-0 ${ink}`} aria-hidden="true" />
          {glance.title}
        </p>
        {glance.alarms.length > 0 && (
          <ul className="mt-2 flex flex-col gap-1">
            {glance.alarms.map((alarm) => (
              <li key={alarm} className="font-semibold text-live">
                {alarm}
              </li>
            ))}
          </ul>
        )}
      </div>
      {glance.numbers.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {glance.numbers.map((number) => (
            <li key={number.key}>
              <a
                href={`#look-${number.key}`}
                onClick={() => showList(number.key)}
                className="flex min-h-11 items-center gap-2 rounded-control border border-control px-3 no-underline hover:border-ink hover:bg-sunk"
              >
                <span className="numerals text-2xl text-live">{number.value.toLocaleString('en-US')}</span>
                <span className="text-ink">{number.label}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});

/** Moves the focus to a list; on narrow screens its section may be closed. */
function showList(key: string): void {
  const list = document.getElementById(`look-${key}`);
  const closed = document.querySelector<HTMLButtonElement>('#look button[slot="trigger"][aria-expanded="false"]');
  closed?.click();
  requestAnimationFrame(() => list?.focus());
}
