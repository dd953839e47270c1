import { useEffect, useState } from 'react';

/** The pause before another code, in seconds, counted on this device: its clock may be another one than the server's. */
export function usePause(resendFrom: number | undefined, fetchedAt: number): number {
  const [now, setNow] = useState(Date.now);
  const pause = Math.min(Math.max((resendFrom ?? 0) - fetchedAt, 0), 60_000);
  const left = pause === 0 ? 0 : Math.max(0, Math.ceil((fetchedAt + pause - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [left]);
  return left;
}
