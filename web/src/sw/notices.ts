/// <reference lib="webworker" />
/** Notices about followed runners: push messages of the server, and what a press on a notice opens. */

/** A push message, as the server encrypts it. */
interface Message {
  title: string;
  body: string;
  /** The race's name, and the runner's bib; empty when it is about several. */
  race: string;
  bib: string;
}

/** Shows the server's push messages, and opens the live page when a notice is pressed. */
export function showNotices(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const message = messageOf(event.data);
    if (message) event.waitUntil(show(worker, message));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { race, bib } = (event.notification.data ?? {}) as Partial<Message>;
    event.waitUntil(open(worker, race ?? '', bib ?? ''));
  });
}

function messageOf(data: PushMessageData | null): Message | undefined {
  try {
    const found: unknown = data?.json();
    const texts = found as Record<string, unknown>;
    const all = [texts?.title, texts?.body, texts?.race, texts?.bib];
    return all.every((text) => typeof text === 'string') ? (found as Message) : undefined;
  } catch {
    return undefined;
  }
}

async function show(worker: ServiceWorkerGlobalScope, { title, body, race, bib }: Message): Promise<void> {
  // The page tells it to whoever looks at it.
  const isSeen = (page: WindowClient) => page.visibilityState === 'visible' && raceOf(page) === race;
  if ((await pages(worker)).some(isSeen)) return;
  const options = { body, icon: '/icons/192.png', tag: `follow:${race}:${bib}`, renotify: true, data: { race, bib } };
  await worker.registration.showNotification(title, options);
}

async function open(worker: ServiceWorkerGlobalScope, race: string, bib: string): Promise<void> {
  const url = `/liveRace?${new URLSearchParams({ ...(race && { race }), ...(bib && { bib }) })}`;
  const page = (await pages(worker)).find((one) => raceOf(one) === race);
  if (!page) return void (await worker.clients.openWindow(url));
  await page.focus();
  // A page without a controller cannot be navigated; then it stays as it is.
  await page.navigate(url).catch(() => undefined);
}

const pages = (worker: ServiceWorkerGlobalScope) =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true }) as Promise<readonly WindowClient[]>;

/** The race whose live page it is; a page with followed runners has it in its address. */
function raceOf(page: WindowClient): string | undefined {
  const { pathname, searchParams } = new URL(page.url);
  return pathname.toLowerCase() === '/liverace' ? (searchParams.get('race') ?? undefined) : undefined;
}
