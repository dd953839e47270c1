/** The two choices about cookies, in local storage (SPEC §3). The core decides what they mean. */
import { useSyncExternalStore } from 'react';
import { siteSettings } from '@/api';
import { core } from '@/core';
import { storedText, storeText } from '@/ui';
import { analyticsUrl } from './company';

/** The keys of the choices in local storage. */
export const CONSENT_KEYS = { essential: 'cookieConsent', analytics: 'analyticsConsent' } as const;

function subscribe(changed: () => void): () => void {
  // The choice may be made in another window of the same browser.
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}

const stored = (key: keyof typeof CONSENT_KEYS) => storedText(CONSENT_KEYS[key]);

/** Stores both choices; essential cookies are always accepted. */
export function chooseConsent(analytics: boolean): void {
  const consent = core().consentChoose(analytics);
  storeText(CONSENT_KEYS.essential, consent.essential);
  storeText(CONSENT_KEYS.analytics, consent.analytics);
  // The browser sends this event to other windows only; this window needs it too, also for third-party frames (src/ui/thirdParty.ts).
  dispatchEvent(new Event('storage'));
}

/** The core's texts about cookies on this installation. */
export const consentWords = () => core().consentWords(analyticsUrl() ?? '', siteSettings().publicUrl);

/** Whether the visitor has not chosen yet, so that the banner is shown. */
export function useConsentNeeded(): boolean {
  return useSyncExternalStore(subscribe, () => core().consentMustAsk(stored('essential')));
}

/** Whether both choices are stored as accepted. */
export function analyticsAllowed(): boolean {
  return core().consentAnalytics(stored('essential'), stored('analytics'));
}

/** The value of {@link analyticsAllowed}, updated when a choice changes. */
export function useAnalyticsAllowed(): boolean {
  return useSyncExternalStore(subscribe, analyticsAllowed);
}

const SCRIPT_ID = 'analytics';

/**
 * Adds the analytics script to the page when the installation has one and both choices are accepted; else removes it. A script that has
 * run already has effect until the next load of the page.
 */
export function applyAnalytics(allowed: boolean): void {
  const address = analyticsUrl();
  const existing = document.getElementById(SCRIPT_ID);
  if (!allowed || !address) {
    existing?.remove();
    return;
  }
  if (existing) return;
  const script = document.createElement('script');
  script.id = SCRIPT_ID;
  script.src = address;
  script.defer = true;
  document.head.append(script);
}
