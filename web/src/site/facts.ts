/** What the shell says of the company. Without a setting, nothing is assumed. */
import { type SocialLink, siteSettings } from '@/api';

export type { SocialLink };

/** Where people write to (SPLITLINE_CONTACT). */
export function contactAddress(): string | undefined {
  return siteSettings().contact || undefined;
}

/** The company's profiles (SPLITLINE_SOCIAL). */
export function socialLinks(): readonly SocialLink[] {
  return siteSettings().social;
}

/** The script that counts visits (SPLITLINE_ANALYTICS_URL); none by default. */
export function analyticsUrl(): string | undefined {
  return siteSettings().analyticsUrl || undefined;
}
