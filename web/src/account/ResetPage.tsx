import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { callFailure, callWords } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, CallNotice, DelayedSkeleton, Notice, Skeleton } from '@/ui';
import { AccountFrame } from './AccountFrame';
import { resetLinkQuery, useResetPassword } from './api';
import { NewPasswordField } from './NewPasswordField';
import { Outcome } from './Outcome';
import { PasswordField } from './PasswordField';
import { useProblems } from './problems';
import { useLinkToken } from './tabText';

/** Sets a new password with the token from the e-mail. */
export function ResetPage() {
  const [token, forget] = useLinkToken('/resetpass');
  const reset = useResetPassword();
  return (
    <AccountFrame title="Choose a new password" bib="0003">
      {reset.isSuccess ? (
        <Outcome>
          <Notice tone="success">{reset.data.message}</Notice>
          <Link to="/login" className={buttonStyle({ tone: 'ink' })}>
            Log in
          </Link>
        </Outcome>
      ) : token === undefined ? (
        <NewLink words="Open the link of the mail again: this address alone does not say whose password it is." />
      ) : (
        <CheckedForm key={token} token={token} reset={reset} onUsed={forget} />
      )}
    </AccountFrame>
  );
}

/** Why the link does not work, and the way to another one. */
function NewLink({ words }: { words: string }) {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="info">{words}</Notice>
      <Link to="/forgotpass" className={buttonStyle({ tone: 'ink' })}>
        Ask for a new link
      </Link>
    </div>
  );
}

interface LinkProps {
  token: string;
  reset: ReturnType<typeof useResetPassword>;
  /** Called once the link is used up. */
  onUsed: () => void;
}

/** The form, once the link is known to work: nobody types a password for nothing. */
function CheckedForm(props: LinkProps) {
  const { data, error, refetch } = useQuery(resetLinkQuery(props.token));
  if (data) return 'refusal' in data ? <NewLink words={data.refusal} /> : <PasswordForm {...props} {...data} />;
  if (error) return <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />;
  return (
    <DelayedSkeleton label="Checking the link">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-40" />
      </div>
    </DelayedSkeleton>
  );
}

function PasswordForm({ token, reset, onUsed, username }: LinkProps & { username: string }) {
  const problems = useProblems();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    if (problems.showFound(core().resetCheck(password, String(data.get('repeated') ?? ''))) || reset.isPending) return;
    reset.mutate({ token, password }, { onSuccess: onUsed, onError: problems.showRefused });
  };
  return (
    <form {...problems.form} onSubmit={submit} className="flex flex-col gap-5">
      {reset.isError && (
        <Notice tone="error">
          {callWords(reset.error)}{' '}
          <Link to="/login" className="link">
            Log in
          </Link>{' '}
          <Link to="/forgotpass" className="link">
            Ask for a new link
          </Link>
        </Notice>
      )}
      <p className="wrap-anywhere">
        For the account <strong>{username}</strong>.
      </p>
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordField {...problems.field('password')} label="New password" about={[username]} />
      <PasswordField {...problems.field('repeated')} label="New password again" autoComplete="new-password" />
      <Button type="submit" tone="ink" pending={reset.isPending} className="self-start">
        Set new password
      </Button>
    </form>
  );
}
