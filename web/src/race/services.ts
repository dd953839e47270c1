/** Where this installation asks for places and forecasts: the server writes both addresses into the page's head. */
export function serviceAddress(service: 'geocoding' | 'forecast'): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${service}-url"]`)?.content.trim() || undefined;
}
