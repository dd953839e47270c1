/**
 * Sends what this browser keeps until the server has it (`keptItems`), one after the other. What is kept, how it is sent, and what becomes
 * of it is the caller's; each thing has a key by which the server knows it from its repetitions.
 */
import { useEffect, useRef, useState } from 'react';
import { whenReachable } from './network';

/** After a failed attempt it is tried again after this number of milliseconds, once the site can be reached. */
const AGAIN_MS = 5000;

/**
 * Sends the thing that is next (`key` names it; undefined when nothing waits). `send` resolves to whether the server has answered for good,
 * so that the thing is not kept as it was; after false, or an error, it is tried again. `send` can ask whether the screen is still shown.
 * Returns whether something is being sent, and a function that tries at once.
 */
export function useSendNext(
  key: string | undefined,
  send: (isShown: () => boolean) => Promise<boolean>,
): { sending: boolean; tryNow: () => void } {
  const [waits, setWaits] = useState(false);
  const [sending, setSending] = useState(false);
  // What was answered is not sent again, also when the browser fails to forget it.
  const answered = useRef<string | undefined>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a thing is sent for its key, and not for each copy of it.
  useEffect(() => {
    if (key === undefined || waits || sending || key === answered.current) return;
    setSending(true);
    void send(() => isShown.current)
      .catch(() => false)
      .then((isAnswered) => {
        if (isAnswered) answered.current = key;
        else setWaits(true);
        setSending(false);
      });
  }, [key, waits, sending]);
  useEffect(() => {
    if (!waits) return;
    const goOn = () => setWaits(false);
    let cancel: (() => void) | undefined;
    // Not at once: a server may respond to the probe and still refuse everything, or take too long.
    const timer = setTimeout(() => {
      cancel = whenReachable(goOn);
    }, AGAIN_MS);
    addEventListener('online', goOn);
    return () => {
      clearTimeout(timer);
      cancel?.();
      removeEventListener('online', goOn);
    };
  }, [waits]);
  return { sending, tryNow: () => setWaits(false) };
}
