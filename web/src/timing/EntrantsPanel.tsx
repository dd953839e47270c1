import { useState } from 'react';
import { callFailure } from '@/api';
import { deskCore, type Entrant, type Plan } from '@/core';
import { Button, CallNotice, FilePick, Notice, Table, TextAreaField, toast } from '@/ui';
import { putEntrants, useDeskChange } from './api';
import type { DeskProps } from './types';

/** How many rows of each kind are listed; the summary above them has the total. */
const LISTED = 100;

/** Imports a list of entrants: a dry run shows what it would change, then it can be applied. */
export function EntrantsPanel({ timedRace, desk }: DeskProps) {
  const [text, setText] = useState('');
  /** The list from which the shown plan was made; after a change of the text it needs a new dry run. */
  const [checkedText, setCheckedText] = useState('');
  const dryRun = useDeskChange(timedRace, putEntrants);
  const apply = useDeskChange(timedRace, putEntrants);
  const plan = dryRun.data && checkedText === text ? dryRun.data : undefined;
  const dryRunFailure = callFailure(dryRun.error);
  const changes = plan ? plan.added.length + plan.changed.length : 0;

  const preview = (list: string) => {
    apply.reset();
    setCheckedText(list);
    dryRun.mutate({ text: list, dryRun: true });
  };
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-ink-2">
        {desk.entrants.toLocaleString('en-US')} entered. A list adds and corrects; whoever is not on it stays entered.
      </p>
      <TextAreaField
        label="Entrant list"
        hint="CSV with a header line, in any order: bib, firstname, lastname, gender, dob or age, contest; also chip, wave, email, team. Or a JSON array."
        value={text}
        onChange={setText}
        rows={6}
        placeholder={'bib,firstname,lastname,gender,age,contest\n1001,Ada,Miller,f,34,10K'}
        className="max-h-120 [&_textarea]:max-h-80 [&_textarea]:font-mono [&_textarea]:text-sm"
        error={dryRun.isError && checkedText === text && !dryRunFailure.loggedOut ? dryRunFailure.words : undefined}
      />
      {dryRunFailure.loggedOut && <CallNotice {...dryRunFailure} />}
      <div className="flex flex-wrap gap-3">
        <FilePick
          accept=".csv,.json,text/csv,application/json"
          onText={(list) => {
            setText(list);
            preview(list);
          }}
        >
          Choose a file
        </FilePick>
        <Button tone="ink" isDisabled={text.trim() === ''} pending={dryRun.isPending} onPress={() => preview(text)}>
          Show what would change
        </Button>
      </div>
      {plan && (
        <section className="flex flex-col gap-6" aria-label="What the list would change">
          <Notice tone="info" title={deskCore().planSummary(plan)}>
            {changes === 0 ? 'Nothing would change.' : 'Nothing has been changed yet.'}
          </Notice>
          <PlanTables plan={plan} />
          {apply.isError && <CallNotice {...callFailure(apply.error)} />}
          {changes > 0 && (
            <Button
              tone="ink"
              className="self-start"
              pending={apply.isPending}
              onPress={() =>
                apply.mutate(
                  { text, dryRun: false },
                  {
                    onSuccess: (done) => {
                      toast.success(deskCore().planSummary(done));
                      setText('');
                      dryRun.reset();
                    },
                  },
                )
              }
            >
              Apply {changes.toLocaleString('en-US')} {changes === 1 ? 'change' : 'changes'}
            </Button>
          )}
        </section>
      )}
    </div>
  );
}

function PlanTables({ plan }: { plan: Plan }) {
  return (
    <>
      {plan.refused.length > 0 && (
        <Part title="Refused" count={plan.refusedTotal}>
          <Table
            caption="Refused lines"
            rows={plan.refused.slice(0, LISTED)}
            rowKey={(one) => `${one.line} ${one.reason}`}
            columns={[
              { key: 'line', head: 'Line', rowHead: true, cell: (one) => one.line },
              { key: 'reason', head: 'Reason', cell: (one) => one.reason },
            ]}
          />
        </Part>
      )}
      {plan.changed.length > 0 && (
        <Part title="Changed" count={plan.changed.length}>
          <Table
            caption="Changed entrants"
            rows={plan.changed.slice(0, LISTED)}
            rowKey={(one) => one.bib ?? ''}
            columns={[
              { key: 'bib', head: 'Bib', rowHead: true, cell: (one) => one.bib },
              { key: 'what', head: 'Change', cell: (one) => <Differences before={one.before} after={one.after} /> },
            ]}
          />
        </Part>
      )}
      {plan.added.length > 0 && (
        <Part title="Added" count={plan.added.length}>
          <Table
            caption="Added entrants"
            rows={plan.added.slice(0, LISTED)}
            rowKey={(one) => one.bib ?? ''}
            columns={[
              { key: 'bib', head: 'Bib', rowHead: true, cell: (one) => one.bib },
              { key: 'name', head: 'Name', cell: (one) => `${one.firstname} ${one.lastname}` },
              { key: 'contest', head: 'Contest', cell: (one) => one.contest || 'By bib' },
              { key: 'gender', head: 'Gender', wide: true, cell: (one) => one.gender },
              { key: 'age', head: 'Born or age', wide: true, cell: (one) => one.dob ?? one.age ?? '–' },
            ]}
          />
        </Part>
      )}
    </>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="display mb-3 text-lg">
        {title} <span className="tabular font-medium text-ink-2">{count.toLocaleString('en-US')}</span>
      </h3>
      {children}
      {count > LISTED && (
        <p className="mt-2 text-sm text-ink-2">
          The first {LISTED} of {count.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  );
}

function Differences({ before, after }: { before: Entrant; after: Entrant }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Entrant)[];
  const changed = names.filter((name) => String(before[name] ?? '') !== String(after[name] ?? ''));
  return (
    <ul>
      {changed.map((name) => (
        <li key={name}>
          {name}: <del className="text-ink-2">{String(before[name] ?? '') || 'nothing'}</del>{' '}
          <ins className="font-semibold no-underline">{String(after[name] ?? '') || 'nothing'}</ins>
        </li>
      ))}
    </ul>
  );
}
