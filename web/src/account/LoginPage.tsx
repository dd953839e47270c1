import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { CallError, callWords } from '@/api';
import { core } from '@/core';
import { Button, Notice, TextField } from '@/ui';
import { AccountFrame } from './AccountFrame';
import { useLogin } from './api';
import { PasswordField } from './PasswordField';
import { useProblems } from './problems';

/** Logs in with a username or an e-mail address, then returns to the page that the visitor came from. */
export function LoginPage() {
  const { from } = useSearch({ strict: false }) as { from?: string };
  const navigate = useNavigate();
  const login = useLogin();
  const problems = useProblems();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const form = { username: String(data.get('username') ?? ''), password: String(data.get('password') ?? '') };
    if (problems.showFound(core().loginCheck(form)) || login.isPending) return;
    login.mutate(form, {
      onSuccess: () => void navigate({ to: core().routeAfterLogin(from) as never, replace: true }),
      onError: (error) => error instanceof CallError && problems.show(error.fields),
    });
  };

  return (
    <AccountFrame title="Log in" bib="0001" lead={from ? 'Log in to go on to the page you asked for.' : undefined}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {login.isError && <Notice tone="error">{callWords(login.error)}</Notice>}
        <TextField {...problems.field('username')} label="Username or e-mail" autoComplete="username" autoFocus />
        <PasswordField {...problems.field('password')} label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Link to="/forgotpass" className="link inline-flex min-h-11 items-center">
            Forgot password?
          </Link>
          <Button type="submit" tone="ink" pending={login.isPending} className="min-w-32">
            Log in
          </Button>
        </div>
        <p className="border-t border-rule pt-4 text-ink-2">
          No account yet?{' '}
          <Link to="/verifyRacer" className="link inline-flex min-h-11 items-center">
            Create an account
          </Link>
        </p>
      </form>
    </AccountFrame>
  );
}
