import { type ComponentProps, memo, type ReactNode } from 'react';
import { type CountLine, deskCore } from '@/core';
import { EmptyState, focusHome } from '@/ui';
import { type Action, Actions } from './Actions';
import type { Desk } from './api';
import {
  type Asked,
  type Check,
  type CheckList,
  checksQuery,
  LIST_PAGE,
  type UnknownTag,
  unknownTagsQuery,
} from './corrections';
import { RunnerLink } from './RunnerLink';
import { SearchedList } from './SearchedList';
import { serverNow } from './serverClock';
import type { Place, Revised } from './types';

const LISTS = [
  'waiting',
  'suspicious',
  'earlierWave',
  'readBefore',
  'notOpened',
] as const satisfies readonly CheckList[];

type Parts = Revised & Pick<Desk, 'runners' | 'timers'> & { place: Place; unknownTotal: number };

const HOME = 'to-look-at';

/** Everything that a person has to look at, each list with its actions. */
export const ChecksPanel = memo(function ChecksPanel({ place, runners, timers, unknownTotal, revision }: Parts) {
  const lines = deskCore().runnerLines(runners);
  const lists = LISTS.flatMap((list) => {
    const line = lines.find((one) => one.key === list && one.value > 0);
    return line ? [{ list, line }] : [];
  });
  const isEmpty = lists.length === 0 && unknownTotal === 0 && timers.length === 0;
  return (
    // Whoever decides about the last one of a list is here when the list is gone.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      id={HOME}
      role="group"
      aria-label="To look at"
      tabIndex={-1}
      className="flex flex-col gap-8 outline-none"
      {...focusHome(HOME)}
    >
      {isEmpty && (
        <EmptyState title="Nothing to look at">
          Times that look wrong, chips that nobody has and reads of other timers are listed here.
        </EmptyState>
      )}
      {lists.map(({ list, line }) => (
        <Runners key={list} {...{ place, list, line, revision }} />
      ))}
      {unknownTotal > 0 && <UnknownChips {...{ place, revision }} total={unknownTotal} />}
      {timers.length > 0 && <TimerCodes timers={timers} />}
    </div>
  );
});

/** The runners of a list. */
function Runners({ place, list, line, revision }: Revised & { place: Place; list: CheckList; line: CountLine }) {
  return (
    <List id={list} title={line.label} total={line.value} meaning={line.meaning}>
      {(done) => (
        <SearchedList
          label={line.label}
          searchLabel={`Bib or name, ${line.label}`}
          revision={`${revision} ${line.value}`}
          pageRows={LIST_PAGE}
          page={(search, number) => checksQuery(place.timedRace, list, search, number) as never}
          read={(found: { total: number; checks: readonly Check[] }) => ({ total: found.total, rows: found.checks })}
          rowKey={(check) => check.bib}
          rowHeight={128}
          empty={null}
          row={(check) => (
            <>
              <p>
                <RunnerLink bib={check.bib}>
                  {check.bib} {check.name}
                </RunnerLink>
                <span className="text-ink-2"> {[check.contest, check.wave].filter(Boolean).join(', ')}</span>
              </p>
              <p className="mb-2 text-sm">{check.reason}</p>
              {list !== 'notOpened' && (
                <Actions place={place} about={`bib ${check.bib}`} actions={actionsOf(list, check)} onDone={done} />
              )}
            </>
          )}
        />
      )}
    </List>
  );
}

function UnknownChips({ place, total, revision }: Revised & { place: Place; total: number }) {
  return (
    <List
      id="unknown"
      title="Unknown chips"
      total={total}
      meaning="No entrant has them and no contest accepts them. Their reads are kept, and count as soon as somebody has the chip."
    >
      {(done) => (
        <SearchedList
          label="Unknown chips"
          searchLabel="Chip, Unknown chips"
          revision={`${revision} ${total}`}
          pageRows={LIST_PAGE}
          page={(search, number) => unknownTagsQuery(place.timedRace, search, number) as never}
          read={(found: { total: number; tags: readonly UnknownTag[] }) => ({ total: found.total, rows: found.tags })}
          rowKey={(one) => one.tag}
          rowHeight={96}
          empty={null}
          row={(one) => (
            <>
              <p className="mb-2">
                <RunnerLink bib={one.tag}>{one.tag}</RunnerLink>
                <span className="text-ink-2">
                  {' '}
                  {one.reads.toLocaleString('en-US')} {one.reads === 1 ? 'read' : 'reads'}
                </span>
              </p>
              {one.isChip ? (
                <Actions place={place} about={`chip ${one.tag}`} actions={giveActions(one.tag)} onDone={done} />
              ) : (
                <p className="text-sm">
                  It was sent as a bib. Enter a runner with this bib at Entrants: then its reads count.
                </p>
              )}
            </>
          )}
        />
      )}
    </List>
  );
}

/** The timer codes; a race has a few. */
function TimerCodes({ timers }: Pick<Desk, 'timers'>) {
  return (
    <List
      id="timers"
      title="Timer codes"
      total={timers.length}
      meaning="Each timer marks its reads with a code, so that another race's reads can be told apart."
    >
      {() => (
        <ul className="rounded-control border border-rule bg-card">
          {timers.map((one) => {
            const { text, attention } = deskCore().timerCode(one);
            return (
              <li key={one.code} className="flex flex-col gap-2 border-b border-rule px-3 py-3 last:border-0">
                <p>
                  <span className="font-semibold">{one.code}</span>
                  <span className="text-ink-2"> {one.reads.toLocaleString('en-US')} reads</span>
                </p>
                <p className={`text-sm ${attention ? 'font-medium text-live' : ''}`}>{text}</p>
              </li>
            );
          })}
        </ul>
      )}
    </List>
  );
}

/** One list. After an action the focus goes to its heading, because the row is about to leave the list. */
function List({
  id,
  title,
  total,
  meaning,
  children,
}: {
  id: string;
  title: string;
  total: number;
  meaning: string;
  children: (done: NonNullable<ComponentProps<typeof Actions>['onDone']>) => ReactNode;
}) {
  const heading = `look-${id}`;
  return (
    <div {...focusHome(heading)}>
      <h3 id={heading} tabIndex={-1} className="display scroll-mt-24 text-lg">
        {title} <span className="numerals text-ink-2">{total.toLocaleString('en-US')}</span>
      </h3>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{meaning}</p>
      {children(() => document.getElementById(heading)?.focus())}
    </div>
  );
}

/** What can be decided about a runner in a list. */
function actionsOf(list: CheckList, check: Check): Action[] {
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
