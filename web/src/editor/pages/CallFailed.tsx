import type { ReactNode } from 'react';
import { callFailure } from '@/api';
import { CallNotice } from '@/ui';

/** Reports a failed request: the reason, and what the user can do. */
export function CallFailed({
  error,
  ...more
}: {
  error: unknown;
  onRetry?: () => void;
  /** Text after the reason. */
  children?: ReactNode;
}) {
  return <CallNotice {...callFailure(error)} {...more} />;
}
