import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { AccountFrame } from '@/account/AccountFrame';
import { FormFailure } from '@/account/FormFailure';
import { NewPasswordField } from '@/account/NewPasswordField';
import { type Choice, OfferedResults } from '@/account/OfferedResults';
import { Outcome } from '@/account/Outcome';
import { useProblems } from '@/account/problems';
import { keepTabText, useTabForm } from '@/account/tabText';
import { type Answer, isLost, useOnce, useSession } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, Notice, TextField } from '@/ui';
import { type Standing, standingQuery, useAvailable, useCreate, usernameProblem } from './api';
import { HasAccount, RACER_FORM } from './RacerPage';
import { StandingGate } from './StandingGate';

const CREATE_FORM = 'createAccount';
const BLANK: { username: string; choices: Readonly<Record<string, Choice>> } = { username: '', choices: {} };

/** Finishes a sign-up: the username, the password, and which of the offered results are the person's own. */
export function CreateAccountPage() {
  const session = useSession();
  const standing = useQuery({ ...standingQuery, enabled: !session.loggedIn });
  const create = useCreate();
  // Whether the answer of a try was lost, and its cookies with it: then the sign-up is over and nobody is logged in.
  const [isInDoubt, setInDoubt] = useState(false);
  if (create.isSuccess && standing.data) return <Created made={create.data} standing={standing.data} />;
  // The answer to the form logs in, too.
  if (session.loggedIn && !create.isPending) return <HasAccount isInterrupted={Boolean(standing.data)} />;
  return (
    <AccountFrame title="Your account" bib="0006">
      {isInDoubt && standing.data === null ? (
        <ProbablyCreated />
      ) : (
        <StandingGate query={standing}>
          {(found) =>
            found.proved ? (
              <AccountForm key={found.id} standing={found} create={create} onLost={() => setInDoubt(true)} />
            ) : (
              <NotProved />
            )
          }
        </StandingGate>
      )}
    </AccountFrame>
  );
}

function ProbablyCreated() {
  return (
    <Outcome>
      <Notice tone="info" title="Your account is probably ready">
        {core().doubtText('account')}
      </Notice>
      <Link to="/login" className={buttonStyle({ tone: 'ink' })}>
        Log in
      </Link>
    </Outcome>
  );
}

function NotProved() {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="info">Confirm your e-mail address first.</Notice>
      <Link to="/verifyemail" className={buttonStyle({ tone: 'ink' })}>
        Type the code
      </Link>
    </div>
  );
}

function AccountForm({
  standing,
  create,
  onLost,
}: {
  standing: Standing;
  create: ReturnType<typeof useCreate>;
  /** Called when the answer was lost and nothing tells whether the account was made. */
  onLost: () => void;
}) {
  const problems = useProblems();
  const send = useOnce(create);
  const [{ username, choices }, change, forget] = useTabForm(`${CREATE_FORM} ${standing.id}`, BLANK);
  const about = [username, standing.FirstName, standing.LastName, standing.Email];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (problems.showFound(core().accountCheck(username, password))) return;
    const claims = standing.matches.map((one) => one.resultId).filter((id) => choices[id] === 'me');
    send(
      { Username: username, password, claims },
      {
        onSuccess: () => {
          forget();
          keepTabText(RACER_FORM, undefined);
        },
        onError: (error) => {
          problems.showRefused(error);
          if (isLost(error)) onLost();
        },
      },
    );
  };
  return (
    <form {...problems.form} onSubmit={submit} className="flex flex-col gap-6">
      <FormFailure error={create.error} />
      <UsernameField
        {...problems.field('Username')}
        value={username}
        onChange={(text) => {
          problems.field('Username').onChange();
          change((now) => ({ ...now, username: text }));
        }}
      />
      <NewPasswordField
        {...problems.field('password')}
        label="Password"
        hint="At least 10 characters. Three or four words that do not belong together are strong and easy to keep in mind."
        about={about}
      />
      <OfferedResults
        matches={standing.matches}
        choices={choices}
        onChoose={(id, choice) => change((now) => ({ ...now, choices: { ...now.choices, [id]: choice } }))}
      />
      <dl className="grid gap-x-4 gap-y-1 rounded-control bg-sunk p-4 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-2">Others see your results as</dt>
        <dd className="label">{standing.listedAs}</dd>
        <dt className="text-ink-2">When you choose to be private, as</dt>
        <dd className="label">{standing.listedPrivate}</dd>
      </dl>
      <p className="text-sm text-ink-2">
        By creating the account you accept the{' '}
        <Link to="/termsandconditions" className="link">
          terms and conditions
        </Link>{' '}
        and the{' '}
        <Link to="/privacypolicy" className="link">
          privacy policy
        </Link>
        .
      </p>
      <Button type="submit" tone="ink" pending={create.isPending} className="min-w-32 self-start">
        Create the account
      </Button>
    </form>
  );
}

/** The username, with whether it can be had as one types. */
function UsernameField({
  value,
  ...field
}: Omit<React.ComponentProps<typeof TextField>, 'label' | 'value'> & { value: string }) {
  // Asked once typing pauses.
  const [wanted, setWanted] = useState(value.trim());
  useEffect(() => {
    const timer = setTimeout(() => setWanted(value.trim()), 300);
    return () => clearTimeout(timer);
  }, [value]);
  const available = useAvailable(wanted);
  const problem = wanted === '' ? undefined : usernameProblem(wanted);
  const note = value.trim() === wanted ? (problem ?? available.data?.message) : undefined;
  return (
    <TextField
      {...field}
      label="Username"
      hint="It is part of your profile’s address."
      autoComplete="username"
      spellCheck="false"
      value={value}
      note={note ?? ''}
    />
  );
}

function Created({ made, standing }: { made: Answer<'post', 'createAccount'>; standing: Standing }) {
  const name = (id: string) => standing.matches.find((one) => one.resultId === id);
  return (
    <AccountFrame title="Welcome" bib="0007">
      <Outcome>
        <Notice tone="success">{made.message}</Notice>
        {made.claims.length > 0 && (
          <ul aria-label="Your results" className="flex flex-col gap-2">
            {made.claims.map(({ resultId, state }) => {
              const result = name(resultId);
              return (
                <li key={resultId} className="rounded-control border border-rule p-3">
                  <p className="label">
                    {result?.race}, {result?.contest}
                  </p>
                  <p className="text-sm text-ink-2">
                    {state === 'granted' ? 'In your account.' : 'Waits: an administrator compares it with your data.'}
                  </p>
                </li>
              );
            })}
          </ul>
        )}
        <Link to="/profile" className={buttonStyle({ tone: 'ink' })}>
          My Profile
        </Link>
      </Outcome>
    </AccountFrame>
  );
}
