import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye, EyeOff, Printer, Settings } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Choice, OfferedResults } from '@/account/OfferedResults';
import { ToLogin } from '@/account/ToLogin';
import { callFailure, myResultsQuery, type Profile, useOnce } from '@/api';
import { BibTag } from '@/racekit';
import {
  Button,
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  LogInLink,
  Notice,
  SelectField,
  Skeleton,
} from '@/ui';
import { type MyResults, type Summary, useClaim, useOwnProfile, useSetTitle } from './api';
import { History } from './History';
import { ProfileHead } from './ProfileHead';
import { Achievements, Bests, Figures, Part } from './Summary';

/** My Profile: the own results and what they amount to, coming races, and results that are offered. */
export function ProfilePage() {
  const { profile, loggedOut, error, retry } = useOwnProfile();
  const mine = useQuery({ ...myResultsQuery, enabled: profile !== undefined && !loggedOut });
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      {loggedOut && (profile ? <LoggedOut /> : <ToLogin />)}
      {profile && <Own profile={profile} title={mine.data?.summary.achievements.activeTitle} />}
      {!profile && error && (
        <>
          <h1 className="display mb-6 text-3xl">My Profile</h1>
          <CallNotice {...callFailure(error)} onRetry={retry} />
        </>
      )}
      {!profile && !error && !loggedOut && (
        <>
          <h1 className="sr-only">My Profile</h1>
          <HeadSkeleton />
        </>
      )}
      {profile && mine.error && (
        <div className="mt-8">
          <CallNotice {...callFailure(mine.error)} onRetry={() => void mine.refetch()} />
        </div>
      )}
      {profile && mine.data && <Mine profile={profile} mine={mine.data} />}
      {profile && !mine.data && !mine.error && !loggedOut && <MineSkeleton />}
    </div>
  );
}

function LoggedOut() {
  return (
    <div className="mb-6">
      <Notice tone="error">
        You were logged out. <LogInLink className="link">Log in again</LogInLink>, then come back to this page.
      </Notice>
    </div>
  );
}

const ROLES: Record<string, string> = { user: 'Runner', admin: 'Administrator', timer: 'Timing crew' };

function Own({ profile, title }: { profile: Profile; title: string | undefined }) {
  const name = `${profile.FirstName} ${profile.LastName}`.trim();
  const Icon = profile.isPrivate ? EyeOff : Eye;
  return (
    <>
      <ProfileHead
        username={profile.Username}
        name={name}
        picture={profile.ProfilePicture}
        title={title ?? ''}
        role={ROLES[profile.role] ?? profile.role}
      >
        <Link to="/edit" className={buttonStyle()}>
          <Settings size={18} aria-hidden="true" />
          Account Settings
        </Link>
      </ProfileHead>
      {profile.heldBack && (
        <div className="mt-6 print:hidden">
          <Notice tone="info">
            This site asks administrators for a passkey. Until you log in with one, the pages for administrators stay
            closed.{' '}
            <Link to="/edit" hash="passkeys" className="link">
              Add a passkey
            </Link>
          </Notice>
        </div>
      )}
      <p className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 border-l-4 border-line pl-3 md:flex md:items-center print:hidden">
        <Icon size={20} className="mt-1 shrink-0 text-ink-3 md:mt-0" aria-hidden="true" />
        <span>{seenAs(profile)}</span>
        <Link
          to="/profile/$Username"
          params={{ Username: profile.Username }}
          search={{ as: 'public' } as never}
          className="link col-start-2 inline-flex min-h-11 items-center"
        >
          As others see you
        </Link>
      </p>
    </>
  );
}

function seenAs({ isPrivate, listedAs }: Profile): string {
  if (isPrivate) return 'Your account is private: others see neither this profile nor your name in results.';
  const name = listedAs.trim();
  return name === '' ? 'Your account is public.' : `Your account is public: others see your results as ${name}.`;
}

function Mine({ profile, mine }: { profile: Profile; mine: MyResults }) {
  const { results, summary, coming, offered, waiting } = mine;
  const finishes = results.filter(({ result }) => result.status === 'finished').length;
  const isKnown = profile.DOB !== '' && profile.LastName !== '';
  const isEmpty = results.length === 0 && offered.length === 0 && waiting.length === 0;
  return (
    <>
      <Offers offered={offered} />
      {isEmpty && <NotLinked isKnown={isKnown} />}
      {waiting.length > 0 && (
        <Part id="waiting" title="Waiting" className="print:hidden">
          <p className="mb-3 text-ink-2">
            You said that these results are yours. An administrator compares them with your data.
          </p>
          <ul className="rounded-control border border-rule bg-card">
            {waiting.map(({ race, contest, claimedAt }) => (
              <li key={`${race} ${contest} ${claimedAt}`} className="border-b border-rule px-4 py-3 last:border-0">
                <span className="label">
                  {race}, {contest}
                </span>
                <span className="block text-sm text-ink-2">Since {dayOf(claimedAt)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Coming coming={coming} />
      {results.length > 0 && (
        <>
          <Figures summary={summary} finishes={finishes} />
          <Part id="achievements" title="Achievements" className="print:hidden">
            <Achievements summary={summary} all />
            <TitleChoice summary={summary} />
          </Part>
          {summary.bests.length > 0 && (
            <Part id="bests" title="Best times">
              <Bests bests={summary.bests} units={profile.units} />
            </Part>
          )}
          <Part
            id="results"
            title="Results"
            aside={
              <Button size="sm" className="print:hidden" onPress={() => window.print()}>
                <Printer size={18} aria-hidden="true" />
                Print
              </Button>
            }
          >
            <History results={results} units={profile.units} />
          </Part>
        </>
      )}
      {isKnown && <Missing />}
    </>
  );
}

const dayOf = (ms: number) => new Date(ms).toLocaleDateString('en-US', { dateStyle: 'long' });

/** Published results of the person's name and age, and what the person says about them. */
function Offers({ offered }: { offered: MyResults['offered'] }) {
  const claim = useClaim();
  const say = useOnce(claim);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const news = useRef<HTMLDivElement>(null);
  const said = claim.data;
  // The form that had the focus may be gone.
  useEffect(() => {
    if (said) news.current?.focus();
  }, [said]);
  if (offered.length === 0 && !said) return null;
  const chosen = (choice: Choice) => offered.map((one) => one.resultId).filter((id) => choices[id] === choice);
  const waits = said?.claims.filter(({ state }) => state === 'waiting').length ?? 0;
  return (
    <div className="mt-8 flex flex-col gap-4 print:hidden">
      {said && (
        <div ref={news} tabIndex={-1} className="outline-none">
          <Notice tone="success">
            {said.message}
            {waits > 0 && ' An administrator compares what could not be decided; it waits below until then.'}
          </Notice>
        </div>
      )}
      {offered.length > 0 && (
        <div className="rounded-bib border border-control bg-card p-4 sm:p-6">
          <OfferedResults
            matches={offered}
            choices={choices}
            onChoose={(id, choice) => setChoices((now) => ({ ...now, [id]: choice }))}
          />
          {claim.isError && (
            <div className="mt-4">
              <CallNotice {...callFailure(claim.error)} />
            </div>
          )}
          <Button
            tone="ink"
            className="mt-4"
            focusable
            isDisabled={chosen('me').length + chosen('not').length === 0}
            pending={claim.isPending}
            onPress={() =>
              say(
                { claims: chosen('me'), notMine: chosen('not'), missing: false },
                // What is saved can't be sent again, should the list be an old one.
                { onSuccess: () => setChoices({}) },
              )
            }
          >
            Save what I chose
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says that a result is missing: it may be one that another account hides, which an administrator then looks at. */
function Missing() {
  const claim = useClaim();
  const say = useOnce(claim);
  return (
    <div className="mt-6 flex flex-col items-start gap-3 print:hidden">
      {claim.isError && <CallNotice {...callFailure(claim.error)} />}
      {!claim.isSuccess && (
        <Button pending={claim.isPending} onPress={() => say({ claims: [], notMine: [], missing: true })}>
          A result of mine is missing
        </Button>
      )}
      <p role="status" className="max-w-[65ch] text-ink-2 empty:hidden">
        {claim.data?.message}
      </p>
    </div>
  );
}

/** What to do when the account has no results. */
function NotLinked({ isKnown }: { isKnown: boolean }) {
  return (
    <div className="mt-8">
      <EmptyState
        title="Not linked to a racer yet"
        actions={
          isKnown ? (
            <Link to="/results" className={buttonStyle({ tone: 'ink' })}>
              Look through the results
            </Link>
          ) : (
            <Link to="/edit" hash="details" className={buttonStyle({ tone: 'ink' })}>
              Add your name and date of birth
            </Link>
          )
        }
      >
        {isKnown
          ? 'No published result of your name and age can be offered to you. As soon as there is one, this page asks you whether it is yours. If you ran under another name, change your name under Account Settings.'
          : 'Results are found by your name and your date of birth, and your account does not have both. Once it has, this page shows the results that may be yours.'}
      </EmptyState>
    </div>
  );
}

/** The races for which the person is on a start list. */
function Coming({ coming }: { coming: MyResults['coming'] }) {
  if (coming.length === 0) return null;
  return (
    <Part id="coming" title="Coming races" className="print:hidden">
      <ul className="grid gap-3 md:grid-cols-2">
        {coming.map((one) => (
          <li
            key={`${one.race} ${one.contest} ${one.bib}`}
            className="flex items-start gap-4 rounded-bib border border-rule bg-card p-4"
          >
            <div className="w-20 shrink-0">
              <BibTag bib={one.bib || '–'} distance={one.contest} />
            </div>
            <div className="min-w-0">
              <p className="label text-lg leading-tight">
                <Link to="/race/$RaceName" params={{ RaceName: one.race }} className="link inline-block wrap-anywhere">
                  {one.race}
                </Link>
              </p>
              {one.canceled && <p className="label mt-1 text-live">Canceled</p>}
              <p className="mt-1 text-sm text-ink-2">{[one.date, startOf(one)].filter(Boolean).join(' · ')}</p>
              <p className="text-sm text-ink-2">
                {[one.contest, one.wave, one.bib ? '' : 'no bib yet'].filter(Boolean).join(' · ')}
              </p>
              {!one.canceled && one.bib && (
                <Link
                  to="/RaceDaySearch/$RaceName"
                  params={{ RaceName: one.race }}
                  search={{ q: one.bib } as never}
                  className="link inline-flex min-h-11 items-center"
                >
                  Start, pen and packet
                  <span className="sr-only"> of {one.race}</span>
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** When the runner starts, else when the race begins. */
function startOf({ startsAt, firstStart }: MyResults['coming'][number]): string {
  if (startsAt) return `your start ${startsAt}`;
  return firstStart && `first start ${firstStart}`;
}

/** Chooses the title that the profile shows; it is saved at once. */
function TitleChoice({ summary }: { summary: Summary }) {
  const { titles, activeTitle } = summary.achievements;
  const save = useSetTitle();
  if (titles.length === 0) return null;
  const options = [
    { id: NONE, label: 'No title' },
    ...titles.filter((title, at) => titles.indexOf(title) === at).map((title) => ({ id: title, label: title })),
  ];
  const shown = save.isPending ? save.variables : activeTitle;
  return (
    <div className="mt-6 flex max-w-xl flex-col gap-3">
      <SelectField
        label="Title on your profile"
        hint="One of those that you won. It is shown below your name."
        options={options}
        value={shown || NONE}
        onChange={(id) => save.mutate(id === NONE ? '' : id)}
      />
      {save.isError && <CallNotice {...callFailure(save.error)} />}
      <p role="status" className="text-sm text-success empty:hidden">
        {save.isSuccess && save.data.message}
      </p>
    </div>
  );
}

/** The option for no title: a list's item has a key that is not empty. */
const NONE = '-';

function HeadSkeleton() {
  return (
    <DelayedSkeleton label="Loading your profile">
      <div className="flex gap-6">
        <Skeleton className="size-28 shrink-0 sm:size-36" />
        <div className="flex-1">
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="mt-3 h-5 w-1/3" />
        </div>
      </div>
      <Skeleton className="mt-6 h-6 w-full max-w-xl" />
    </DelayedSkeleton>
  );
}

/** The shape of the figures, the best times and the results. */
export function MineSkeleton() {
  return (
    <DelayedSkeleton label="Loading the results">
      <Skeleton className="mt-8 h-28 w-full" />
      <Skeleton className="mt-12 h-8 w-48" />
      <Skeleton className="mt-4 h-40 w-full" />
      <Skeleton className="mt-12 h-8 w-40" />
      <Skeleton className="mt-4 h-72 w-full" />
    </DelayedSkeleton>
  );
}
