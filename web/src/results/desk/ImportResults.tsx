import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, Notice, SelectField, TextField, toast } from '@/ui';
import { ListPick, pastedName } from '@/ui/ListPick';
import type { ToolsRace } from './api';
import { ImportPreview } from './ImportPreview';
import { type ImportOutcome, type SentResults, sendResults } from './importApi';

const BLANK: SentResults['contest'] = { contest: '', distance: '', sport: '', ranking: '' };

const SPORTS = [
  { id: 'run', label: 'Run' },
  { id: 'tri', label: 'Triathlon' },
  { id: 'wheel', label: 'Wheelchairs and handcycles' },
];
const RANKINGS = [
  { id: 'chip', label: 'By chip time' },
  { id: 'gun', label: 'By gun time' },
  { id: 'hybrid', label: 'First places by gun time, others by chip time' },
];

/** The choice of a contest that the race does not have. */
const OTHER = ' other';

type Problems = Partial<Record<string, string>>;

/** Takes in the results of a past race from a file: a dry run shows what each line becomes, then it is published as a version. */
export function ImportResults({ race }: { race: ToolsRace & { contests: readonly { contest: string }[] } }) {
  const names = race.contests.map((one) => one.contest);
  const [contest, setContest] = useState({ ...BLANK, contest: names[0] ?? '' });
  const [isOther, setIsOther] = useState(names.length === 0);
  const [problems, setProblems] = useState<Problems>({});
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  // A file that was chosen before the contest was complete.
  const [waiting, setWaiting] = useState<Omit<SentResults, 'contest'>>();
  const [shown, setShown] = useState<{ sent: SentResults; outcome: ImportOutcome }>();
  const stop = useRef<AbortController>(undefined);
  const section = useRef<HTMLDetailsElement>(null);
  const queries = useQueryClient();
  const isKnown = names.some((name) => name.toLowerCase() === contest.contest.trim().toLowerCase());
  const checking = useMutation({
    mutationFn: (sent: SentResults) => {
      stop.current = new AbortController();
      return sendResults(race.race, sent, { dryRun: true }, stop.current.signal);
    },
    networkMode: 'always',
    onSuccess: (outcome, sent) => setShown({ sent, outcome }),
  });
  const importing = useMutation({
    mutationFn: ({ sent, said }: { sent: SentResults; said: Parameters<typeof sendResults>[2] }) =>
      sendResults(race.race, sent, said),
    networkMode: 'always',
    onSuccess: ({ summary }) => {
      toast.success(`Published. ${summary}`);
      clear();
      for (const key of ['leaderboard', 'leaderboardChoices', 'results', 'awards', 'records', 'own']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  const clear = () => {
    setShown(undefined);
    setTyped('');
    setReason('');
    setWaiting(undefined);
    checking.reset();
    importing.reset();
    section.current?.querySelector('summary')?.focus();
  };
  const check = (sent: Omit<SentResults, 'contest'>) => {
    importing.reset();
    const found = deskCore().importCheck(contest, isKnown);
    setProblems(Object.fromEntries(found.map((problem) => [problem.field, problem.message])));
    setWaiting(found.length > 0 ? sent : undefined);
    if (found.length > 0) return;
    // The outcome stays while the same file is checked with other columns: if these are refused, they can be corrected.
    if (sent.file !== shown?.sent.file) setShown(undefined);
    checking.mutate({ ...sent, contest });
  };
  const say = (change: Partial<typeof contest>) => {
    setContest((now) => ({ ...now, ...change }));
    setProblems({});
  };
  return (
    <details ref={section} className="mt-4 rounded-control border border-rule bg-card px-4 py-3 print:hidden">
      <summary className="label min-h-11 cursor-pointer content-center">Import results from a file</summary>
      <div className="mt-3 flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2 desk:grid-cols-4">
          {names.length > 0 && (
            <SelectField
              label="Contest"
              value={isOther ? OTHER : contest.contest}
              onChange={(id) => {
                setIsOther(id === OTHER);
                say({ contest: id === OTHER ? '' : id });
              }}
              options={[...names.map((name) => ({ id: name, label: name })), { id: OTHER, label: 'Another one' }]}
            />
          )}
          {isOther && (
            <TextField
              label="Name of the contest"
              value={contest.contest}
              onChange={(name) => say({ contest: name })}
              error={problems.contest}
            />
          )}
          <TextField
            label="Length"
            hint={isKnown ? 'Known; only if it was another one.' : '5K, 13.1 mi or Half'}
            value={contest.distance}
            onChange={(distance) => say({ distance })}
            error={problems.distance}
          />
          <SelectField
            label="Sport"
            value={contest.sport || (isKnown ? '' : 'run')}
            onChange={(sport) => say({ sport })}
            options={SPORTS}
            placeholder="As it is known"
          />
          <SelectField
            label="Places"
            value={contest.ranking || (isKnown ? '' : 'chip')}
            onChange={(ranking) => say({ ranking })}
            options={RANKINGS}
            placeholder="As they are known"
          />
        </div>
        <ListPick
          dropLabel="Drop a file of results here"
          chosen={
            shown && shown.sent.file instanceof File
              ? shown.sent.name
              : 'CSV, TSV, .xlsx or RunSignup’s JSON. Or drop it here.'
          }
          label="Results"
          hint="Or paste cells of a spreadsheet, with the line that names the columns."
          placeholder={'place,bib,name,sex,age,gun time,chip time\n1,11,Ada Miller,f,34,40:05,40:00'}
          typed={typed}
          onTyped={setTyped}
          onFile={(file) => check({ file, name: file.name })}
          onText={(text) => check({ file: new Blob([text]), name: pastedName(text) })}
          pending={checking.isPending}
          action="Show what would become of it"
        />
        {waiting && (
          <Notice tone="info">
            <p className="break-words">{waiting.name} is kept. Complete the contest above, then go on with it.</p>
            <Button size="sm" className="mt-2" onPress={() => check(waiting)}>
              Go on with the file
            </Button>
          </Notice>
        )}
        {checking.isPending && (
          <div className="flex flex-wrap items-center gap-3">
            <p role="status" className="text-sm text-ink-2">
              The file is sent and read…
            </p>
            <Button
              size="sm"
              onPress={() => {
                stop.current?.abort();
                checking.reset();
              }}
            >
              Stop
            </Button>
          </div>
        )}
        {checking.isError && (
          <CallNotice {...callFailure(checking.error)} onRetry={() => checking.mutate(checking.variables)} />
        )}
        {shown && (
          <ImportPreview
            key={shown.outcome.preview}
            race={race.race}
            {...shown}
            checking={checking.isPending}
            onCheck={check}
            onCancel={clear}
            reason={reason}
            onReason={setReason}
            importing={importing.isPending}
            failure={importing.isError ? callFailure(importing.error) : undefined}
            onImport={(said) => importing.mutate({ sent: shown.sent, said })}
          />
        )}
      </div>
    </details>
  );
}
