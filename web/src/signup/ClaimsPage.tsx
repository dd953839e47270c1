import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { callFailure, isLost } from '@/api';
import {
  Button,
  CallNotice,
  ConfirmDialog,
  DelayedSkeleton,
  dateAndClockOf,
  dayText,
  EmptyState,
  focusAfterDialog,
  focusHome,
  Skeleton,
  toast,
  useFocusHomes,
} from '@/ui';
import { claimKey, claimsQuery, useDecide, type WaitingClaim } from './api';

/** The claims of results that wait for an administrator, the oldest first, each with what there is to compare. */
export function ClaimsPage() {
  const { data, error, refetch } = useQuery(claimsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusHomes();
  return (
    <div className="column pt-8 pb-16 desk:pt-12" {...focusHome('claims-title')}>
      <h1 id="claims-title" ref={heading} tabIndex={-1} className="display text-3xl outline-none desk:text-4xl">
        Claims
      </h1>
      <p className="mt-2 max-w-[65ch] text-ink-2">
        Accounts that say a result is theirs, where the site could not decide: the date of birth is another one or not
        known, another account has the result, or several accounts have one name and birthday. A name and a birthday are
        only typed; the e-mail address of the race’s list of entrants tells more.
      </p>
      <div className="mt-6">
        {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
        {!data && !error && (
          <DelayedSkeleton label="Loading the claims">
            <Skeleton className="h-44 w-full" />
          </DelayedSkeleton>
        )}
        {data && data.claims.length === 0 && (
          <EmptyState title="No claim waits">
            When somebody signs up and the site can’t decide, it is shown here.
          </EmptyState>
        )}
        {data && data.claims.length > 0 && (
          <ul className="flex flex-col gap-4">
            {data.claims.map((claim) => (
              <Claim
                key={claimKey(claim)}
                claim={claim}
                onOver={(next) => {
                  // The question may still be closing.
                  focusAfterDialog(() => next ?? heading.current);
                }}
              />
            ))}
          </ul>
        )}
        {data && data.total > data.claims.length && data.claims.length > 0 && (
          <p className="mt-4 text-ink-2">
            The oldest {data.claims.length} of {data.total.toLocaleString('en-US')}.
          </p>
        )}
      </div>
    </div>
  );
}

function Claim({
  claim,
  onOver,
}: {
  claim: WaitingClaim;
  /** Called when it does not wait any more, with the title of the claim beside it. */
  onOver: (next: HTMLElement | null | undefined) => void;
}) {
  const item = useRef<HTMLLIElement>(null);
  const over = () => {
    const beside = item.current?.nextElementSibling ?? item.current?.previousElementSibling;
    onOver(beside?.querySelector('h2'));
  };
  const decide = useDecide(
    (message) => {
      toast.success(message);
      over();
    },
    (words) => {
      toast.error(words);
      over();
    },
  );
  const [asks, setAsks] = useState(false);
  const what = `${claim.username}: ${claim.race}, ${claim.contest}, bib ${claim.bib}`;
  const hiders = claim.namesakes.filter((one) => one.hides).map((one) => one.username);
  const needsQuestion = claim.heldBy !== '' || hiders.length > 0;
  const say = (grant: boolean) => decide.mutate({ claim, grant }, { onSettled: () => setAsks(false) });
  return (
    <li ref={item} className="rounded-card border border-rule bg-card p-4">
      <h2 tabIndex={-1} className="label text-lg break-words outline-none">
        {what}
      </h2>
      <p className="mt-1">{claim.why}</p>
      <table className="tabular mt-3 text-sm">
        <thead>
          <tr className="text-left text-ink-3">
            <td />
            <th scope="col" className="pr-6 font-semibold">
              Account
            </th>
            <th scope="col" className="font-semibold">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          <Compared label="Name" account={claim.name} result={claim.resultName} />
          <Compared label="Born" account={dayText(claim.born)} result={dayText(claim.resultBorn)} />
        </tbody>
      </table>
      {claim.heldBy && <p className="mt-2 text-sm text-ink-2">{claim.heldBy} has the result now.</p>}
      {claim.namesakes.length > 0 && (
        <p className="mt-2 text-sm break-words text-ink-2">
          {claim.username}’s account is of {madeText(claim.madeAt)}. Others of the name and birthday of the account or
          the result:{' '}
          {claim.namesakes
            .map(({ username, madeAt, hides }) => `${username}, of ${madeText(madeAt)}${hides ? ', hides it' : ''}`)
            .join('; ')}
          .
        </p>
      )}
      {isLost(decide.error) && (
        <div className="mt-3">
          <CallNotice {...callFailure(decide.error)} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          tone="ink"
          pending={decide.isPending}
          onPress={() => (needsQuestion ? setAsks(true) : say(true))}
          aria-label={`Grant: ${what}`}
        >
          Grant
        </Button>
        <Button pending={decide.isPending} onPress={() => say(false)} aria-label={`Refuse: ${what}`}>
          Refuse
        </Button>
        <Link
          to="/media/$raceID/$publicID"
          params={{ raceID: claim.raceID, publicID: claim.resultId }}
          className="link inline-flex min-h-11 items-center"
        >
          The result
        </Link>
      </div>
      <ConfirmDialog
        isOpen={asks}
        title={claim.heldBy ? `Take the result from ${claim.heldBy}?` : `Show the result as ${claim.username} chooses?`}
        confirmLabel="Grant the claim"
        pending={decide.isPending}
        onConfirm={() => say(true)}
        onClose={() => setAsks(false)}
      >
        {claim.heldBy && `${claim.heldBy} has this result now and loses it; ${claim.username} gets it. `}
        {hiders.length > 0 &&
          `Hidden by ${hiders.join(' and ')}, to whom a mail says what was decided. Afterwards others see it, entries under this name and later results as ${claim.username} chooses; what is hidden of earlier results stays hidden until it is granted, too.`}
      </ConfirmDialog>
    </li>
  );
}

/** When an account was made: who was first on one day decides, too. */
const madeText = (ms: number) => dateAndClockOf(ms, Intl.DateTimeFormat().resolvedOptions().timeZone);

function Compared({ label, account, result }: { label: string; account: string; result: string }) {
  return (
    <tr>
      <th scope="row" className="pr-4 text-left font-semibold text-ink-2">
        {label}
      </th>
      <td className="pr-6">{account || '–'}</td>
      <td>{result || 'not known'}</td>
    </tr>
  );
}
