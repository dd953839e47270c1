import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError, callWords, useSession } from '@/api';
import { core } from '@/core';
import { Button, Notice, Switch, TextField } from '@/ui';
import { AccountFrame } from './AccountFrame';
import { demandedPasskey, useLogin, usePasskeyLogin } from './api';
import { PasswordField } from './PasswordField';
import { useProblems } from './problems';
import { hasPasskeys, type PasskeyCeremony, passkeyWords } from './webauthn';

/** Logs in with a username or an e-mail address, or with a passkey, then returns to the page that the visitor came from. */
export function LoginPage() {
  const { from } = useSearch({ strict: false }) as { from?: string };
  const session = useSession();
  const navigate = useNavigate();
  const login = useLogin();
  const passkey = usePasskeyLogin();
  const problems = useProblems();
  const [remember, setRemember] = useState(true);
  const [demanded, setDemanded] = useState<PasskeyCeremony>();
  const submitButton = useRef<HTMLButtonElement>(null);
  const goOn = () => void navigate({ to: core().routeAfterLogin(from) as never, replace: true });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const form = { username: String(data.get('username') ?? ''), password: String(data.get('password') ?? '') };
    if (problems.showFound(core().loginCheck(form)) || login.isPending) return;
    passkey.reset();
    login.mutate(
      { ...form, remember },
      {
        onSuccess: goOn,
        onError: (error) => {
          const ceremony = demandedPasskey(error);
          if (ceremony) setDemanded(ceremony);
          else problems.showRefused(error);
        },
      },
    );
  };
  const cancel = () => {
    setDemanded(undefined);
    login.reset();
    // The form is shown again, with what was typed.
    requestAnimationFrame(() => submitButton.current?.focus());
  };

  return (
    <AccountFrame
      title={demanded ? 'Confirm with your passkey' : 'Log in'}
      bib="0001"
      lead={from && !demanded ? 'Log in to go on to the page you asked for.' : undefined}
    >
      <form {...problems.form} hidden={demanded !== undefined} onSubmit={submit} className="flex flex-col gap-5">
        {session.loggedIn && !login.isSuccess && !passkey.isSuccess && (
          <Notice tone="info">
            You are logged in as {session.profile.Username}.{' '}
            <Link to="/profile" className="link">
              My Profile
            </Link>
            , or log in with another account here.
          </Notice>
        )}
        {login.isError && !demandedPasskey(login.error) && <Notice tone="error">{callWords(login.error)}</Notice>}
        {passkey.isError && <Notice tone="error">{passkeyWords(passkey.error)}</Notice>}
        <TextField {...problems.field('username')} label="Username or e-mail" autoComplete="username" autoFocus />
        <PasswordField {...problems.field('password')} label="Password" autoComplete="current-password" />
        <Switch isSelected={remember} onChange={setRemember}>
          <span>
            <span className="label block text-sm">Keep me logged in</span>
            <span className="block text-sm text-ink-2">{core().loginStayText(remember)}</span>
          </span>
        </Switch>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Link to="/forgotpass" className="link inline-flex min-h-11 items-center">
            Forgot password?
          </Link>
          <Button ref={submitButton} type="submit" tone="ink" pending={login.isPending} className="min-w-32">
            Log in
          </Button>
        </div>
        {hasPasskeys() && (
          <Button
            wide
            pending={passkey.isPending}
            onPress={() => {
              login.reset();
              passkey.mutate({ remember }, { onSuccess: goOn });
            }}
          >
            <KeyRound size={18} aria-hidden="true" />
            Log in with a passkey
          </Button>
        )}
        <p className="border-t border-rule pt-4 text-ink-2">
          No account yet?{' '}
          <Link to="/verifyRacer" className="link inline-flex min-h-11 items-center">
            Create an account
          </Link>
        </p>
      </form>
      {demanded && <PasskeyStep ceremony={demanded} remember={remember} onDone={goOn} onCancel={cancel} />}
    </AccountFrame>
  );
}

/** The second step of a login whose account has a passkey that the site demands. */
function PasskeyStep({
  ceremony,
  remember,
  onDone,
  onCancel,
}: {
  ceremony: PasskeyCeremony;
  remember: boolean;
  onDone: () => void;
  onCancel: () => void;
}) {
  const passkey = usePasskeyLogin();
  const able = hasPasskeys();
  const lead = useRef<HTMLParagraphElement>(null);
  const begun = useRef(false);
  const confirm = () => passkey.mutate({ demanded: ceremony, remember }, { onSuccess: onDone });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step is shown.
  useEffect(() => {
    lead.current?.focus();
    // The press of Log in asked for it; a browser that wants another press refuses, and the button is there.
    if (able && !begun.current) confirm();
    begun.current = true;
  }, []);
  // A refusal of the server has used the ceremony up.
  const isOver = passkey.error instanceof CallError && passkey.error.status !== undefined;
  return (
    <div className="flex flex-col gap-5">
      <p ref={lead} tabIndex={-1} className="text-ink-2 outline-none">
        Your password is right. This account needs one of its passkeys as well: your device asks for your finger, your
        face or its code.
      </p>
      {!able && (
        <Notice tone="error">This browser has no passkeys. Log in on a device on which you have made one.</Notice>
      )}
      {passkey.isError && <Notice tone="error">{passkeyWords(passkey.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        {able && !isOver && (
          <Button tone="ink" pending={passkey.isPending} onPress={confirm}>
            <KeyRound size={18} aria-hidden="true" />
            {passkey.isError ? 'Try again' : 'Use your passkey'}
          </Button>
        )}
        <Button onPress={onCancel}>Back to the password</Button>
      </div>
    </div>
  );
}
