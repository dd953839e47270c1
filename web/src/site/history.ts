/** What the browser's history needs beside the router: entries without their dialog are passed over. */
import type { RouterHistory } from '@tanstack/react-router';
import { isDeadEntry } from '@/ui';

/** Starts it; called once, before the first page is rendered. */
export function startHistory(history: RouterHistory): void {
  passDeadEntries(history);
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
