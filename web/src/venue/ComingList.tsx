import { Check } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { type AnnouncerPage, type ComingLine, core } from '@/core';
import { BibTag } from '@/racekit';
import { EmptyState } from '@/ui';

/**
 * Who comes next to the line. One row is in the order of Tab; the arrow keys move among the rows, Space or Enter marks a row as said. The
 * focus stays with its runner when the order changes, and goes to the next one when its runner has finished.
 */
export function ComingList({
  page,
  said,
  onSay,
  now,
}: {
  page: AnnouncerPage;
  said: ReadonlySet<string>;
  onSay: (bib: string) => void;
  now: number;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState<{ bib: string; at: number }>();
  const hadFocus = useRef(false);
  const { coming } = page;
  const found = coming.findIndex(({ bib }) => bib === current?.bib);
  const at = found >= 0 ? found : Math.max(0, Math.min(current?.at ?? 0, coming.length - 1));
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every new order the focus is where it was.
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && lost) buttons()[at]?.focus();
  }, [coming, at]);
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: coming.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons()[Math.max(0, Math.min(to, coming.length - 1))]?.focus();
  };
  if (page.empty) return <EmptyState title={page.empty} />;
  return (
    <ol
      ref={list}
      aria-label="Next to the line"
      onKeyDown={keys}
      onBlur={(event) => {
        // A row that is moved or removed loses the focus to nothing.
        if (event.relatedTarget) hadFocus.current = false;
      }}
      className="flex flex-col gap-2"
    >
      {coming.map((line, index) => (
        <li key={line.bib}>
          <Row
            line={line}
            now={now}
            isSaid={said.has(line.bib)}
            isCurrent={index === at}
            onSay={() => onSay(line.bib)}
            onFocus={() => {
              hadFocus.current = true;
              setCurrent({ bib: line.bib, at: index });
            }}
          />
        </li>
      ))}
    </ol>
  );
}

function Row({
  line,
  now,
  isSaid,
  isCurrent,
  onSay,
  onFocus,
}: {
  line: ComingLine;
  now: number;
  isSaid: boolean;
  isCurrent: boolean;
  onSay: () => void;
  onFocus: () => void;
}) {
  const until = core().liveUntil(line.likely, line.late, now);
  const facts = [line.age, line.town].filter(Boolean).join(', ');
  const where = [line.distance, line.wave, line.gender].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      aria-pressed={isSaid}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onSay}
      onFocus={onFocus}
      className={`grid w-full cursor-pointer grid-cols-[3.75rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 rounded-bib border p-3 text-left sm:grid-cols-[4.5rem_minmax(0,1fr)_auto] ${isSaid ? 'border-rule bg-sunk' : 'border-control bg-card hover:border-ink'}`}
    >
      <BibTag bib={line.bib} distance={line.distance} />
      <span className="min-w-0">
        <span className={`block text-lg leading-tight break-words ${isSaid ? 'text-ink-2' : 'label'}`}>
          {line.name}
          {facts && <span className="font-normal">, {facts}</span>}
        </span>
        <span className="block text-sm text-ink-2">{where}</span>
        {line.place && <span className="label mt-1 block text-base">{line.place}</span>}
      </span>
      <span className="tabular col-start-2 flex flex-wrap items-baseline gap-x-3 sm:col-start-3 sm:block sm:text-right">
        <span className="label block text-lg leading-tight">{until || line.expected}</span>
        <span className="block text-sm text-ink-2">{line.between}</span>
        <span className="block text-sm text-ink-2">{line.last}</span>
        {isSaid && (
          <span className="label mt-1 inline-flex items-center gap-1 text-sm text-success">
            <Check size={16} aria-hidden="true" /> Said
          </span>
        )}
      </span>
    </button>
  );
}
