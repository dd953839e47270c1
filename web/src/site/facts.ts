/** What this installation says of itself: the server writes it into the page's head. Without it, nothing is assumed. */

/** A profile on a social site. */
export interface SocialLink {
  /** Which site: `instagram`, `facebook`, `youtube`, `strava`, `x`, `tiktok`; another one has no logo. */
  kind: string;
  url: string;
}

interface Facts {
  contact?: string;
  social?: SocialLink[];
  analyticsUrl?: string;
}

function facts(): Facts {
  try {
    const text = document.querySelector<HTMLMetaElement>('meta[name="splitline-site"]')?.content;
    return text ? (JSON.parse(text) as Facts) : {};
  } catch {
    return {};
  }
}

/** Where people write to (SPLITLINE_CONTACT). */
export function contactAddress(): string | undefined {
  return facts().contact || undefined;
}

/** The company's profiles (SPLITLINE_SOCIAL). */
export function socialLinks(): SocialLink[] {
  return facts().social ?? [];
}

/** The script that counts visits (SPLITLINE_ANALYTICS_URL); none by default. */
export function analyticsUrl(): string | undefined {
  return facts().analyticsUrl || undefined;
}
