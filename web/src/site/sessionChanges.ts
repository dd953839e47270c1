/**
 * What other tabs of this browser do to the session. Cookies belong to the browser and a page to the account that it showed when it was
 * opened: another login would otherwise be noticed with the next change, which the server then refuses.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { readToken, sessionQuery } from '@/api';

const CHANNEL = 'splitline.login';

/** Whose unsaved text went with a logout in another tab: the username. */
export const useLostText = create<{ of: string | undefined }>(() => ({ of: undefined }));

/**
 * Reads the session again when another tab has logged somebody in, and when this window is used again after the readable cookie has
 * changed, and tells the other tabs of a login in this one. What was read for another account is read again.
 */
export function useSessionChanges(): void {
  const queries = useQueryClient();
  const { data } = useQuery(sessionQuery);
  const user = data?.loggedIn ? data.profile.UserID : undefined;
  const last = useRef<string | undefined>(undefined);

  useEffect(() => {
    if (user === undefined) {
      // After a logout nothing of the account is left.
      last.current = undefined;
      return;
    }
    announce(user);
    // What is being read, too: the other account may have asked for it.
    if (last.current !== undefined && last.current !== user) void queries.resetQueries({ queryKey: ['own'] });
    last.current = user;
  }, [user, queries]);

  const isRead = data !== undefined;
  const token = data?.token;
  useEffect(() => {
    if (!isRead) return;
    const read = () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    const look = () => {
      if (document.visibilityState === 'visible' && readToken() !== token) read();
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    const end = listen((other) => other !== user && read());
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      end();
    };
  }, [isRead, user, token, queries]);
}

/** Tells the other tabs who is logged in. */
function announce(user: string): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(user);
  channel.close();
}

/** Calls `onLogin` with the id of the account whenever another tab says that it is logged in. Returns a function that ends this. */
function listen(onLogin: (user: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => typeof data === 'string' && onLogin(data);
  return () => channel.close();
}
