import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AccountFrame } from '@/account/AccountFrame';
import { FormFailure } from '@/account/FormFailure';
import { useLinkToken } from '@/account/tabText';
import { callFailure, callWords, isMissing } from '@/api';
import {
  Button,
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  focusHome,
  Notice,
  Skeleton,
  siteName,
  useFocusHomes,
} from '@/ui';
import { type Choice, choiceQuery, useChoose } from './api';

/** The page of the link below an announcement: no more of them, and a way back. Opening it changes nothing, since scanners of mail do. */
export function UnsubscribePage() {
  const [token] = useLinkToken('/unsubscribe');
  useFocusHomes();
  return (
    <AccountFrame title="Announcements by mail" bib="0010">
      {token === undefined ? (
        <NoLink>Open the link of the mail again: this address alone does not say which mails it is about.</NoLink>
      ) : (
        <ChoiceOf key={token} token={token} />
      )}
    </AccountFrame>
  );
}

function NoLink({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-5">
      <Notice tone="info">{children}</Notice>
      <Link to="/tickets" search={{}} className={buttonStyle()}>
        Write to us
      </Link>
    </div>
  );
}

function ChoiceOf({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(choiceQuery(token));
  if (isMissing(error)) return <NoLink>{callWords(error)}</NoLink>;
  if (data) return <Chosen choice={data} token={token} />;
  if (error) return <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />;
  return (
    <DelayedSkeleton label="Loading your choice">
      <Skeleton className="h-32 w-full" />
    </DelayedSkeleton>
  );
}

function Chosen({ choice, token }: { choice: Choice; token: string }) {
  const choose = useChoose(token);
  const race = choice.raceName ?? 'this race';
  const button = (label: string, wanted: { race: boolean; all: boolean }, tone?: 'ink') => (
    <Button
      {...(tone ? { tone } : {})}
      isDisabled={choose.isPending}
      focusable
      className="wrap-anywhere whitespace-normal"
      onPress={() => choose.mutate(wanted)}
    >
      {label}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5" {...focusHome('choice')}>
      <FormFailure error={choose.error}>Nothing has changed yet: press again once you are back online.</FormFailure>
      <div id="choice" tabIndex={-1} className="outline-none">
        <Notice tone={choose.isSuccess ? 'success' : 'info'}>{choice.text}</Notice>
      </div>
      <div className="flex flex-col items-start gap-3">
        {choice.race || choice.all
          ? button('Send me mails again', { race: false, all: false }, 'ink')
          : button(`No more about ${race}`, { race: true, all: false }, 'ink')}
        {!choice.all && button('No announcements at all', { race: choice.race, all: true })}
      </div>
      <p className="text-sm text-ink-2">
        Announcements are what {siteName} mails to everybody who is entered in a race. A moved start is announced this
        way, too.
      </p>
    </div>
  );
}
