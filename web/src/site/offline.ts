/**
 * The site without a network: registers the service worker (src/sw/sw.ts), and tells when the network is gone and when a newer
 * site is ready.
 */
import { create } from 'zustand';

interface Network {
  offline: boolean;
  /** The worker of a newer site, which waits for this one to go. */
  waiting: ServiceWorker | undefined;
}

const useNetwork = create<Network>(() => ({ offline: !navigator.onLine, waiting: undefined }));
for (const event of ['online', 'offline'])
  addEventListener(event, () => useNetwork.setState({ offline: !navigator.onLine }));

/** Whether the browser has no network at all. */
export const useOffline = () => useNetwork(({ offline }) => offline);

/** Whether a newer site waits for this one to go. */
export const useUpdateReady = () => useNetwork(({ waiting }) => waiting !== undefined);

/** Lets the newer site take over, and loads the page from it. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  useNetwork.getState().waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** How often a page that stays open asks for a newer site, in milliseconds. */
const UPDATE_CHECK_MS = 60 * 60_000;

/** Once the page has loaded and rests, so that keeping copies never delays showing. */
export function startOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
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
    keepMissedReads(active);
    await keepAlways(active);
  } catch {
    // Private windows and odd settings refuse: the site works as it did, with a network.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // Without a controller it is the first one, which replaces nothing.
    const waiting = navigator.serviceWorker.controller ? (registration.waiting ?? undefined) : undefined;
    useNetwork.setState({ waiting });
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
}

/** Names to the worker what it should keep, by the same rules as what is read through it. */
function askToKeep(worker: ServiceWorker | null, urlsToCache: string[]): void {
  if (urlsToCache.length > 0) worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
}

/** What is kept wherever a visit began and whatever it read: the way to the races that were opened. */
const ALWAYS = ['/api/getRaceCards?images=url'];

async function keepAlways(worker: ServiceWorker | null): Promise<void> {
  const kept = await Promise.all(ALWAYS.map((url) => caches.match(url)));
  askToKeep(
    worker,
    ALWAYS.filter((_, i) => !kept[i]),
  );
}

/**
 * What this page read past the worker is kept too.
 *
 * The reads themselves say so (`workerStart` is 0), not the page: a first visit's reads come before there is a worker, and a second
 * page opened quickly is taken over in the middle of its own.
 */
function keepMissedReads(worker: ServiceWorker | null): void {
  const named = new Set<string>();
  const look = (entries: PerformanceEntryList) => {
    const missed = (entries as PerformanceResourceTiming[])
      .filter((entry) => entry.workerStart === 0 && /^\/(api|images)\/|\.woff2$/.test(new URL(entry.name).pathname))
      .map((entry) => entry.name)
      .filter((name) => !named.has(name));
    for (const name of missed) named.add(name);
    askToKeep(worker, missed);
  };
  // Those already read, and those still under way when the worker took over.
  new PerformanceObserver((list) => look(list.getEntries())).observe({ type: 'resource', buffered: true });
}
