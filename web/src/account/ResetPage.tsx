import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { CallError } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, Notice } from '@/ui';
import { AccountFrame } from './AccountFrame';
import { useResetPassword } from './api';
import { errorText } from './LoginPage';
import { PasswordField } from './PasswordField';
import { byField } from './problems';

/** Sets a new password with the token from the e-mail. */
export function ResetPage() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  const reset = useResetPassword();
  const [problems, setProblems] = useState<Record<string, string>>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    const found = byField(core().resetCheck(password, String(data.get('repeated') ?? '')));
    setProblems(found);
    if (Object.keys(found).length > 0 || reset.isPending) return;
    reset.mutate(
      { token: token ?? '', password },
      { onError: (error) => error instanceof CallError && setProblems(error.fields) },
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
        <Form onSubmit={submit} validationErrors={problems} validationBehavior="aria" className="flex flex-col gap-5">
          {reset.isError && (
            <Notice tone="error">
              {errorText(reset.error)}{' '}
              <Link to="/forgotpass" className="link">
                Ask for a new link
              </Link>
            </Notice>
          )}
          <PasswordField name="password" label="New password" autoComplete="new-password" />
          <PasswordField name="repeated" label="New password again" autoComplete="new-password" />
          <Button type="submit" tone="ink" pending={reset.isPending}>
            Set new password
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
