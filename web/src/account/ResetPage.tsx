import { Link, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { CallError, callWords } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, Notice } from '@/ui';
import { AccountFrame } from './AccountFrame';
import { useResetPassword } from './api';
import { NewPasswordField } from './NewPasswordField';
import { PasswordField } from './PasswordField';
import { useProblems } from './problems';

/** Sets a new password with the token from the e-mail. */
export function ResetPage() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  const reset = useResetPassword();
  const problems = useProblems();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    if (problems.showFound(core().resetCheck(password, String(data.get('repeated') ?? ''))) || reset.isPending) return;
    reset.mutate(
      { token: token ?? '', password },
      { onError: (error) => error instanceof CallError && problems.show(error.fields) },
    );
  };

  return (
    <AccountFrame title="Choose a new password" bib="0003">
      {reset.isSuccess ? (
        <div className="flex flex-col gap-5">
          <Notice tone="success">{reset.data.message}</Notice>
          <Link to="/login" className={buttonStyle({ tone: 'ink' })}>
            Log in
          </Link>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          {reset.isError && (
            <Notice tone="error">
              {callWords(reset.error)}{' '}
              <Link to="/forgotpass" className="link">
                Ask for a new link
              </Link>
            </Notice>
          )}
          <NewPasswordField {...problems.field('password')} label="New password" about={[]} />
          <PasswordField {...problems.field('repeated')} label="New password again" autoComplete="new-password" />
          <Button type="submit" tone="ink" pending={reset.isPending}>
            Set new password
          </Button>
        </form>
      )}
    </AccountFrame>
  );
}
