/** The installation's settings about the company. A missing setting has no default. */
import { type SocialLink, siteSettings } from '@/api';

export type { SocialLink };

/** The company's mail address (SPLITLINE_CONTACT). */
export function contactAddress(): string | undefined {
  return siteSettings().contact || undefined;
}

/** The company's profiles on social networks (SPLITLINE_SOCIAL). */
export function socialLinks(): readonly SocialLink[] {
  return siteSettings().social;
}

/** The address of the script that counts visits (SPLITLINE_ANALYTICS_URL); none by default. */
export function analyticsUrl(): string | undefined {
  return siteSettings().analyticsUrl || undefined;
}
