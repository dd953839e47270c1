/** Notices of the browser about followed runners, while the page is open elsewhere. */
import type { FollowNotice } from '@/core';

/** Whether this browser can show notices of a page that is in the background. */
export const canNotify = (): boolean => 'Notification' in globalThis && 'serviceWorker' in navigator;

/** Asks the visitor whether notices may be shown; only after a press. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Shows a notice by the service worker, which also opens the page when it is pressed. */
export async function showNotice(race: string, notice: FollowNotice): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(notice.title, {
    body: notice.body,
    icon: '/icons/192.png',
    // As the service worker's own: a runner's next notice takes the place of the one before.
    tag: `follow:${race}:${notice.bib}`,
    data: { race, bib: notice.bib },
  });
}
