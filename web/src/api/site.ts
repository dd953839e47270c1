/** What this installation says of itself: the server writes it into the page's head (server/src/site/html.rs). */

/** A profile on a social site. */
export interface SocialLink {
  /** Which site: `instagram`, `facebook`, `youtube`, `strava`, `x`, `tiktok`; another one has no logo. */
  kind: string;
  url: string;
}

/** The settings that screens and the core's functions need. */
export interface SiteSettings {
  siteName: string;
  /** The site's own address, without a slash at its end. */
  publicUrl: string;
  /** Hosts that may be framed beside the core's own table (SPLITLINE_EMBED_HOSTS). */
  embedHosts: readonly string[];
  geocoderUrl: string;
  forecastUrl: string;
  /** The script that counts visits; none when visits are not counted (SPLITLINE_ANALYTICS_URL). */
  analyticsUrl?: string;
  /** Where people write to (SPLITLINE_CONTACT). */
  contact?: string;
  /** The company's profiles (SPLITLINE_SOCIAL). */
  social: readonly SocialLink[];
}

/** The settings of this installation; defaults where no server wrote the page, as under `npm run dev`. */
export function siteSettings(): SiteSettings {
  return {
    siteName: 'Splitline',
    publicUrl: location.origin,
    embedHosts: [],
    geocoderUrl: 'https://geocoding-api.open-meteo.com/v1/search',
    forecastUrl: 'https://api.open-meteo.com/v1/forecast',
    social: [],
    ...written(),
  };
}

function written(): Partial<SiteSettings> {
  try {
    const text = document.querySelector<HTMLMetaElement>('meta[name="splitline-site"]')?.content;
    return text ? (JSON.parse(text) as Partial<SiteSettings>) : {};
  } catch {
    return {};
  }
}
