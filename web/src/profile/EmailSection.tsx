import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { PasswordField } from '@/account/PasswordField';
import { useProblems } from '@/account/problems';
import { usePause } from '@/account/usePause';
import { callWords, isMissing, type Profile } from '@/api';
import { core } from '@/core';
import { Button, Notice, type NoticeTone, TextField } from '@/ui';
import { useBeginEmail, useGiveUpEmail, useProveEmail } from './api';
import { useUnsaved } from './unsaved';

type Change = NonNullable<Profile['emailChange']>;

/** Another e-mail address, proved by a code that is sent to it. */
export function EmailSection({ profile, fetchedAt }: { profile: Profile; fetchedAt: number }) {
  const change = profile.emailChange;
  // An object, since the same sentence may be said again.
  const [news, setNews] = useState<{ words: string; tone: NoticeTone }>();
  const say = (words: string, tone: NoticeTone = 'success') => setNews({ words, tone });
  const box = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone once the step is done.
  useEffect(() => {
    if (news) box.current?.focus();
  }, [news]);
  return (
    <div className="flex max-w-xl flex-col gap-5">
      <p>
        Your address is <strong className="wrap-anywhere">{profile.Email}</strong>. You can log in with it, and mails go
        to it.
      </p>
      <div ref={box} tabIndex={-1} className="outline-none empty:hidden">
        {news && <Notice tone={news.tone}>{news.words}</Notice>}
      </div>
      {change ? (
        <Waiting change={change} fetchedAt={fetchedAt} onNews={say} />
      ) : (
        <AddressForm submitLabel="Send a code to it" onNews={say} />
      )}
    </div>
  );
}

/** The form with a new address and the present password, which sends a code. Another code to the same address takes no password. */
function AddressForm({
  submitLabel,
  email = '',
  pause = 0,
  onNews,
}: {
  submitLabel: string;
  email?: string;
  /** Seconds for which no other code is sent. */
  pause?: number;
  onNews: (message: string) => void;
}) {
  const begin = useBeginEmail();
  const problems = useProblems();
  const [typed, setTyped] = useState(email);
  const [password, setPassword] = useState('');
  const isAgain = email !== '' && typed.trim() === email;
  useUnsaved('email', typed !== email || password !== '');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (begin.isPending || pause > 0) return;
    if (!isAgain && problems.showFound(core().emailChangeCheck(typed.trim(), password))) return;
    begin.mutate(isAgain ? { email } : { email: typed.trim(), password }, {
      onSuccess: ({ message }) => onNews(message),
      onError: problems.showRefused,
    });
  };
  const { onChange: clearEmail, ...emailField } = problems.field('email');
  const { onChange: clearPassword, ...passwordField } = problems.field('password');
  return (
    <form {...problems.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormFailure error={begin.error} />
      <TextField
        {...emailField}
        label="New e-mail address"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={typed}
        onChange={(text) => {
          clearEmail();
          setTyped(text);
        }}
      />
      {!isAgain && (
        <PasswordField
          {...passwordField}
          label="Present password"
          autoComplete="current-password"
          onChange={(text) => {
            clearPassword();
            setPassword(text);
          }}
        />
      )}
      <Button
        type="submit"
        tone="ink"
        pending={begin.isPending}
        isDisabled={pause > 0}
        focusable
        className="self-start"
      >
        {pause > 0 ? `${submitLabel} in ${pause} s` : submitLabel}
      </Button>
    </form>
  );
}

/** A new address that waits for its code. */
function Waiting({
  change,
  fetchedAt,
  onNews,
}: {
  change: Change;
  fetchedAt: number;
  onNews: (message: string, tone?: NoticeTone) => void;
}) {
  const prove = useProveEmail();
  const giveUp = useGiveUpEmail();
  const problems = useProblems();
  const [isOpen, setOpen] = useState(false);
  const pause = usePause(change.resendFrom ?? undefined, fetchedAt);
  const isOver = change.resendFrom == null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    if (prove.isPending) return;
    if (problems.showFound(core().codeCheck(code))) return;
    // Not in the options of the mutation: this form may be gone by then.
    prove.mutateAsync(code).then(
      ({ message }) => onNews(message),
      (error: unknown) => {
        if (isMissing(error)) onNews(callWords(error), 'info');
        else problems.showRefused(error);
      },
    );
  };
  return (
    <>
      <form {...problems.form} onSubmit={submit} className="flex flex-col gap-5 border-l-4 border-line pl-4">
        <p>
          We sent six digits to <strong className="wrap-anywhere">{change.email}</strong>. They work until{' '}
          {new Date(change.codeExpiresAt).toLocaleTimeString('en-US', { timeStyle: 'short' })}; look among unwanted
          mail, too.
        </p>
        <FormFailure error={prove.error ?? giveUp.error} />
        <TextField
          {...problems.field('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-52 [&_input]:tabular [&_input]:text-lg [&_input]:tracking-[0.2em]"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="ink" pending={prove.isPending}>
            Confirm the address
          </Button>
          <Button
            pending={giveUp.isPending}
            onPress={() => giveUp.mutate(undefined, { onSuccess: ({ message }) => onNews(message) })}
          >
            Keep my present address
          </Button>
        </div>
      </form>
      {isOver ? (
        <p className="text-ink-2">No more codes are sent to new addresses today.</p>
      ) : (
        <Button tone="quiet" aria-expanded={isOpen} className="self-start" onPress={() => setOpen((now) => !now)}>
          Nothing arrived?
        </Button>
      )}
      {isOpen && !isOver && (
        <AddressForm
          key={change.email}
          email={change.email}
          pause={pause}
          submitLabel="Send another code"
          onNews={(message) => {
            setOpen(false);
            onNews(message);
          }}
        />
      )}
    </>
  );
}
