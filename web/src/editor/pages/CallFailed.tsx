import type { ReactNode } from 'react';
import { CallError, callWords } from '@/api';
import { Button, Notice } from '@/ui';
import { LogIn } from './LogIn';

/** A call that failed: why, and what can be done about it. */
export function CallFailed({
  error,
  onRetry,
  children,
}: {
  error: unknown;
  onRetry?: () => void;
  /** Said after the reason. */
  children?: ReactNode;
}) {
  return (
    <Notice tone="error">
      <p>
        {callWords(error)} {children}
      </p>
      {error instanceof CallError && error.status === 401 && <LogIn />}
      {onRetry && (
        <Button size="sm" className="mt-2" onPress={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
