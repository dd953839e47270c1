import { memo, type SubmitEvent, useMemo, useRef, useState } from 'react';
import { callWords } from '@/api';
import { core, deskCore } from '@/core';
import { Button, EmptyState, newKey, SelectField, storedText, storeText, TextField, toast } from '@/ui';
import type { Desk } from './api';
import { useUndo } from './corrections';
import { dropEntry, isUnsent, keepEntry, type LineEntry, useEntries, useSendEntries } from './lineEntries';
import { RunnerLink } from './RunnerLink';
import { serverNow } from './serverClock';
import type { Place } from './types';

/** How many entries are listed. */
const LISTED = 20;

type Parts = Place & Pick<Desk, 'id' | 'run' | 'setup'>;

/** Entries by hand at the line: a bib and Enter is a passing now. Without a network they are kept and sent later. */
export const LinePanel = memo(function LinePanel({ id, run, setup, ...place }: Parts) {
  const { timedRace: race, zone } = place;
  const entries = useEntries(id, run);
  useSendEntries(race, entries);
  const mats = useMemo(() => matsOf(setup), [setup]);
  const stored = `timing-line-mat:${id}`;
  const [chosen, setChosen] = useState(() => storedText(stored));
  const mat = chosen !== undefined && mats.includes(chosen) ? chosen : mats[0];
  const [bib, setBib] = useState('');
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const field = useRef<HTMLDivElement>(null);

  if (mat === undefined) {
    return (
      <EmptyState title="No mats yet">
        Set up the contests first: an entry is a passing of one of their mats.
      </EmptyState>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const pressed = serverNow();
    const problems: Record<string, string> = {};
    let time = new Date(pressed).toISOString();
    try {
      time = deskCore().timeTyped(typed, place.date, zone) ?? time;
    } catch (error) {
      problems.time = callWords(error);
    }
    const reason = deskCore().correctionReason('add');
    for (const one of deskCore().correctionCheck({ kind: 'add', bib, mat, time, reason }))
      problems[one.field] ??= one.message;
    setProblems(problems);
    if (Object.keys(problems).length > 0) return;
    const entry = { key: newKey(), raceId: id, run, bib: bib.trim(), mat, at: Date.parse(time), made: Date.now() };
    keepEntry({ ...entry, state: 'kept' });
    setBib('');
    setTyped('');
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div className="flex flex-col gap-6">
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <SelectField
          label="Mat"
          className="w-40"
          value={mat}
          onChange={(next) => {
            storeText(stored, next);
            setChosen(next);
          }}
          options={mats.map((one) => ({ id: one, label: one }))}
        />
        <div ref={field}>
          <TextField
            label="Bib at the line"
            value={bib}
            onChange={(text) => {
              setBib(text);
              setProblems({});
            }}
            inputMode="numeric"
            enterKeyHint="send"
            autoComplete="off"
            className="w-40"
            error={problems.bib}
          />
        </div>
        <TextField
          label="Another time (optional)"
          value={typed}
          onChange={setTyped}
          placeholder="Now"
          autoComplete="off"
          className="w-52"
          error={problems.time}
        />
        <Button type="submit" tone="ink" className="mt-[calc(1lh+2px)]">
          Enter
        </Button>
      </form>
      {entries.length === 0 ? (
        <p className="text-ink-2">Type a bib and press Enter as the runner passes. The moment of the key counts.</p>
      ) : (
        <Entries entries={entries.slice(0, LISTED)} place={place} />
      )}
    </div>
  );
});

function Entries({ entries, place }: { entries: readonly LineEntry[]; place: Place }) {
  return (
    <ol aria-label="Entries" aria-live="polite" className="rounded-control border border-rule bg-card">
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} place={place} />
      ))}
    </ol>
  );
}

function Entry({ entry, place }: { entry: LineEntry; place: Place }) {
  const undo = useUndo(place.timedRace);
  const { state, who, attention } = deskCore().entryWords(entry.state, entry.bib, entry.name, entry.problem ?? '');
  const takeBack = (id: number) =>
    undo.mutate(id, {
      onSuccess: () => keepEntry({ ...entry, state: 'undone' }),
      onError: (error) => toast.error(callWords(error)),
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule px-3 py-2 last:border-0">
      <span className="numerals min-w-14 text-xl">
        <RunnerLink bib={entry.bib}>{entry.bib}</RunnerLink>
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span className={entry.state === 'undone' ? 'text-ink-2 line-through' : ''}>
          {core().clockText(entry.at, place.zone)} {entry.mat}
        </span>
        {who && <span className="block text-sm text-ink-2">{who}</span>}
      </span>
      <span className={`text-sm ${attention ? 'font-semibold text-live' : 'text-ink-2'}`}>{state}</span>
      {entry.state === 'sent' && entry.id !== undefined && (
        <Button
          size="sm"
          aria-label={`Undo the entry of bib ${entry.bib}`}
          pending={undo.isPending}
          onPress={() => takeBack(entry.id ?? 0)}
        >
          Undo
        </Button>
      )}
      {isUnsent(entry) && (
        <Button size="sm" aria-label={`Throw away the entry of bib ${entry.bib}`} onPress={() => dropEntry(entry)}>
          Throw away
        </Button>
      )}
    </li>
  );
}

/** The mats of a setup, those of the finish first: most entries are made there. */
function matsOf(setup: Desk['setup']): string[] {
  const contests = setup?.contests ?? [];
  return [
    ...new Set([
      ...contests.flatMap((contest) => contest.finish.mats),
      ...contests.flatMap((contest) => contest.splits.flatMap((split) => split.mats)),
      ...contests.flatMap((contest) => contest.start.mats),
    ]),
  ];
}
