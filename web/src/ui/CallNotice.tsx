import type { ReactNode } from 'react';
import { Button } from './Button';
import { LogInLink } from './LogInLink';
import { Notice } from './Notice';

/** The description of a failed request. */
export interface CallFailure {
  words: string;
  /** Whether it failed because the session has ended: the text is then a link to the login. */
  loggedOut: boolean;
}

/** The message for a failed request: the reason, and a button to try again. */
export function CallNotice({
  words,
  loggedOut,
  onRetry,
  children,
}: CallFailure & {
  onRetry?: () => void;
  /** Shown after the reason. */
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
