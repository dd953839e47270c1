import { useSyncExternalStore } from 'react';
import { core } from '@/core';

/** Providers that this visit has said yes to, one by one. */
const shown = new Set<string>();
const listeners = new Set<() => void>();

const stored = (key: string) => localStorage.getItem(key) ?? undefined;

/** Whether both choices about cookies are stored as accepted. */
function consented(): boolean {
  try {
    return core().consentAnalytics(stored('cookieConsent'), stored('analyticsConsent'));
  } catch {
    // A browser that keeps nothing has agreed to nothing.
    return false;
  }
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
