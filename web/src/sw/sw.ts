/// <reference lib="webworker" />
/**
 * The service worker: keeps the site itself and the races somebody has opened, so that both open without a network.
 *
 * Kept are only the files of the build and the public reads named here. Whatever belongs to somebody (their session, their
 * profile, an administrator's pages) is not named, so it always goes to the server and is never kept.
 */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types';
import { ExpirationPlugin } from 'workbox-expiration';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] };

const SHELL = '/index.html';
const DAY = 24 * 60 * 60;
/** A slow answer counts as none, in seconds: on a race day's network the copy is better than a white page. */
const PATIENCE = 5;

/** Where they are kept. */
const RACES = 'races';
/** The public reads that are kept. */
const RACE_READS = [
  /^\/api\/race\/[^/]+$/,
  /^\/api\/race-media\/[^/]+$/,
  /^\/api\/getRaceCards$/,
  /^\/api\/getRaceDates$/,
  /^\/api\/liveRaces$/,
];
/** A hidden race, which an administrator alone was shown, is not kept; one that the server no longer shows is forgotten. */
const onlyWhatIsPublic: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.headers.get('cache-control')?.includes('private') ? null : response,
  fetchDidSucceed: async ({ request, response }) => {
    if (response.status === 404) await (await caches.open(RACES)).delete(request);
    return response;
  },
};
/** What is no page, so that the shell never stands in for it. A dot says so only in a file's own place: a race may be called 21.1km. */
const NO_PAGES = [/^\/(api|assets|icons|images|og|calendar|\.well-known)(\/|$)/, /^\/[^/]+\.[a-z0-9]{2,12}$/i];

cleanupOutdatedCaches();
// Only what is asked for by its own name: a page always comes from the server first, with its own head and status.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });
enableNavigationPreload();
clientsClaim();

registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: PATIENCE,
      plugins: [{ handlerDidError: () => matchPrecache(SHELL) }],
    }),
    { denylist: NO_PAGES },
  ),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && RACE_READS.some((read) => read.test(url.pathname)),
  new NetworkFirst({
    cacheName: RACES,
    networkTimeoutSeconds: PATIENCE,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      onlyWhatIsPublic,
      new ExpirationPlugin({ maxEntries: 80, maxAgeSeconds: 90 * DAY, purgeOnQuotaError: true }),
    ],
  }),
);

// The address of an image or of a typeface's file holds its content's hash, so a copy is never out of date.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith('/images/') || url.pathname.endsWith('.woff2')),
  new CacheFirst({
    cacheName: 'pictures',
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 90 * DAY, purgeOnQuotaError: true }),
    ],
  }),
);

// The page says when the newer site may take over.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
