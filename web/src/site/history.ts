/** What the browser's history needs beside the router: entries without their dialog are passed over, and a reload keeps the place of the page. */
import type { RouterHistory } from '@tanstack/react-router';
import { hasVisitorMoved, isDeadEntry, setReturning } from '@/ui';

/** Starts both; called once, when the first page is loaded. */
export function startHistory(history: RouterHistory): void {
  passDeadEntries(history);
  restorePlace();
  addEventListener('pagehide', keepPlace);
}

/**
 * Goes on from an entry whose dialog is not open, in the direction in which it was reached. There is nothing beyond one that Forward has reached
 * unless a link in the dialog was followed; a reload leaves one backwards, to the page itself.
 */
function passDeadEntries(history: RouterHistory): void {
  const pass = (isForward: boolean) => {
    if (!isDeadEntry(history.location.state)) return;
    if (isForward && canGoForward()) history.forward();
    else history.back();
  };
  pass(false);
  history.subscribe(({ action }) => {
    if (action.type === 'BACK' || action.type === 'FORWARD') pass(action.type === 'FORWARD');
  });
}

/** Whether there is an entry after the present one, in a browser that tells it. */
function canGoForward(): boolean {
  return (window as { navigation?: { canGoForward: boolean } }).navigation?.canGoForward ?? false;
}

/** Under which the place is kept in this tab. */
const KEY = 'splitline.place';
/** How long a page is waited for that is not as high yet as it was, in milliseconds. */
const WAIT_MS = 15_000;
/** For how long it is held at its place once it is there, because what is loaded late moves it, in milliseconds. */
const HOLD_MS = 2_000;

/** Keeps how far the page is scrolled for a reload. */
function keepPlace(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ href: location.href, top: window.scrollY }));
  } catch {
    // A browser without storage does what it does by itself.
  }
}

function keptPlace(): number {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { href?: string; top?: number };
    sessionStorage.removeItem(KEY);
    return kept.href === location.href ? (kept.top ?? 0) : 0;
  } catch {
    return 0;
  }
}

/**
 * Scrolls a reloaded page to where it was as soon as it is high enough. The browser does that only for what the server wrote, which is often
 * shorter. It is given up when the visitor moves, and after a time.
 */
function restorePlace(): void {
  const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  const top = keptPlace();
  const isAgain = navigation?.type === 'reload' || navigation?.type === 'back_forward';
  const page = document.documentElement;
  const highest = () => page.scrollHeight - window.innerHeight;
  if (!isAgain || top === 0 || hasVisitorMoved()) return;
  setReturning(true);
  // The app's page, not the server's, whose lists of runners remain a while longer.
  let isThere = false;
  const sizes = new ResizeObserver(() => {
    if (hasVisitorMoved()) return giveUp();
    if (highest() < top) return;
    if (Math.abs(window.scrollY - top) > 1) window.scrollTo({ top, behavior: 'instant' });
    if (isThere || document.querySelector('.reading, .first-runners')) return;
    isThere = true;
    clearTimeout(timer);
    timer = setTimeout(giveUp, HOLD_MS);
  });
  const giveUp = () => {
    setReturning(false);
    sizes.disconnect();
    clearTimeout(timer);
  };
  let timer = setTimeout(giveUp, WAIT_MS);
  sizes.observe(document.body);
}
