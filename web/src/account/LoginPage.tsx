import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { CallError } from '@/api';
import { core } from '@/core';
import { Button, Notice, TextField } from '@/ui';
import { AccountFrame } from './AccountFrame';
import { useLogin } from './api';
import { PasswordField } from './PasswordField';
import { byField } from './problems';
import { returnTo } from './returnTo';

/** Logs in with a username or an e-mail address, then returns to the page that the visitor came from. */
export function LoginPage() {
  const { from } = useSearch({ strict: false }) as { from?: string };
  const navigate = useNavigate();
  const login = useLogin();
  const [problems, setProblems] = useState<Record<string, string>>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const form = { username: String(data.get('username') ?? ''), password: String(data.get('password') ?? '') };
    const found = byField(core().loginCheck(form));
    setProblems(found);
    if (Object.keys(found).length > 0 || login.isPending) return;
    login.mutate(form, {
      onSuccess: () => void navigate({ to: returnTo(from) as never, replace: true }),
      onError: (error) => error instanceof CallError && setProblems(error.fields),
    });
  };

  return (
    <AccountFrame title="Log in" bib="0001" lead={from ? 'Log in to go on to the page you asked for.' : undefined}>
      <Form onSubmit={submit} validationErrors={problems} validationBehavior="aria" className="flex flex-col gap-5">
        {login.isError && <Notice tone="error">{errorText(login.error)}</Notice>}
        <TextField name="username" label="Username or e-mail" autoComplete="username" autoFocus />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Link to="/forgotpass" className="link inline-flex min-h-11 items-center">
            Forgot password?
          </Link>
          <Button type="submit" tone="ink" pending={login.isPending} className="min-w-32">
            Log in
          </Button>
        </div>
      </Form>
    </AccountFrame>
  );
}

/** The server's message, or the core's for a request that got no response. */
export function errorText(error: unknown): string {
  if (error instanceof CallError) return error.message || core().loadFailure('race', error.outcome).text;
  return core().loadFailure('race', { outcome: 'unexpected' }).text;
}
