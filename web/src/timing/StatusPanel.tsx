import { type FormEvent, memo, useId, useState } from 'react';
import { CallError, callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, focusHome, SelectField, TextField } from '@/ui';
import type { Desk } from './api';
import { BibField } from './BibField';
import { useCorrect } from './corrections';
import { RunnersList } from './RunnersList';
import { StatusByList } from './StatusByList';
import type { Place, Revised } from './types';

type Parts = Revised & Pick<Desk, 'setup'> & { place: Place; out: number };

/** Sets the statuses that only a person can decide (DESIGN §5): by bib and by list, and shows who is out. */
export const StatusPanel = memo(function StatusPanel({ place, setup, out, revision }: Parts) {
  const usual = deskCore().correctionReason('status');
  const choices = deskCore().statusChoices();
  const [bib, setBib] = useState('');
  const [reason, setReason] = useState(usual);
  const [choice, setChoice] = useState<string>(() => choices.find((one) => one.value)?.value ?? '');
  const timed = useId();
  const change = useCorrect(place.timedRace);
  const fields = change.error instanceof CallError ? change.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const status = choices.find((one) => one.value === choice)?.value;
    change.mutate(
      { kind: 'status', bib: bib.trim(), ...(status ? { status } : {}), reason },
      { onSuccess: () => setBib('') },
    );
  };
  const reset = () => {
    if (change.isError) change.reset();
  };
  return (
    <div className="flex flex-col gap-10">
      <form onSubmit={submit} className="flex flex-col items-start gap-4">
        <p className="max-w-prose text-ink-2">
          The clock never says that somebody gave up. A runner with one of these has no rank and comes last; “As timed”
          takes it back.
        </p>
        <div className="flex w-full flex-wrap items-start gap-3">
          <BibField
            race={place.timedRace}
            label="Bib"
            value={bib}
            onChange={(text) => {
              setBib(text);
              reset();
            }}
            error={fields.bib}
          />
          <SelectField
            label="Status"
            value={choice}
            onChange={setChoice}
            className="min-w-56"
            options={choices.map((one) => ({ id: one.value ?? timed, label: one.label }))}
          />
          <TextField
            label="Reason"
            value={reason}
            onChange={(text) => {
              setReason(text);
              reset();
            }}
            className="min-w-56 flex-1"
            error={fields.reason}
          />
        </div>
        <Button type="submit" tone="ink" pending={change.isPending}>
          Set status
        </Button>
        {change.isError && !fields.bib && !fields.reason && <CallNotice {...callFailure(change.error)} />}
      </form>
      {setup && <StatusByList place={place} setup={setup} revision={revision} />}
      <Out place={place} revision={`${revision} ${out}`} />
    </div>
  );
});

/** Who has a status that a person set, each with the way back. */
function Out({ place, revision }: Revised & { place: Place }) {
  const correct = useCorrect(place.timedRace);
  const [open, setOpen] = useState(false);
  return (
    <section className="flex flex-col items-start gap-3" {...focusHome('who-is-out')}>
      <h3 id="who-is-out" tabIndex={-1} className="display scroll-mt-24 text-lg">
        Who is out
      </h3>
      <Button size="sm" aria-expanded={open} onPress={() => setOpen(!open)}>
        {open ? 'Hide the list' : 'Show the list'}
      </Button>
      {correct.isError && <CallNotice {...callFailure(correct.error)} />}
      {open && (
        <RunnersList
          race={place.timedRace}
          asked={{ list: 'out' }}
          label="Who is out"
          revision={revision}
          empty={<p className="text-ink-2">Nobody has the status DNF, DQ or DNS.</p>}
        >
          {({ bib }) => (
            <Button
              size="sm"
              aria-label={`As timed, bib ${bib}`}
              pending={correct.isPending && correct.variables.bib === bib}
              onPress={() => correct.mutate({ kind: 'status', bib, reason: deskCore().correctionReason('status') })}
            >
              As timed
            </Button>
          )}
        </RunnersList>
      )}
    </section>
  );
}
