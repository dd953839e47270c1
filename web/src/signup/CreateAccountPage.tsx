import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AccountFrame } from '@/account/AccountFrame';
import { FormFailure } from '@/account/FormFailure';
import { NewPasswordField } from '@/account/NewPasswordField';
import { type Choice, OfferedResults } from '@/account/OfferedResults';
import { useFirstProblem, useProblems } from '@/account/problems';
import { type Answer, CallError, useSession } from '@/api';
import { core } from '@/core';
import { Button, buttonStyle, Notice, TextField } from '@/ui';
import { type Standing, standingQuery, useAvailable, useCreate, usernameProblem } from './api';
import { HasAccount } from './RacerPage';
import { StandingGate } from './StandingGate';

/** Finishes a sign-up: the username, the password, and which of the offered results are the person's own. */
export function CreateAccountPage() {
  const session = useSession();
  const standing = useQuery({ ...standingQuery, enabled: !session.loggedIn });
  const create = useCreate();
  if (create.isSuccess && standing.data) return <Created made={create.data} standing={standing.data} />;
  if (session.loggedIn) return <HasAccount />;
  return (
    <AccountFrame title="Your account" bib="0006">
      <StandingGate query={standing}>
        {(found) => (found.proved ? <AccountForm standing={found} create={create} /> : <NotProved />)}
      </StandingGate>
    </AccountFrame>
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

function AccountForm({ standing, create }: { standing: Standing; create: ReturnType<typeof useCreate> }) {
  const problems = useProblems();
  const fields = useRef<HTMLFormElement>(null);
  const focusFirst = useFirstProblem(fields);
  const sent = useRef(false);
  const [username, setUsername] = useState('');
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const about = [username, standing.FirstName, standing.LastName, standing.Email];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending || sent.current) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (problems.showFound(core().accountCheck(username, password))) return focusFirst();
    const claims = standing.matches.map((one) => one.resultId).filter((id) => choices[id] === 'me');
    // A second press may come before the first one is rendered.
    sent.current = true;
    create.mutate(
      { Username: username, password, claims },
      {
        onSettled: () => {
          sent.current = false;
        },
        onError: (error) => {
          if (error instanceof CallError) problems.show(error.fields);
          focusFirst();
        },
      },
    );
  };
  return (
    <form ref={fields} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <FormFailure error={create.error} />
      <UsernameField
        {...problems.field('Username')}
        onTyped={(text) => {
          problems.field('Username').onChange();
          setUsername(text);
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
        onChoose={(id, choice) => setChoices((now) => ({ ...now, [id]: choice }))}
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
  onTyped,
  onChange: _,
  ...field
}: Omit<React.ComponentProps<typeof TextField>, 'label' | 'onChange'> & {
  onTyped: (text: string) => void;
  onChange?: () => void;
}) {
  const [typed, setTyped] = useState('');
  // Asked once typing pauses.
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  const available = useAvailable(wanted);
  const problem = wanted === '' ? undefined : usernameProblem(wanted);
  const note = typed.trim() === wanted ? (problem ?? available.data?.message) : undefined;
  return (
    <TextField
      {...field}
      label="Username"
      hint="It is part of your profile’s address."
      autoComplete="username"
      spellCheck="false"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onTyped(text);
      }}
      note={note ?? ''}
    />
  );
}

function Created({ made, standing }: { made: Answer<'post', 'createAccount'>; standing: Standing }) {
  const name = (id: string) => standing.matches.find((one) => one.resultId === id);
  // The form that had the focus is gone.
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => news.current?.focus(), []);
  return (
    <AccountFrame title="Welcome" bib="0007">
      <div ref={news} tabIndex={-1} className="flex flex-col gap-5 outline-none">
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
                    {state === 'granted'
                      ? 'In your account.'
                      : 'Waits: a person of the site compares it with your data.'}
                  </p>
                </li>
              );
            })}
          </ul>
        )}
        <Link to="/profile" className={buttonStyle({ tone: 'ink' })}>
          My Profile
        </Link>
      </div>
    </AccountFrame>
  );
}
