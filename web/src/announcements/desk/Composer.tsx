import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { useProblems } from '@/account/problems';
import { useTabForm } from '@/account/tabText';
import { type AnnouncementForm, deskCore } from '@/core';
import { Button, newKey, TextAreaField, TextField } from '@/ui';
import { type OfRace, type OneRace, useTest } from './api';
import { MailPreview } from './MailPreview';
import { SendDialog } from './SendDialog';

/** How long typing must pause until what stands there is checked and shown as the mail of the server, in milliseconds. */
const PAUSE_MS = 600;

/** An announcement while it is written, and the key that makes a repetition of its sending the same one. */
export type Draft = AnnouncementForm & { key: string };

/** An empty announcement with a key of its own. */
const blank = (): Draft => ({ subject: '', text: '', key: newKey() });

/** The form of an announcement, with its preview. What is typed is kept in this tab, also across a reload. */
export function Composer({
  race,
  data,
  onSent,
}: {
  race: OneRace;
  data: OfRace;
  /** Called with the number of the announcement, once the server has it. */
  onSent: (id: string) => void;
}) {
  const [draft, change] = useTabForm<Draft>(`announcement:${data.raceID}`, blank());
  const form: AnnouncementForm = { subject: draft.subject, text: draft.text };
  const settled = useSettled(form);
  const problems = useProblems();
  const [tried, setTried] = useState(false);
  const [asks, setAsks] = useState(false);
  const test = useTest(race);
  const writing = useRef<HTMLDivElement>(null);
  // A placeholder that is just being typed is none yet.
  const unknown = deskCore()
    .announcementCheck(settled)
    .filter(({ code }) => code === 'unknown_placeholder');

  const set = (name: keyof AnnouncementForm, text: string) => {
    change((now) => ({ ...now, [name]: text }));
    const found = tried ? deskCore().announcementCheck({ ...form, [name]: text }) : [];
    problems.showAt(name, found.find((one) => one.field === name)?.message);
    test.reset();
  };
  const field = (name: keyof AnnouncementForm) => ({
    name,
    value: draft[name],
    error: problems.field(name).error ?? unknown.find((one) => one.field === name)?.message,
    onChange: (text: string) => set(name, text),
  });
  const isRight = () => {
    setTried(true);
    return !problems.showFound(deskCore().announcementCheck(form));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight()) setAsks(true);
  };
  const insert = (token: string) => {
    const text = writing.current?.querySelector('textarea');
    if (!text) return;
    const [from, to] = [text.selectionStart, text.selectionEnd];
    set('text', draft.text.slice(0, from) + token + draft.text.slice(to));
    // Once the text is there.
    requestAnimationFrame(() => {
      text.focus();
      text.setSelectionRange(from + token.length, from + token.length);
    });
  };
  const people = data.audience.people;

  return (
    <section aria-labelledby="compose" className="print:hidden">
      <h2 id="compose" className="display text-2xl">
        Write to the entrants
      </h2>
      <div className="mt-4 grid items-start gap-8 desk:grid-cols-2">
        <form {...problems.form} onSubmit={submit} aria-label="Announcement" className="flex min-w-0 flex-col gap-5">
          <FormFailure error={test.error} />
          <TextField {...field('subject')} label="Subject" autoComplete="off" />
          <div ref={writing}>
            <TextAreaField {...field('text')} label="Text" rows={10} />
          </div>
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="mb-2 text-sm text-ink-2">Filled in for each person:</legend>
            {deskCore()
              .announcementPlaceholders()
              .map(({ token, meaning }) => (
                <Button key={token} size="sm" onPress={() => insert(token)} aria-label={`Insert ${token}: ${meaning}`}>
                  {token}
                </Button>
              ))}
          </fieldset>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" tone="ink" isDisabled={people === 0} focusable>
              {deskCore().announcementQuestion(data.race, people).confirm}
            </Button>
            <Button pending={test.isPending} onPress={() => isRight() && test.mutate(form)}>
              Send a test to me
            </Button>
          </div>
          <p role="status" className="text-success empty:hidden">
            {test.isSuccess && test.data.message}
          </p>
        </form>
        <MailPreview race={race} data={data} form={form} settled={settled} />
      </div>
      {asks && (
        <SendDialog
          race={race}
          data={data}
          draft={draft}
          onNewKey={() => change((now) => ({ ...now, key: newKey() }))}
          onClose={() => setAsks(false)}
          onSent={(id) => {
            change(blank);
            onSent(String(id));
          }}
        />
      )}
    </section>
  );
}

/** What is typed, once typing has paused. */
function useSettled(form: AnnouncementForm): AnnouncementForm {
  const [settled, setSettled] = useState(form);
  const { subject, text } = form;
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ subject, text }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [subject, text]);
  return settled;
}
