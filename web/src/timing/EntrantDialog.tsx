import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CallError, callFailure } from '@/api';
import { deskCore, type Entrant, type EntrantClash } from '@/core';
import { Button, CallNotice, Dialog, SelectField, TextField, toast } from '@/ui';
import { useDeskChange } from './api';
import { Clashes } from './Clashes';
import {
  deleteEntrant,
  type EntrantForm,
  entrantNow,
  formOf,
  historyQuery,
  postEntrant,
  putEntrant,
} from './entrantsApi';
import type { Place } from './types';

const BY_BIB = '-';
const FIELDS = [
  'bib',
  'chip',
  'firstname',
  'lastname',
  'gender',
  'dob',
  'age',
  'wave',
  'team',
  'town',
  'email',
] as const satisfies readonly (keyof EntrantForm)[];

/** The form of one entrant: adds a new one, or changes or withdraws the given one. What another user saved meanwhile is merged into it. */
export function EntrantDialog({
  timedRace,
  entrant,
  onClose,
}: Pick<Place, 'timedRace'> & {
  /** Undefined to add one. */
  entrant: Entrant | undefined;
  onClose: () => void;
}) {
  const id = useId();
  const contests = useQuery(historyQuery(timedRace)).data?.contests ?? [];
  const [before, setBefore] = useState(entrant && formOf(entrant));
  const [form, setForm] = useState(() => formOf(entrant ?? NOBODY));
  /** The fields that another user has changed differently, until this user has decided about them. */
  const [clashes, setClashes] = useState<readonly EntrantClash[]>([]);
  const clashesBox = useRef<HTMLDivElement>(null);
  const add = useDeskChange(timedRace, postEntrant);
  const change = useDeskChange(timedRace, putEntrant);
  const withdraw = useDeskChange(timedRace, deleteEntrant);
  const error = add.error ?? change.error ?? withdraw.error;
  const problems = error instanceof CallError ? error.fields : {};
  const set = (field: keyof EntrantForm) => (value: string) => {
    if (error) for (const one of [add, change, withdraw]) one.reset();
    setForm({ ...form, [field]: value });
  };
  const done = (words: string) => {
    toast.success(words);
    onClose();
  };
  const save = (seen: EntrantForm, after: EntrantForm, again = true) =>
    change.mutate(
      { before: seen, after },
      {
        onSuccess: ({ bib }) => done(`Bib ${bib} is changed`),
        onError: (problem) => {
          const now = entrantNow(problem);
          if (!now) return;
          const theirs = formOf(now);
          const merged = deskCore().entrantMerge(seen, after, theirs);
          const both = merged.form as EntrantForm;
          setBefore(theirs);
          setForm(both);
          setClashes(merged.clashes);
          // Without a clash there is nothing to decide: the changes of both users are saved.
          if (again && merged.clashes.length === 0) save(theirs, both, false);
          else if (merged.clashes.length > 0) change.reset();
        },
      },
    );
  const decide = (clash: EntrantClash, value: Partial<EntrantForm>) => {
    setForm({ ...form, ...value });
    setClashes(clashes.filter((one) => one !== clash));
  };
  const asks = clashes.length > 0;
  useEffect(() => {
    if (asks) clashesBox.current?.focus();
  }, [asks]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Another user's text must not be overwritten without a decision.
    if (asks) {
      clashesBox.current?.focus();
    } else if (before) {
      save(before, form);
    } else {
      add.mutate(form, { onSuccess: ({ bib }) => done(`Bib ${bib} is entered`) });
    }
  };
  const labels = new Map(
    deskCore()
      .columnChoices()
      .map((choice) => [choice.value, choice.label]),
  );
  // An entrant may be in a contest that the setup does not have any more.
  const named = [...new Set([...contests, form.contest])].filter(Boolean);
  const options = [{ id: BY_BIB, label: 'By bib' }, ...named.map((name) => ({ id: name, label: name }))];
  return (
    <Dialog
      title={before ? `Bib ${before.bib}` : 'Add an entrant'}
      isOpen
      onClose={onClose}
      actions={
        <>
          {before && (
            <Button
              tone="danger"
              pending={withdraw.isPending}
              onPress={() =>
                withdraw.mutate(before.bib, {
                  onSuccess: ({ bib }) => done(`Bib ${bib} is withdrawn; it can be undone`),
                })
              }
            >
              Withdraw
            </Button>
          )}
          <Button type="submit" form={id} tone="ink" pending={add.isPending || change.isPending}>
            {before ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      {asks && before && (
        <div ref={clashesBox} tabIndex={-1} className="mb-4 rounded-control">
          <Clashes
            title="This entrant has changed meanwhile"
            what={`bib ${before.bib}`}
            discard="Use what is saved instead"
            clashes={clashes}
            onTheirs={(clash) => decide(clash, { [clash.field]: clash.value })}
            onMine={(clash) => decide(clash, {})}
            onDiscard={() => {
              setForm(before);
              setClashes([]);
            }}
          />
        </div>
      )}
      <form id={id} onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={labels.get(field)}
            value={form[field]}
            onChange={set(field)}
            error={problems[field]}
            autoComplete="off"
            autoFocus={field === 'bib' && !before}
          />
        ))}
        <SelectField
          label={labels.get('contest')}
          value={form.contest || BY_BIB}
          onChange={(contest) => set('contest')(contest === BY_BIB ? '' : contest)}
          options={options}
          error={problems.contest}
        />
        {error && Object.keys(problems).length === 0 && (
          <div className="sm:col-span-2">
            <CallNotice {...callFailure(error)} />
          </div>
        )}
      </form>
    </Dialog>
  );
}

const NOBODY: Entrant = { bib: '', firstname: '', lastname: '', gender: '', contest: '' };
