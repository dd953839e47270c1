/** The settings of this installation, which the server writes into the page's head (server/src/site/html.rs). */

/** A company profile on a social network. */
export interface SocialLink {
  /** The network: `instagram`, `facebook`, `youtube`, `strava`, `x`, `tiktok`; others are shown without a logo. */
  kind: string;
  url: string;
}

/** The settings that the screens and the core's functions need. */
export interface SiteSettings {
  siteName: string;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  /** Hosts that may be embedded in addition to the core's table (SPLITLINE_EMBED_HOSTS). */
  embedHosts: readonly string[];
  geocoderUrl: string;
  forecastUrl: string;
  /** The script that counts visits; missing when visits are not counted (SPLITLINE_ANALYTICS_URL). */
  analyticsUrl?: string;
  /** The contact e-mail address (SPLITLINE_CONTACT). */
  contact?: string;
  /** The company's profiles (SPLITLINE_SOCIAL). */
  social: readonly SocialLink[];
}

/** The settings of this installation; defaults if the page does not come from the server, as with `npm run dev`. */
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
