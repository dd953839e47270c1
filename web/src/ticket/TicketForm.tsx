import { type FormEvent, useEffect, useState } from 'react';
import { useProblems } from '@/account/problems';
import { core } from '@/core';
import { Button, SelectField, TextAreaField, TextField } from '@/ui';
import { type Draft, type FieldName, formOf } from './form';

/** The fields of a ticket. They are checked when it is submitted; after a first failure each field is checked while it is edited. */
export function TicketForm({
  draft,
  change,
  onSubmit,
  pending,
  error,
  autoFocus,
}: {
  draft: Draft;
  change: (next: (now: Draft) => Draft) => void;
  /** Called when nothing is missing. */
  onSubmit: () => void;
  pending: boolean;
  /** The last refusal of the server. */
  error: unknown;
  /** Whether the first field takes the focus: when the form takes the place of something that had it. */
  autoFocus: boolean;
}) {
  const problems = useProblems();
  const [tried, setTried] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is shown once, when it comes.
  useEffect(() => {
    if (error) problems.showRefused(error);
  }, [error]);

  const set = (name: FieldName, text: string) => {
    const next = { ...draft, [name]: text };
    change((now) => ({ ...now, [name]: text }));
    const found = tried ? core().ticketCheck(formOf(next)) : [];
    problems.showAt(name, found.find((one) => one.field === name)?.message);
  };
  const field = (name: FieldName) => ({
    name,
    error: problems.field(name).error,
    value: draft[name],
    onChange: (text: string) => set(name, text),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problems.showFound(core().ticketCheck(formOf(draft)))) onSubmit();
  };

  return (
    <form {...problems.form} onSubmit={submit} aria-label="Support ticket" className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" autoComplete="name" autoFocus={autoFocus} />
        <TextField {...field('contact')} label="E-mail or phone" autoComplete="email" inputMode="email" />
      </div>
      <SelectField
        {...field('requestType')}
        label="Request type"
        options={core()
          .ticketTypes()
          .map((type) => ({ id: type, label: type }))}
      />
      <TextField {...field('title')} label="Title" hint="What it is about, in a few words." autoComplete="off" />
      {core().ticketNeedsRace(draft.requestType) && (
        <TextAreaField
          {...field('raceDetails')}
          label="Race details"
          hint="Which race, your bib if you have one, and what happened."
          rows={3}
        />
      )}
      <TextAreaField {...field('description')} label="Description" rows={6} />
      <Button type="submit" tone="ink" pending={pending} className="min-w-40 self-start">
        Submit ticket
      </Button>
    </form>
  );
}
