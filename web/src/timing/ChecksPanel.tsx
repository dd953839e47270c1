import { memo, type ReactNode, useState } from 'react';
import { deskCore } from '@/core';
import { Button, EmptyState } from '@/ui';
import { type Action, Actions } from './Actions';
import type { Desk } from './api';
import type { Asked } from './corrections';
import { RunnerLink } from './RunnerLink';
import { serverNow } from './serverClock';
import type { Place } from './types';

type Check = Desk['checks']['waiting'][number];
type Lists = Omit<Desk['checks'], 'timers'>;

/** How many rows of a list are shown at first, and with each press of "More". */
const SHOWN = 25;

const LISTS = ['waiting', 'suspicious', 'earlierWave', 'readBefore'] as const satisfies readonly (keyof Lists)[];

type Parts = Place & Pick<Desk, 'checks' | 'runners' | 'unknownTags'>;

/** Everything that a person has to look at, each list with its actions. */
export const ChecksPanel = memo(function ChecksPanel({ checks, runners, unknownTags, ...place }: Parts) {
  const lines = deskCore().runnerLines(runners);
  const lists = LISTS.filter((key) => checks[key].length > 0);
  const codes = checks.timers;
  if (lists.length === 0 && unknownTags.length === 0 && codes.length === 0) {
    return (
      <EmptyState title="Nothing to look at">
        Times that look wrong, chips that nobody has and reads of other timers are listed here.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      {lists.map((key) => {
        const line = lines.find((one) => one.key === key);
        return (
          <List
            key={key}
            id={key}
            title={line?.label ?? key}
            total={line?.value ?? checks[key].length}
            meaning={line?.meaning ?? ''}
            rows={checks[key]}
            rowKey={(check) => check.bib}
          >
            {(check, done) => (
              <>
                <p>
                  <RunnerLink bib={check.bib}>
                    {check.bib} {check.name}
                  </RunnerLink>
                  <span className="text-ink-2"> {[check.contest, check.wave].filter(Boolean).join(', ')}</span>
                </p>
                <p className="text-sm">{check.reason}</p>
                <Actions place={place} about={`bib ${check.bib}`} actions={actionsOf(key, check)} onDone={done} />
              </>
            )}
          </List>
        );
      })}
      {unknownTags.length > 0 && (
        <List
          id="unknown"
          title="Unknown chips"
          total={unknownTags.length}
          meaning="No entrant has them and no contest accepts them. Their reads are kept, and count as soon as somebody has the chip."
          rows={unknownTags}
          rowKey={(one) => one.tag}
        >
          {(one, done) => (
            <>
              <p>
                <RunnerLink bib={one.tag}>{one.tag}</RunnerLink>
                <span className="text-ink-2">
                  {' '}
                  {one.reads.toLocaleString('en-US')} {one.reads === 1 ? 'read' : 'reads'}
                </span>
              </p>
              <Actions place={place} about={`chip ${one.tag}`} actions={giveActions(one.tag)} onDone={done} />
            </>
          )}
        </List>
      )}
      {codes.length > 0 && (
        <List
          id="timers"
          title="Timer codes"
          total={codes.length}
          meaning="Each timer marks its reads with a code, so that another race's reads can be told apart."
          rows={codes}
          rowKey={(one) => one.code}
        >
          {(one) => {
            const { text, attention } = deskCore().timerCode(one);
            return (
              <>
                <p>
                  <span className="font-semibold">{one.code}</span>
                  <span className="text-ink-2"> {one.reads.toLocaleString('en-US')} reads</span>
                </p>
                <p className={`text-sm ${attention ? 'font-medium text-live' : ''}`}>{text}</p>
              </>
            );
          }}
        </List>
      )}
    </div>
  );
});

/** One list. After an action the focus goes to its heading, because the row is about to leave the list. */
function List<Row>({
  id,
  title,
  total,
  meaning,
  rows,
  rowKey,
  children,
}: {
  id: string;
  title: string;
  total: number;
  meaning: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  children: (row: Row, done: () => void) => ReactNode;
}) {
  const [shown, setShown] = useState(SHOWN);
  const heading = `look-${id}`;
  const done = () => document.getElementById(heading)?.focus();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} tabIndex={-1} className="display scroll-mt-24 text-lg">
        {title} <span className="numerals text-ink-2">{total.toLocaleString('en-US')}</span>
      </h3>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{meaning}</p>
      <ul className="rounded-control border border-rule bg-card">
        {rows.slice(0, shown).map((row) => (
          <li key={rowKey(row)} className="flex flex-col gap-2 border-b border-rule px-3 py-3 last:border-0">
            {children(row, done)}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button size="sm" className="mt-3" onPress={() => setShown(shown + SHOWN)}>
          More
        </Button>
      )}
    </section>
  );
}

/** What can be decided about a runner in a list. */
function actionsOf(list: (typeof LISTS)[number], check: Check): Action[] {
  const { bib } = check;
  const looked = check.time === undefined ? {} : { time: new Date(check.time).toISOString() };
  const accept: Action = { label: 'Accept', asked: { kind: 'accept', bib, ...looked } };
  const refuse: Action = { label: 'Refuse the finish', asked: { kind: 'refuse', bib, ...looked } };
  const disqualify: Action = { label: 'DQ', confirm: 'Set DQ', asked: { kind: 'status', bib, status: 'DQ' } };
  const start = (choice: NonNullable<Asked['start']>, label: string): Action => ({
    label,
    asked: { kind: 'start', bib, start: choice },
  });
  if (list === 'waiting' || list === 'suspicious') return [accept, ...(check.finished ? [refuse] : []), disqualify];
  return [start('crossing', 'Own crossing'), start('gun', 'Own gun'), disqualify];
}

/** What can be done with a chip that nobody has. */
function giveActions(chip: string): Action[] {
  const fields = [{ name: 'bib', label: 'Bib' }] as const;
  return [
    { label: 'Give it to a bib', confirm: 'Give it for the whole day', fields, asked: { kind: 'chip', chip } },
    {
      label: 'Give it from now on',
      fields,
      asked: () => ({ kind: 'chip', chip, from: new Date(serverNow()).toISOString() }),
    },
  ];
}
