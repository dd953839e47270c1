import type { ReactNode } from 'react';
import { Button } from './Button';
import { LogInLink } from './LogInLink';
import { Notice } from './Notice';

/** The description of a failed request. */
export interface CallFailure {
  words: string;
  /** Whether it failed because the session has ended: the text is then a link to the login. */
  loggedOut: boolean;
  /** Whether it failed because the site demands a passkey: a link to where one is added takes the place of trying again. */
  needsPasskey?: boolean;
}

/** The message for a failed request: the reason, and a button to try again. */
export function CallNotice({
  words,
  loggedOut,
  needsPasskey = false,
  onRetry,
  children,
}: CallFailure & {
  onRetry?: (() => void) | undefined;
  /** Shown after the reason. */
  children?: ReactNode;
}) {
  return (
    <Notice tone="error">
      <p>
        {loggedOut ? <LogInLink className="link">{words}</LogInLink> : words} {children}
        {loggedOut && ' Then come back and try again: what you typed stays here.'}
      </p>
      {needsPasskey && (
        <a href="/edit#passkeys" className="link inline-flex min-h-11 items-center">
          Account Settings
        </a>
      )}
      {onRetry && !needsPasskey && (
        <Button size="sm" className="mt-2" onPress={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
