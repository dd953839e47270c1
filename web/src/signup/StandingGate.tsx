import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callWords } from '@/api';
import { buttonStyle, CallNotice, DelayedSkeleton, Notice, Skeleton } from '@/ui';
import type { Standing } from './api';

/** What a page of signing up shows until it knows where the sign-up stands, and when there is none. */
export function StandingGate({
  query,
  children,
}: {
  query: UseQueryResult<Standing | null>;
  children: (standing: Standing) => ReactNode;
}) {
  if (query.data) return children(query.data);
  if (query.data === null)
    return (
      <div className="flex flex-col gap-5">
        <Notice tone="info">No sign-up has begun on this device, or it was begun more than a day ago.</Notice>
        <Link to="/verifyRacer" className={buttonStyle({ tone: 'ink' })}>
          Begin to sign up
        </Link>
        <Link to="/login" className="link inline-flex min-h-11 items-center self-start">
          I have finished it: log in
        </Link>
      </div>
    );
  if (query.isError)
    return <CallNotice words={callWords(query.error)} loggedOut={false} onRetry={() => void query.refetch()} />;
  return (
    <DelayedSkeleton label="Loading your sign-up">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-32" />
      </div>
    </DelayedSkeleton>
  );
}
