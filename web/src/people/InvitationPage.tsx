import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import { AccountFrame } from '@/account/AccountFrame';
import { FormFailure } from '@/account/FormFailure';
import { NewPasswordField } from '@/account/NewPasswordField';
import { Outcome } from '@/account/Outcome';
import { useProblems } from '@/account/problems';
import { useLinkToken, useTabForm } from '@/account/tabText';
import { type Answer, CallError, callFailure, callWords, useOnce, useSession } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, CallNotice, DelayedSkeleton, Notice, Skeleton, TextField } from '@/ui';
import { type Offer, offerQuery, useAccept } from './api';

/** The page of an invitation's link: what it offers, and the ways to accept it. */
export function InvitationPage() {
  const [token, forget] = useLinkToken('/invitation');
  const accept = useAccept();
  if (accept.isSuccess) return <Accepted made={accept.data} onShown={forget} />;
  return (
    <AccountFrame title="Invitation" bib="0008">
      {token === undefined ? <NoToken /> : <OfferOf key={token} token={token} accept={accept} />}
    </AccountFrame>
  );
}

type Accept = ReturnType<typeof useAccept>;

function NoToken() {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="info">
        Open the link of the mail again: this address alone does not say which invitation it is.
      </Notice>
      <Link to="/home" className={buttonStyle()}>
        Home
      </Link>
    </div>
  );
}

function OfferOf({ token, accept }: { token: string; accept: Accept }) {
  const session = useSession();
  const { data, error, refetch } = useQuery(offerQuery(token, session.loggedIn ? session.profile.Username : undefined));
  // A link that worked a moment ago may be used up, by an acceptance whose answer was lost.
  if (data && !isVoid(error)) return <Choices offer={data} token={token} accept={accept} />;
  if (isVoid(error))
    return (
      <Notice tone="error">
        {callWords(error)} <PerhapsAccepted />
      </Notice>
    );
  if (error instanceof CallError && error.status === 400) return <Notice tone="error">{callWords(error)}</Notice>;
  if (error) return <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />;
  return (
    <DelayedSkeleton label="Loading the invitation">
      <Skeleton className="h-32 w-full" />
    </DelayedSkeleton>
  );
}

/** Whether a link was refused because it does not work: it is also used up by an acceptance whose answer was lost. */
const isVoid = (error: unknown) => error instanceof CallError && error.refusal?.code === 'LINK_VOID';

/** What is said in addition when a link does not work, and the way to the login. */
function PerhapsAccepted() {
  return (
    <>
      {core().doubtText('invitation')}{' '}
      <Link to="/login" className="link inline-flex min-h-6 items-center">
        Log in
      </Link>
    </>
  );
}

/** Why an invitation could not be accepted. */
const AcceptFailure = ({ error }: { error: unknown }) => (
  <FormFailure error={error}>{isVoid(error) && <PerhapsAccepted />}</FormFailure>
);

function Choices({ offer, token, accept }: { offer: Offer; token: string; accept: Accept }) {
  const send = useOnce(accept);
  const until = new Date(offer.expiresAt).toLocaleDateString('en-US', { dateStyle: 'long' });
  const other = (words: string) => (
    <p className="border-t border-rule pt-4 text-ink-2">
      <Link to="/login" search={{ from: '/invitation' } as never} className="link inline-flex min-h-11 items-center">
        {words}
      </Link>
    </p>
  );
  return (
    <div className="flex flex-col gap-5">
      <p className="text-lg">{offer.offer}</p>
      <p className="tabular text-sm text-ink-2">
        Sent to {offer.email}. The link works once, until {until}.
      </p>
      {offer.username !== undefined && offer.hasRole ? (
        <>
          <Notice tone="info">Your account {offer.username} can do this already.</Notice>
          {other('Log in with another account')}
        </>
      ) : offer.username !== undefined ? (
        <>
          <AcceptFailure error={accept.error} />
          <p>Your account gets the role, and you are logged out on every other device.</p>
          <Button
            tone="ink"
            className="self-start wrap-anywhere"
            pending={accept.isPending}
            onPress={() => send({ offer, token })}
          >
            Accept as {offer.username}
          </Button>
          {other('Log in with another account')}
        </>
      ) : offer.hasAccount ? (
        <>
          <Notice tone="info">There is an account with this e-mail address. Log in first; then you can accept.</Notice>
          <Link to="/login" search={{ from: '/invitation' } as never} className={buttonStyle({ tone: 'ink' })}>
            Log in
          </Link>
        </>
      ) : (
        <>
          <NewAccount offer={offer} token={token} accept={accept} />
          {other('I have an account already')}
        </>
      )}
    </div>
  );
}

/** The form of a new account; the link proves its e-mail address. */
function NewAccount({ offer, token, accept }: { offer: Offer; token: string; accept: Accept }) {
  const send = useOnce(accept);
  const problems = useProblems();
  const [{ username }, change, forget] = useTabForm(`invitation ${offer.email}`, { username: '' });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (accept.isPending) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (problems.showFound(core().accountCheck(username, password))) return;
    send(
      { offer, token, Username: username, password },
      {
        onSuccess: forget,
        onError: problems.showRefused,
      },
    );
  };
  return (
    <form {...problems.form} onSubmit={submit} className="flex flex-col gap-5">
      <AcceptFailure error={accept.error} />
      <TextField
        {...problems.field('Username')}
        label="Username"
        hint="It is part of your profile’s address."
        autoComplete="username"
        spellCheck="false"
        value={username}
        onChange={(text) => {
          problems.field('Username').onChange();
          change(() => ({ username: text }));
        }}
      />
      <NewPasswordField
        {...problems.field('password')}
        label="Password"
        hint="At least 10 characters. Three or four words that do not belong together are strong and easy to keep in mind."
        about={[username, offer.email]}
      />
      <Button type="submit" tone="ink" pending={accept.isPending} className="min-w-32 self-start">
        Create the account and accept
      </Button>
    </form>
  );
}

function Accepted({ made, onShown }: { made: Answer<'post', 'acceptInvitation'>; onShown: () => void }) {
  // The link is used up.
  useEffect(onShown, [onShown]);
  return (
    <AccountFrame title="Welcome" bib="0009">
      <Outcome>
        <Notice tone="success">{made.message}</Notice>
        <Link to="/Timing" search={{}} className={buttonStyle({ tone: 'ink' })}>
          Timing
        </Link>
      </Outcome>
    </AccountFrame>
  );
}
