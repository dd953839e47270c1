/**
 * The site without a network: registers the service worker (src/sw/sw.ts), and provides the states “no network” and “a newer version of
 * the site is ready”.
 */
import { create } from 'zustand';

interface Network {
  offline: boolean;
  /** The service worker of a newer version, which waits until the current one ends. */
  waiting: ServiceWorker | undefined;
}

const useNetwork = create<Network>(() => ({ offline: !navigator.onLine, waiting: undefined }));
for (const event of ['online', 'offline'])
  addEventListener(event, () => useNetwork.setState({ offline: !navigator.onLine }));

/** Whether the browser has no network at all. */
export const useOffline = () => useNetwork(({ offline }) => offline);

/** Whether a newer version of the site is ready. */
export const useUpdateReady = () => useNetwork(({ waiting }) => waiting !== undefined);

/** Activates the newer version and reloads the page. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  useNetwork.getState().waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** How often an open page checks for a newer version, in milliseconds. */
const UPDATE_CHECK_MS = 60 * 60_000;

/** Registers the service worker once the page has loaded and is idle, so that caching does not delay the page. */
export function startOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A visitor of another site did not ask for this one to be stored.
  if (/^\/embed\//i.test(location.pathname)) return;
  const start = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void register(), { timeout: 4000 });
    else setTimeout(() => void register(), 1500);
  };
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    watch(registration);
    setInterval(() => void registration.update().catch(() => {}), UPDATE_CHECK_MS);
    const { active } = await navigator.serviceWorker.ready;
    cacheMissedResponses(active);
    await cacheAlways(active);
  } catch {
    // Private windows and some settings forbid it: the site then needs a network, as without a service worker.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const update = () => {
    // Without a controller it is the first service worker, so there is no newer version.
    const waiting = navigator.serviceWorker.controller ? (registration.waiting ?? undefined) : undefined;
    useNetwork.setState({ waiting });
  };
  update();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', update);
  });
}

/** Sends addresses to the worker, which fetches and caches them by the same rules as requests that pass through it. */
function requestCaching(worker: ServiceWorker | null, urlsToCache: string[]): void {
  if (urlsToCache.length > 0) worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
}

/** The addresses that are cached in every visit: the cards, from which the visitor finds the races that are available offline. */
const ALWAYS = ['/api/getRaceCards?images=url'];

async function cacheAlways(worker: ServiceWorker | null): Promise<void> {
  const cached = await Promise.all(ALWAYS.map((url) => caches.match(url)));
  requestCaching(
    worker,
    ALWAYS.filter((_, i) => !cached[i]),
  );
}

/**
 * Caches the responses that this page received without the worker, too.
 *
 * These requests are found by their own timing entries (`workerStart` is 0): in a first visit requests are sent before there is a worker,
 * and on a page that is opened shortly after, the worker takes control between its requests.
 */
function cacheMissedResponses(worker: ServiceWorker | null): void {
  const requested = new Set<string>();
  const collect = (entries: PerformanceEntryList) => {
    const missed = (entries as PerformanceResourceTiming[])
      .filter((entry) => entry.workerStart === 0 && /^\/(api|images|assets)\//.test(new URL(entry.name).pathname))
      .map((entry) => entry.name)
      .filter((name) => !requested.has(name));
    for (const name of missed) requested.add(name);
    requestCaching(worker, missed);
  };
  // `buffered` includes earlier requests; the observer gets those that were not finished when the worker took control.
  new PerformanceObserver((list) => collect(list.getEntries())).observe({ type: 'resource', buffered: true });
}
