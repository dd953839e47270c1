import { create } from 'zustand';
import { core } from '@/core';
import { remembered } from './remember';

/** Providers that this visit has said yes to, one by one. */
const useShown = create<{ shown: readonly string[] }>(() => ({ shown: [] }));
// A choice about cookies, made in this window or in another, is announced by this event; nothing here but what it decides changes.
addEventListener('storage', () => useShown.setState({}));

/** Whether both choices about cookies are stored as accepted. */
function consented(): boolean {
  return core().consentAnalytics(remembered('cookieConsent'), remembered('analyticsConsent'));
}

/** Shows a provider's frames for the rest of the visit. */
export function allowProvider(provider: string): void {
  useShown.setState(({ shown }) => ({ shown: [...shown, provider] }));
}

/** Whether a provider's frames may load by themselves: they set cookies of their own, so only after a yes to all or to this one. */
export function useProviderAllowed(provider: string): boolean {
  return useShown(({ shown }) => shown.includes(provider) || consented());
}
