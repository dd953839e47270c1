/** Whether this device is told of followed runners while the page is not looked at, and the button that changes it. */
import { useEffect, useState } from 'react';
import { readToken } from '@/api';
import { keepNotices, type Notices, useNoticesOf } from './followed';
import { canNotify, mayNotify } from './notices';
import type { Follow } from './useFollow';

/** Notices of the followed runners of the race with this name. */
export function useNotices({ race: id, bibs }: Follow, race: string) {
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState('');
  const chosen = useNoticesOf(id);
  const choose = (next: Notices | undefined) => {
    if (id !== undefined) keepNotices(id, next);
  };

  // The push messages are about those who are followed now. What the server did not get is sent by the next visit.
  const text = bibs.join(',');
  useEffect(() => {
    if (chosen !== 'push') return;
    void import('./push').then(({ subscribe }) => subscribe(race, text === '' ? [] : text.split(','))).catch(() => {});
  }, [chosen, race, text]);

  const start = async () => {
    setRefused('');
    if (!(await mayNotify())) {
      setRefused('This browser does not allow notices of this site. Its settings for the site can change that.');
      return;
    }
    // Without push messages (not every browser has them) notices come while the page is open.
    const { subscribe } = await import('./push');
    const token = readToken();
    const isSubscribed = await subscribe(race, bibs).catch(() => false);
    // A logout meanwhile ended what this device is told.
    if (readToken() === token) choose(isSubscribed ? 'push' : 'page');
    else if (isSubscribed) await subscribe(race, []).catch(() => false);
  };
  const stop = async () => {
    setRefused('');
    if (chosen === 'push') {
      const { subscribe } = await import('./push');
      const isEnded = await subscribe(race, []).then(
        () => true,
        () => false,
      );
      if (!isEnded) {
        setRefused('The notices could not be stopped: the site cannot be reached. Please try again.');
        return;
      }
    }
    choose(undefined);
  };
  const toggle = () => {
    setPending(true);
    void (chosen === undefined ? start() : stop()).finally(() => setPending(false));
  };
  return { possible: id !== undefined && canNotify(), on: chosen !== undefined, pending, refused, toggle };
}
