import { useSyncExternalStore } from 'react';
import { core } from '@/core';
import { remembered } from './remember';

/** Providers that this visit has said yes to, one by one. */
const shown = new Set<string>();
const listeners = new Set<() => void>();

/** Whether both choices about cookies are stored as accepted. */
function consented(): boolean {
  return core().consentAnalytics(remembered('cookieConsent'), remembered('analyticsConsent'));
}

/** Shows a provider's frames for the rest of the visit. */
export function allowProvider(provider: string): void {
  shown.add(provider);
  for (const listener of listeners) listener();
}

/** Whether a provider's frames may load by themselves: they set cookies of their own, so only after a yes to all or to this one. */
export function useProviderAllowed(provider: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      addEventListener('storage', changed);
      return () => {
        listeners.delete(changed);
        removeEventListener('storage', changed);
      };
    },
    () => shown.has(provider) || consented(),
  );
}
