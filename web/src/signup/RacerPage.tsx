import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { AccountFrame } from '@/account/AccountFrame';
import { FormFailure } from '@/account/FormFailure';
import { GENDERS } from '@/account/genders';
import { useProblems } from '@/account/problems';
import { useTabForm } from '@/account/tabText';
import { isLost, useOnce, useSession } from '@/api';
import { core, defaultZone, type RacerForm, todayIn } from '@/core';
import { Button, buttonStyle, Notice, SelectField, TextField } from '@/ui';
import { hasBegun, useBegin } from './api';

/** The key of what was typed, which this tab keeps until there is an account. */
export const RACER_FORM = 'verifyRacer';
const BLANK: RacerForm = { FirstName: '', LastName: '', DOB: '', Gender: '', Email: '', CellPhone: '' };

/** Begins to sign up: who races, and where the code is sent. */
export function RacerPage() {
  const session = useSession();
  const begin = useBegin();
  const send = useOnce(begin);
  const navigate = useNavigate();
  const problems = useProblems();
  const [form, change] = useTabForm(RACER_FORM, BLANK);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (begin.isPending) return;
    if (problems.showFound(core().racerCheck(form, todayIn(defaultZone())))) return;
    send(form.CellPhone ? form : { ...form, CellPhone: undefined }, {
      onSuccess: () => void navigate({ to: '/verifyemail' }),
      onError: problems.showRefused,
    });
  };
  const hasTyped = Object.values(form).some(Boolean);
  const field = (name: keyof RacerForm & string) => {
    const { onChange, ...rest } = problems.field(name);
    return {
      ...rest,
      value: form[name] ?? '',
      onChange: (text: string) => {
        onChange();
        change((now) => ({ ...now, [name]: text }));
      },
    };
  };

  if (session.loggedIn) return <HasAccount isInterrupted={hasTyped} />;
  return (
    <AccountFrame
      title="Create an account"
      bib="0004"
      lead="Your results in one place, and you decide who sees them. First: who are you?"
    >
      <form {...problems.form} onSubmit={submit} className="flex flex-col gap-5">
        {/* After a failure there is one way on: this form. */}
        {hasBegun() && !begin.isError && (
          <Notice tone="info">
            You have begun to sign up.{' '}
            <Link to="/verifyemail" className="link">
              Go on with it
            </Link>
            , or begin again here.
          </Notice>
        )}
        <FormFailure error={begin.error}>
          {isLost(begin.error) &&
            'A code may be on its way all the same. Of two mails, the code of the last one works.'}
        </FormFailure>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('FirstName')} label="First name" autoComplete="given-name" />
          <TextField {...field('LastName')} label="Last name" autoComplete="family-name" />
        </div>
        <TextField
          {...field('DOB')}
          label="Date of birth"
          hint="Such as June 15, 1990. It finds your age group and your results; nobody else sees it."
          autoComplete="bday"
        />
        <SelectField {...field('Gender')} label="Gender" hint="As you are listed in results." options={GENDERS} />
        <TextField
          {...field('Email')}
          label="E-mail"
          hint="We send a code to it."
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <TextField
          {...field('CellPhone')}
          label="Phone (optional)"
          hint="If you give one, we may call it about a race that you have entered, and for nothing else."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Link to="/login" className="link inline-flex min-h-11 items-center">
            I have an account
          </Link>
          <Button type="submit" tone="ink" pending={begin.isPending} className="min-w-32">
            Send the code
          </Button>
        </div>
      </form>
    </AccountFrame>
  );
}

/** What somebody who has an account sees on the pages of signing up, and who was signing up while somebody logged in in another tab. */
export function HasAccount({ isInterrupted }: { isInterrupted: boolean }) {
  const session = useSession();
  const username = session.loggedIn ? session.profile.Username : '';
  return (
    <AccountFrame
      title="You have an account"
      bib="0004"
      lead={
        <span className="wrap-anywhere">
          You are logged in as <strong className="text-ink">{username}</strong>. One person has one account.
        </span>
      }
    >
      <div className="flex flex-col items-start gap-5">
        {isInterrupted && (
          <Notice tone="info" title="A sign-up was under way here">
            <span className="wrap-anywhere">
              It ended when {username} was logged in in this browser, and what was typed for it is not used. To sign
              somebody else up, log {username} out and begin again.
            </span>
          </Notice>
        )}
        <Link to="/profile" className={buttonStyle({ tone: 'ink' })}>
          My Profile
        </Link>
      </div>
    </AccountFrame>
  );
}
