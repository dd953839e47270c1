/// <reference lib="webworker" />
/**
 * The service worker: caches the site itself and the races that the visitor has opened, so that both open without a network.
 *
 * It caches only the files of the build and the public reads listed here. Personal data (the session, the profile, an
 * administrator's pages) is not listed, so it is always requested from the server and never cached.
 */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types';
import { ExpirationPlugin } from 'workbox-expiration';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { showNotices } from './notices';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] };

const SHELL = '/index.html';
const DAY = 24 * 60 * 60;
/** Seconds after which the cached copy is used: on the slow network of a race day it is better than an empty page. */
const NETWORK_TIMEOUT_SECONDS = 5;

/** The public reads that are cached. */
const PUBLIC_READS = [
  /^\/api\/race\/[^/]+$/,
  /^\/api\/race-media\/[^/]+$/,
  /^\/api\/getRaceCards$/,
  /^\/api\/getRaceDates$/,
  /^\/api\/liveRaces$/,
  /^\/api\/raceDaySearch\/[^/]+\/day$/,
];
/** Does not cache a hidden race, which only an administrator receives, and removes what the server does not show any more. */
const publicOnly = (cacheName: string): WorkboxPlugin => ({
  cacheWillUpdate: async ({ response }) =>
    response.headers.get('cache-control')?.includes('private') ? null : response,
  fetchDidSucceed: async ({ request, response }) => {
    if (response.status === 404 || response.status === 204) await (await caches.open(cacheName)).delete(request);
    return response;
  },
});
/**
 * Paths that are not pages: the app's shell is never served for them. A dot counts only in the first segment, because a race's name
 * may have one (21.1km).
 */
const NOT_PAGES = [/^\/(api|assets|icons|images|og|photo|calendar|\.well-known)(\/|$)/, /^\/[^/]+\.[a-z0-9]{2,12}$/i];

cleanupOutdatedCaches();
// Only for requests of exactly these files: a page is always requested from the server first, with its own head and status.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });
enableNavigationPreload();
clientsClaim();

registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
      plugins: [{ handlerDidError: () => matchPrecache(SHELL) }],
    }),
    { denylist: NOT_PAGES },
  ),
);

/** Answers public reads from the network, and when that fails or is slow from its cache of the last ones. */
const lastReads = (cacheName: string, maxEntries: number) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      publicOnly(cacheName),
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: 90 * DAY, purgeOnQuotaError: true }),
    ],
  });

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && PUBLIC_READS.some((read) => read.test(url.pathname)),
  lastReads('races', 80),
);
// The live map draws a course without a network, as the live page shows its runners. In a cache of its own: courses must not push races out.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === '/api/course', lastReads('courses', 20));

// The address of an image or font file contains a hash of its content, so a cached copy is never out of date.
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

// The files of screens that are not cached in advance: once an administrator has used the timing desk, it opens without a network.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'screens',
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 90 * DAY, purgeOnQuotaError: true }),
    ],
  }),
);

showNotices(self);

// The page sends this message when the new version of the site may take over.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
