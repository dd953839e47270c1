import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { CallError, callFailure } from '@/api';
import { deskCore, type Entrant, type EntrantMerge } from '@/core';
import { Button, CallNotice, Dialog, Notice, SelectField, TextField, toast } from '@/ui';
import { useDeskChange } from './api';
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
  'email',
] as const satisfies readonly (keyof EntrantForm)[];

/** The form of one entrant: adds a new one, or changes or withdraws the given one. */
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
  const [merged, setMerged] = useState<EntrantMerge>();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (before) {
      change.mutate(
        { before, after: form },
        {
          onSuccess: ({ bib }) => done(`Bib ${bib} is changed`),
          onError: (refused) => {
            const others = entrantNow(refused);
            if (!others) return;
            // Nothing typed is lost: what only one of both changed is kept, what both changed is decided here.
            const theirs = formOf(others);
            const found = deskCore().entrantMerge(before, form, theirs);
            change.reset();
            setBefore(theirs);
            setForm(found.form as EntrantForm);
            setMerged(found);
          },
        },
      );
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
        {merged && (
          <div className="sm:col-span-2">
            <Notice tone="info">
              <p>{merged.text}</p>
              <ul className="mt-2 flex flex-col items-start gap-2">
                {merged.clashes.map((clash) => (
                  <li key={clash.field}>
                    <Button
                      size="sm"
                      onPress={() => {
                        set(clash.field as keyof EntrantForm)(clash.theirs);
                        setMerged({ ...merged, clashes: merged.clashes.filter((one) => one !== clash) });
                      }}
                    >
                      {clash.label}: take theirs, {clash.theirs || 'blank'}
                    </Button>
                  </li>
                ))}
              </ul>
            </Notice>
          </div>
        )}
      </form>
    </Dialog>
  );
}

const NOBODY: Entrant = { bib: '', firstname: '', lastname: '', gender: '', contest: '' };
