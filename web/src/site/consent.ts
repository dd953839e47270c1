/** The two choices about cookies, in local storage (SPEC §3). What they mean, the core says. */
import { useSyncExternalStore } from 'react';
import { siteSettings } from '@/api';
import { core } from '@/core';
import { remember, remembered } from '@/ui';
import { analyticsUrl } from './facts';

/** Where the choices are kept. */
export const CONSENT_KEYS = { essential: 'cookieConsent', analytics: 'analyticsConsent' } as const;

function subscribe(changed: () => void): () => void {
  // Another window of the same browser may choose.
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}

const stored = (key: keyof typeof CONSENT_KEYS) => remembered(CONSENT_KEYS[key]);

/** Keeps both choices; essential cookies are never a choice. */
export function chooseConsent(analytics: boolean): void {
  const consent = core().consentChoose(analytics);
  remember(CONSENT_KEYS.essential, consent.essential);
  remember(CONSENT_KEYS.analytics, consent.analytics);
  // This window hears of it as others do: the frames of third parties wait for it too (src/ui/thirdParty.ts).
  dispatchEvent(new Event('storage'));
}

/** What is said about cookies on this installation. */
export const consentWords = () => core().consentWords(analyticsUrl() ?? '', siteSettings().publicUrl);

/** Whether nobody chose yet, so that the banner shows. */
export function useMustAsk(): boolean {
  return useSyncExternalStore(subscribe, () => core().consentMustAsk(stored('essential')));
}

/** Whether both choices are stored as accepted. */
export function analyticsAllowed(): boolean {
  return core().consentAnalytics(stored('essential'), stored('analytics'));
}

/** Both choices, kept up to date. */
export function useAnalyticsAllowed(): boolean {
  return useSyncExternalStore(subscribe, analyticsAllowed);
}

const SCRIPT_ID = 'analytics';

/**
 * Brings the page in line with the choices: the script stands in it only when the installation has one and both choices are
 * accepted. One that already ran is gone with the next load of the page.
 */
export function applyAnalytics(allowed: boolean): void {
  const address = analyticsUrl();
  const there = document.getElementById(SCRIPT_ID);
  if (!allowed || !address) {
    there?.remove();
    return;
  }
  if (there) return;
  const script = document.createElement('script');
  script.id = SCRIPT_ID;
  script.src = address;
  script.defer = true;
  document.head.append(script);
}
