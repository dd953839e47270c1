import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { AccountFrame } from '@/account/AccountFrame';
import { FormFailure } from '@/account/FormFailure';
import { useProblems } from '@/account/problems';
import { usePause } from '@/account/usePause';
import { useOnce, useSession } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, Notice, TextField } from '@/ui';
import { type Standing, standingQuery, useProve, useResend } from './api';
import { HasAccount } from './RacerPage';
import { StandingGate } from './StandingGate';

/** Proves the e-mail address of a sign-up by the code of the mail. */
export function EmailPage() {
  const session = useSession();
  const standing = useQuery({ ...standingQuery, enabled: !session.loggedIn });
  if (session.loggedIn) return <HasAccount isInterrupted={Boolean(standing.data)} />;
  return (
    <AccountFrame
      title="Confirm your e-mail"
      bib="0005"
      lead={standing.data && !standing.data.proved ? <SentTo email={standing.data.Email} /> : undefined}
    >
      <StandingGate query={standing}>
        {(found) =>
          found.proved ? (
            <Proved email={found.Email} />
          ) : (
            <CodeForm key={found.id} standing={found} fetchedAt={standing.dataUpdatedAt} />
          )
        }
      </StandingGate>
    </AccountFrame>
  );
}

function SentTo({ email }: { email: string }) {
  return (
    <>
      We sent six digits to <strong className="break-words text-ink">{email}</strong>. They work for 15 minutes; look
      among unwanted mail, too.
    </>
  );
}

function Proved({ email }: { email: string }) {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="success">
        <span className="break-words">{email}</span> is confirmed.
      </Notice>
      <Link to="/createaccount" className={buttonStyle({ tone: 'ink' })}>
        Go on
      </Link>
    </div>
  );
}

function CodeForm({ standing, fetchedAt }: { standing: Standing; fetchedAt: number }) {
  const prove = useProve();
  const send = useOnce(prove);
  const navigate = useNavigate();
  const problems = useProblems();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    if (problems.showFound(core().codeCheck(code)) || prove.isPending) return;
    send(code, {
      onSuccess: () => void navigate({ to: '/createaccount', replace: true }),
      onError: problems.showRefused,
    });
  };
  return (
    <div className="flex flex-col gap-6">
      <form {...problems.form} onSubmit={submit} className="flex flex-col gap-5">
        <FormFailure error={prove.error} />
        <TextField
          {...problems.field('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="max-w-52 [&_input]:tabular [&_input]:text-lg [&_input]:tracking-[0.2em]"
        />
        <Button type="submit" tone="ink" pending={prove.isPending} className="min-w-32 self-start">
          Confirm
        </Button>
      </form>
      <Resend standing={standing} fetchedAt={fetchedAt} />
    </div>
  );
}

function Resend({ standing, fetchedAt }: { standing: Standing; fetchedAt: number }) {
  const resend = useResend();
  const problems = useProblems();
  const [isOpen, setOpen] = useState(false);
  const pause = usePause(standing.resendFrom ?? undefined, fetchedAt);
  const isOver = standing.resendFrom == null;
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('Email') ?? '').trim();
    if (
      problems.showFound(
        core()
          .forgotCheck(email)
          .map((one) => ({ ...one, field: 'Email' })),
      ) ||
      resend.isPending
    )
      return;
    resend.mutate(email, {
      onSuccess: () => setOpen(false),
      onError: problems.showRefused,
    });
  };
  return (
    <section aria-label="Nothing arrived?" className="flex flex-col gap-4 border-t border-rule pt-5">
      <FormFailure error={resend.error} />
      {resend.isSuccess && <Notice tone="success">{resend.data.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          pending={resend.isPending}
          isDisabled={isOver || pause > 0}
          focusable
          onPress={() => resend.mutate(undefined)}
        >
          {pause > 0 && !isOver ? `Send another code in ${pause} s` : 'Send another code'}
        </Button>
        <Button tone="quiet" aria-expanded={isOpen} onPress={() => setOpen((now) => !now)}>
          Change the address
        </Button>
      </div>
      {isOver && (
        <p className="text-ink-2">
          No more codes are sent for this sign-up.{' '}
          <Link to="/verifyRacer" className="link">
            Begin again
          </Link>
        </p>
      )}
      {isOpen && (
        <form {...problems.form} onSubmit={change} className="flex flex-col gap-4">
          <TextField
            {...problems.field('Email')}
            label="Another e-mail address"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoFocus
          />
          <Button
            type="submit"
            pending={resend.isPending}
            isDisabled={isOver || pause > 0}
            focusable
            className="self-start"
          >
            {pause > 0 ? `Send a code to it in ${pause} s` : 'Send a code to it'}
          </Button>
        </form>
      )}
    </section>
  );
}
