import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { callFailure, isMissing, useSession } from '@/api';
import {
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  NO_PAGE_NAME,
  Notice,
  ShareButton,
  Skeleton,
  usePageName,
} from '@/ui';
import { type Visited, visitedQuery } from './api';
import { History } from './History';
import { ProfileHead } from './ProfileHead';
import { MineSkeleton } from './ProfilePage';
import { Achievements, Bests, Figures, Part } from './Summary';

/** A profile as others see it; its owner and administrators see what is private, too. */
export function VisitingPage() {
  const { Username } = useParams({ strict: false }) as { Username: string };
  const asPublic = (useSearch({ strict: false }) as { as?: string }).as === 'public';
  const session = useSession();
  const { data: read, error, refetch } = useQuery(visitedQuery(Username, asPublic));
  // What was read before is shown no more once there is nothing to see: the account has become private.
  const data = isMissing(error) ? undefined : read;
  usePageName(data ? data.name || data.Username : isMissing(error) ? NO_PAGE_NAME : '');
  const own = session.loggedIn && session.profile.Username.toLowerCase() === Username.toLowerCase();
  const seesAll = own || (session.loggedIn && session.profile.role === 'admin');
  const view = (
    <Seen username={data?.Username ?? Username} asPublic={asPublic} own={own} isPrivate={data?.isPrivate ?? false} />
  );
  if (data)
    return (
      <div className="column pt-8 pb-16 desk:pt-12">
        {seesAll && view}
        <Profile profile={data} own={own} units={session.loggedIn ? session.profile.units : 'mi'} />
      </div>
    );
  if (isMissing(error))
    return (
      <div className="column py-12">
        <h1 className="sr-only">Profile</h1>
        {seesAll && asPublic && view}
        <EmptyState
          title="No profile to see"
          actions={
            <Link to="/results" className={buttonStyle({ tone: 'ink' })}>
              Results
            </Link>
          }
        >
          {callFailure(error).words}
        </EmptyState>
      </div>
    );
  if (error)
    return (
      <div className="column py-12">
        <h1 className="display mb-6 text-3xl">Profile</h1>
        <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      <h1 className="sr-only">Profile</h1>
      <DelayedSkeleton label="Loading the profile">
        <div className="flex gap-6">
          <Skeleton className="size-28 shrink-0 sm:size-36" />
          <div className="flex-1">
            <Skeleton className="h-10 w-2/3" />
            <Skeleton className="mt-3 h-5 w-1/3" />
          </div>
        </div>
      </DelayedSkeleton>
      <MineSkeleton />
    </div>
  );
}

/** Whose eyes the page is seen with, for the owner and administrators, with the other view. */
function Seen({
  username,
  asPublic,
  own,
  isPrivate,
}: {
  username: string;
  asPublic: boolean;
  own: boolean;
  isPrivate: boolean;
}) {
  const words = asPublic
    ? 'This is what everybody sees.'
    : isPrivate
      ? own
        ? 'Only you and administrators see this: your account is private.'
        : 'Only the owner and administrators see this: the account is private.'
      : own
        ? 'This is your own view of your profile.'
        : 'You see this as an administrator.';
  return (
    <div className="mb-6 print:hidden">
      <Notice tone="info">
        {words}{' '}
        <Link
          to="/profile/$Username"
          params={{ Username: username }}
          search={(asPublic ? {} : { as: 'public' }) as never}
          replace
          className="link inline-flex min-h-11 items-center"
        >
          {asPublic ? (own ? 'Your own view' : 'The administrators’ view') : 'View as the public sees it'}
        </Link>
        {own && (
          <>
            {' · '}
            <Link to="/profile" className="link inline-flex min-h-11 items-center">
              My Profile
            </Link>
          </>
        )}
      </Notice>
    </div>
  );
}

function Profile({ profile, own, units }: { profile: Visited; own: boolean; units: 'mi' | 'km' }) {
  const { summary, results } = profile;
  const { top1, top3, titles, activeTitle } = summary.achievements;
  const finishes = results.filter(({ result }) => result.status === 'finished').length;
  const name = profile.name || profile.Username;
  return (
    <>
      <ProfileHead username={profile.Username} name={profile.name} picture={profile.ProfilePicture} title={activeTitle}>
        {!profile.isPrivate && <ShareButton title={name} />}
      </ProfileHead>
      {results.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="No results yet">
            {own
              ? 'As soon as a result is yours, it is shown here.'
              : `Published results of ${name} will be shown here.`}
          </EmptyState>
        </div>
      ) : (
        <>
          <Figures summary={summary} finishes={finishes} />
          {(top1 || top3 || titles.length > 0) && (
            <Part id="achievements" title="Achievements">
              <Achievements summary={summary} all={false} />
              {titles.length > 0 && <Titles titles={titles} />}
            </Part>
          )}
          {summary.bests.length > 0 && (
            <Part id="bests" title="Best times">
              <Bests bests={summary.bests} units={units} />
            </Part>
          )}
          <Part id="results" title="Results">
            <History results={results} units={units} />
          </Part>
        </>
      )}
    </>
  );
}

/** How many titles are shown at once. */
const SHOWN_TITLES = 5;

function Titles({ titles }: { titles: readonly string[] }) {
  const different = titles.filter((title, at) => titles.indexOf(title) === at);
  const rest = different.slice(SHOWN_TITLES);
  const list = (some: readonly string[]) => (
    <ul className="flex flex-col gap-2">
      {some.map((title) => (
        <li key={title} className="flex items-start gap-2">
          <Award size={20} className="mt-[3px] shrink-0 text-line" aria-hidden="true" />
          {title}
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-4">
      {list(different.slice(0, SHOWN_TITLES))}
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="link flex min-h-11 w-fit cursor-pointer items-center">
            {rest.length} more {rest.length === 1 ? 'title' : 'titles'}
          </summary>
          {list(rest)}
        </details>
      )}
    </div>
  );
}
