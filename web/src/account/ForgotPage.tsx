import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { callWords } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, Notice, TextField } from '@/ui';
import { AccountFrame } from './AccountFrame';
import { useForgotPassword } from './api';
import { Outcome } from './Outcome';
import { useProblems } from './problems';

/** Requests a link to choose a new password. The message is the same whether or not the address has an account. */
export function ForgotPage() {
  const forgot = useForgotPassword();
  const problems = useProblems();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '');
    if (!problems.showFound(core().forgotCheck(email)) && !forgot.isPending) forgot.mutate(email.trim());
  };

  return (
    <AccountFrame
      title="Forgot password"
      bib="0002"
      lead="We send a link to choose a new one. It works once, within the hour."
    >
      {forgot.isSuccess ? (
        <Outcome>
          <Notice tone="success">{forgot.data.message}</Notice>
          <Link to="/login" className={buttonStyle()}>
            Back to login
          </Link>
        </Outcome>
      ) : (
        <form {...problems.form} onSubmit={submit} className="flex flex-col gap-5">
          {forgot.isError && <Notice tone="error">{callWords(forgot.error)}</Notice>}
          <TextField {...problems.field('email')} label="E-mail" type="email" autoComplete="email" autoFocus />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Link to="/login" className="link inline-flex min-h-11 items-center">
              Back to login
            </Link>
            <Button type="submit" tone="ink" pending={forgot.isPending}>
              Send the link
            </Button>
          </div>
        </form>
      )}
    </AccountFrame>
  );
}
