/**
 * What a tab keeps until it is closed: the token of a link, so that a reload and a login on the way do not lose it, and what was typed
 * into a form of several steps. Without storage it is in memory, and lost by a reload. Passwords are never kept.
 */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

/** The beginning of every key; a logout removes them. */
const PREFIX = 'splitline.tab:';
const inMemory = new Map<string, string>();

/** The text that this tab keeps under a key. */
export function tabText(key: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? inMemory.get(key);
  } catch {
    return inMemory.get(key);
  }
}

/** Keeps a text for this tab; undefined removes it. */
export function keepTabText(key: string, text: string | undefined): void {
  inMemory.delete(key);
  try {
    if (text === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    if (text !== undefined) inMemory.set(key, text);
  }
}

/**
 * The token in the fragment of a mail's link to this page (`path`), and a function that forgets it once it is used up. The token is taken
 * out of the address, so that it is in no history and in no shared link.
 */
export function useLinkToken(path: string): [token: string | undefined, forget: () => void] {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash || tabText(path));
  if (hash && hash !== token) setToken(hash);
  useEffect(() => {
    if (!hash) return;
    keepTabText(path, hash);
    void navigate({ to: path as never, hash: '', replace: true });
  }, [hash, navigate, path]);
  return [token, useCallback(() => keepTabText(path, undefined), [path])];
}

/** The state of a form that a reload does not lose: its value, a function that changes it, and one that forgets what is kept. */
export function useTabForm<Form extends object>(
  key: string,
  blank: Form,
): [form: Form, change: (next: (now: Form) => Form) => void, forget: () => void] {
  const [begun] = useState<Form>(() => {
    try {
      return { ...blank, ...(JSON.parse(tabText(key) ?? '{}') as Partial<Form>) };
    } catch {
      return blank;
    }
  });
  const [form, setForm] = useState(begun);
  useEffect(() => {
    if (form !== begun) keepTabText(key, JSON.stringify(form));
  }, [form, begun, key]);
  return [form, setForm, useCallback(() => keepTabText(key, undefined), [key])];
}
