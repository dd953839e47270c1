import { Printer } from 'lucide-react';
import { memo, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { callFailure } from '@/api';
import { core, deskCore } from '@/core';
import { Button, CallNotice, SelectField } from '@/ui';
import type { Desk, TimedRace } from './api';
import { getRunners, type ListQuery, type RunnerLine } from './corrections';
import type { Place } from './types';

/** The lists that can be printed. */
const LISTS = [
  { id: 'byBib', label: 'Start list by bib', asked: { order: 'bib' }, ranked: false },
  { id: 'byName', label: 'Start list by name', asked: { order: 'name' }, ranked: false },
  { id: 'results', label: 'Results', asked: { order: 'bib' }, ranked: true },
  { id: 'out', label: 'DNF, DQ and DNS', asked: { list: 'out', order: 'bib' }, ranked: false },
] as const satisfies readonly { id: string; label: string; asked: ListQuery; ranked: boolean }[];

/** The most runners that the server sends in one answer. */
const PART = 500;
/** How many parts are fetched at the same time. */
const AT_ONCE = 3;

/** A list with all its rows, as it is printed. */
interface Sheet {
  title: string;
  at: number;
  ranked: boolean;
  rows: readonly RunnerLine[];
  /** How each contest is ranked, in words. */
  rules: readonly { contest: string; words: string }[];
}

/** Prints the start list, the results or who is out. All rows are fetched and rendered only for the print. */
export const PrintPanel = memo(function PrintPanel({
  race,
  timedRace,
  zone,
  setup,
}: Place & Pick<Desk, 'setup' | 'race'>) {
  const [id, setId] = useState<string>(LISTS[0].id);
  const [contest, setContest] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [sheet, setSheet] = useState<Sheet>();
  const list = LISTS.find((one) => one.id === id) ?? LISTS[0];
  const print = async () => {
    setPending(true);
    setError(undefined);
    try {
      const rows = await allRunners(timedRace, { ...list.asked, contest });
      const title = [race, contest, list.label].filter(Boolean).join(', ');
      const shown = list.ranked ? ranked(rows) : rows;
      const contests = (setup?.contests ?? []).filter(
        ({ name }) => list.ranked && (contest === '' || name === contest),
      );
      const rules = contests.map(({ name, ranking }) => ({ contest: name, words: deskCore().rankingLabel(ranking) }));
      flushSync(() => setSheet({ title, at: Date.now(), ranked: list.ranked, rows: shown, rules }));
      window.print();
    } catch (failure) {
      setError(failure);
    } finally {
      setSheet(undefined);
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex w-full flex-wrap items-end gap-3">
        <SelectField
          label="List to print"
          value={id}
          onChange={setId}
          options={LISTS.map(({ id, label }) => ({ id, label }))}
          className="min-w-56"
        />
        <SelectField
          label="Contest to print"
          value={contest}
          onChange={setContest}
          options={[
            { id: '', label: 'All contests' },
            ...(setup?.contests ?? []).map(({ name }) => ({ id: name, label: name })),
          ]}
          className="min-w-56"
        />
        <Button onPress={() => void print()} pending={pending}>
          <Printer size={18} aria-hidden="true" />
          Print
        </Button>
      </div>
      {error !== undefined && <CallNotice {...callFailure(error)} onRetry={() => void print()} />}
      {sheet && createPortal(<PrintedSheet sheet={sheet} zone={zone} />, document.body)}
    </div>
  );
});

/** Fetches all runners of a list, several parts at a time. */
async function allRunners(race: TimedRace, asked: ListQuery): Promise<RunnerLine[]> {
  const { total, runners } = await getRunners(race, { ...asked, offset: 0, count: PART });
  const parts = [runners];
  for (let from = PART; from < total; from += PART * AT_ONCE) {
    const offsets = Array.from({ length: AT_ONCE }, (_, at) => from + at * PART).filter((offset) => offset < total);
    const pages = await Promise.all(offsets.map((offset) => getRunners(race, { ...asked, offset, count: PART })));
    parts.push(...pages.map((page) => page.runners));
  }
  // A runner who came between two parts may be in both.
  return [...new Map(parts.flat().map((runner) => [runner.bib, runner])).values()];
}

/** The finishers, each contest by place; those who wait for a decision come last, without a place. */
function ranked(rows: readonly RunnerLine[]): RunnerLine[] {
  const contests = [...new Set(rows.map((row) => row.contest))];
  const place = (row: RunnerLine) => row.rank ?? Number.MAX_SAFE_INTEGER;
  return rows
    .filter((row) => row.rank !== undefined || row.status === 'finished')
    .sort((a, b) => contests.indexOf(a.contest) - contests.indexOf(b.contest) || place(a) - place(b));
}

const GENDERS: Record<string, string> = { f: 'F', m: 'M', a: 'NB' };

/** `F 3`, `30-39 12`; without a place the group alone. */
const placeIn = (group: string | undefined, rank: number | undefined) => [group, rank].filter(Boolean).join(' ');

/** The printed table; the style sheet prints nothing else while it is there. */
function PrintedSheet({ sheet, zone }: { sheet: Sheet; zone: string }) {
  const cell = 'border-b border-rule px-1.5 py-0.5';
  return (
    <div data-print-sheet className="hidden print:block">
      <h1 className="display text-xl">{sheet.title}</h1>
      <p>
        {sheet.rows.length.toLocaleString('en-US')} runners, {core().dateIn(sheet.at, zone)},{' '}
        {core().clockText(sheet.at, zone)}
      </p>
      {sheet.rules.map(({ contest, words }) => (
        <p key={contest}>
          {contest}: {words}.
        </p>
      ))}
      <table className="tabular mt-2 w-full border-collapse text-left text-[9.5pt] leading-tight">
        <thead>
          <tr className="border-b border-control">
            {sheet.ranked && <th className={`${cell} text-right`}>Place</th>}
            <th className={cell}>Bib</th>
            <th className={cell}>Name</th>
            <th className={cell}>Contest</th>
            <th className={cell}>Wave</th>
            {sheet.ranked ? (
              <>
                <th className={`${cell} text-right`}>Gun time</th>
                <th className={`${cell} text-right`}>Chip time</th>
                <th className={`${cell} text-right`}>Gender</th>
                <th className={`${cell} text-right`}>Age group</th>
              </>
            ) : (
              <>
                <th className={cell}>Status</th>
                <th className={`${cell} text-right`}>Last seen</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => (
            <tr key={row.bib}>
              {sheet.ranked && <td className={`${cell} text-right`}>{row.rank ?? 'waits'}</td>}
              <td className={cell}>{row.bib}</td>
              <td className={cell}>{row.name}</td>
              <td className={cell}>{row.contest}</td>
              <td className={cell}>{row.wave}</td>
              {sheet.ranked ? (
                <>
                  <td className={`${cell} text-right`}>{row.gunTime}</td>
                  <td className={`${cell} text-right`}>{row.chipTime}</td>
                  <td className={`${cell} text-right`}>{placeIn(GENDERS[row.gender], row.genderRank)}</td>
                  <td className={`${cell} text-right`}>{placeIn(row.ageGroup, row.groupRank)}</td>
                </>
              ) : (
                <>
                  <td className={cell}>{row.status}</td>
                  <td className={`${cell} text-right`}>{row.last}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
