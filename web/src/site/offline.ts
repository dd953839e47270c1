/**
 * The site without a network: registers the service worker (src/sw/sw.ts), and tells when the network is gone and when a newer
 * site is ready.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let waiting: ServiceWorker | undefined;

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Whether the browser has no network at all. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine);
}

/** Whether a newer site waits for this one to go. */
export function useUpdateReady(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== undefined);
}

/** Lets the newer site take over, and loads the page from it. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage({ type: 'SKIP_WAITING' });
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
    const first = !navigator.serviceWorker.controller;
    const registration = await navigator.serviceWorker.register('/sw.js');
    watch(registration);
    setInterval(() => void registration.update().catch(() => {}), UPDATE_CHECK_MS);
    if (first) keepThisPage((await navigator.serviceWorker.ready).active);
  } catch {
    // Private windows and odd settings refuse: the site works as it did, with a network.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // Without a controller it is the first one, which replaces nothing.
    waiting = navigator.serviceWorker.controller ? (registration.waiting ?? undefined) : undefined;
    tell();
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
}

/** What is kept wherever a visit began: the way to the races that were opened. */
const ALWAYS = ['/api/getRaceCards?images=url'];

/** The first page was read before there was anybody to keep it: its reads are named, and kept by the same rules as later ones. */
function keepThisPage(worker: ServiceWorker | null): void {
  const urlsToCache = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => /^\/(api|images)\//.test(new URL(name, location.href).pathname));
  worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [...ALWAYS, ...urlsToCache] } });
}
