/** Push messages about followed runners: the subscription of this browser, which the server keeps without a name. */
import { get, send } from '@/api';

/** The last call: each is sent when the one before has ended, so that an end is not followed by an earlier beginning. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Subscribes this browser to messages about these runners of a race, in place of those before; with none it is unsubscribed from the race.
 * Returns whether there will be messages.
 */
export function subscribe(race: string, bibs: readonly string[]): Promise<boolean> {
  const next = last.catch(() => undefined).then(() => change(race, bibs));
  last = next;
  return next;
}

async function change(race: string, bibs: readonly string[]): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !('pushManager' in registration)) return false;
  const before = await registration.pushManager.getSubscription();
  if (bibs.length === 0) {
    if (before)
      await send('delete', 'push/{RaceName}', { path: { RaceName: race }, json: { endpoint: before.endpoint } });
    return false;
  }
  const { key } = await get('push/key');
  const subscription =
    before ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return false;
  const json = { endpoint, p256dh: keys.p256dh, auth: keys.auth, bibs: [...bibs] };
  await send('put', 'push/{RaceName}', { path: { RaceName: race }, json });
  return true;
}
