import { type FormEvent, useId, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, SelectField, TextField, toast } from '@/ui';
import { putStatus, useDeskChange } from './api';
import type { DeskProps } from './types';

/** Sets a runner's status DNF, DQ or DNS, which only a person can decide (DESIGN §5). */
export function StatusPanel({ timedRace }: DeskProps) {
  const [bib, setBib] = useState('');
  const choices = deskCore().statusChoices();
  const [choice, setChoice] = useState<string>(() => choices.find((one) => one.value)?.value ?? '');
  const timed = useId();
  const change = useDeskChange(timedRace, putStatus);
  const failure = callFailure(change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const status = choices.find((one) => one.value === choice)?.value ?? null;
    change.mutate(
      { bib: bib.trim(), status },
      {
        onSuccess: () => {
          toast.success(status ? `Bib ${bib.trim()}: ${status}` : `Bib ${bib.trim()} is as timed again`);
          setBib('');
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4">
      <p className="max-w-prose text-ink-2">
        The clock never says that somebody gave up. A runner with one of these has no rank and comes last; “As timed”
        takes it back.
      </p>
      <div className="flex w-full flex-wrap items-end gap-3">
        <TextField
          label="Bib"
          value={bib}
          onChange={(text) => {
            setBib(text);
            if (change.isError) change.reset();
          }}
          inputMode="numeric"
          isRequired
          className="w-32"
          error={change.isError && !failure.loggedOut ? failure.words : undefined}
        />
        <SelectField
          label="Status"
          value={choice}
          onChange={setChoice}
          className="min-w-56"
          options={choices.map((one) => ({ id: one.value ?? timed, label: one.label }))}
        />
        <Button type="submit" tone="ink" pending={change.isPending}>
          Set status
        </Button>
      </div>
      {failure.loggedOut && <CallNotice {...failure} />}
    </form>
  );
}
