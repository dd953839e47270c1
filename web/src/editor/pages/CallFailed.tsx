import type { ReactNode } from 'react';
import { callFailure } from '@/api';
import { CallNotice } from '@/ui';

/** A call that failed: why, and what can be done about it. */
export function CallFailed({
  error,
  ...more
}: {
  error: unknown;
  onRetry?: () => void;
  /** Said after the reason. */
  children?: ReactNode;
}) {
  return <CallNotice {...callFailure(error)} {...more} />;
}
