import type { ReactNode } from 'react';
import { Button } from './Button';
import { LogInLink } from './LogInLink';
import { Notice } from './Notice';

/** What became of a call that failed, in words. */
export interface CallFailure {
  words: string;
  /** The session is over: the words lead to the login. */
  loggedOut: boolean;
}

/** A call that failed: why, and what can be done about it. */
export function CallNotice({
  words,
  loggedOut,
  onRetry,
  children,
}: CallFailure & {
  onRetry?: () => void;
  /** Said after the reason. */
  children?: ReactNode;
}) {
  return (
    <Notice tone="error">
      <p>
        {loggedOut ? <LogInLink className="link">{words}</LogInLink> : words} {children}
        {loggedOut && ' Then come back and try again: what you typed stays here.'}
      </p>
      {onRetry && (
        <Button size="sm" className="mt-2" onPress={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
