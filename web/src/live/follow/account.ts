/** The followed runners of an account, which are the same on all of its devices. */
import { get, readToken, send } from '@/api';
import { follows } from './followed';

/** The last call: a change that is made while it is under way is sent by the one after it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends what this device changed to the account, and takes what other devices changed. Without a network it changes nothing: it is sent by
 * the next visit.
 */
export function syncWithAccount(race: string, name: string): Promise<void> {
  const next = last.catch(() => undefined).then(() => sync(race, name));
  last = next;
  return next;
}

async function sync(race: string, name: string): Promise<void> {
  const token = readToken();
  const own = follows.all().filter((one) => one.race === race);
  const add = own.filter((one) => !one.account && !one.gone).map((one) => one.bib);
  const removed = own.filter((one) => one.gone);
  const remove = removed.map((one) => one.bib);
  const path = { RaceName: name };
  const { bibs } =
    add.length + remove.length > 0
      ? await send('put', 'follows/{RaceName}', { path, json: { add, remove } })
      : await get('follows/{RaceName}', { path });
  // Somebody else uses this device by now, or nobody.
  if (readToken() !== token) return;
  // What was changed here meanwhile is sent by the next call.
  const now = follows.all().filter((one) => one.race === race);
  for (const one of now) {
    const isTold = one.gone && remove.includes(one.bib);
    if (isTold || (one.account && !one.gone && !bibs.includes(one.bib))) follows.drop(one);
    else if (!one.account && !one.gone && bibs.includes(one.bib)) follows.keep({ ...one, account: true });
  }
  for (const [i, bib] of bibs.entries()) {
    if (now.some((one) => one.bib === bib)) continue;
    follows.keep({ race, bib, since: Date.now() + i, account: true });
  }
}

/** Removes from this device what an account that is logged out follows: somebody else may use it next. */
export function leaveAccount(): void {
  for (const one of follows.all()) if (one.account) follows.drop(one);
}
