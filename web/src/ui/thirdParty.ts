import { create } from 'zustand';
import { core } from '@/core';
import { storedText } from './browserStorage';

/** The providers whose frames the visitor has allowed one by one during this visit. */
const useShown = create<{ shown: readonly string[] }>(() => ({ shown: [] }));
// A choice about cookies, in this window or another one, fires this event. Setting the state makes `useProviderAllowed` check it again.
addEventListener('storage', () => useShown.setState({}));

/** Whether the stored choices about cookies allow third-party content. */
function consented(): boolean {
  return core().consentAnalytics(storedText('cookieConsent'), storedText('analyticsConsent'));
}

/** Allows a provider's frames for the rest of the visit. */
export function allowProvider(provider: string): void {
  useShown.setState(({ shown }) => ({ shown: [...shown, provider] }));
}

/** Whether a provider's frames may be loaded: they set cookies, so only if the visitor accepted cookies or allowed this provider. */
export function useProviderAllowed(provider: string): boolean {
  return useShown(({ shown }) => shown.includes(provider) || consented());
}
