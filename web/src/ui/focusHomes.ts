import { useEffect } from 'react';
import { focusAfterDialog, isFocusLost } from './focusAfterDialog';

/** How many of the elements that had the focus are remembered. */
const REMEMBERED = 12;

/** An element that had the focus, and the marked elements around it, the nearest first. */
interface Held {
  element: HTMLElement;
  around: readonly HTMLElement[];
}

/** The props of an element that has a home: whatever is removed in it while it has the focus gives it to the element with this id. */
export const focusHome = (id: string) => ({ 'data-focus-home': id });

/**
 * While it is used, the focus never falls to the page when the element that has it is removed: it goes to the nearest home around it
 * that is still there ({@link focusHome}), else to where it was before. Why the element is gone makes no difference: a press of the
 * person, an answer of the server, somebody else's change.
 */
export function useFocusHomes(): void {
  useEffect(() => {
    let held: Held[] = [];
    let isHeld = false;
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      held = [{ element: target, around: marked(target) }, ...held.filter((one) => one.element !== target)];
      held = held.slice(0, REMEMBERED);
      isHeld = true;
    };
    // Some browsers report the removal as a loss of the focus, before or after it happens: only then the element is gone in a moment.
    // A dialog loses the focus and takes it again at once, half a second after it opened, so that screen readers announce it.
    const left = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        const last = held[0]?.element;
        if (last === target && last !== document.activeElement && last?.isConnected) isHeld = false;
      });
    const removed = () => {
      if (!isHeld || held[0]?.element.isConnected !== false) return;
      isHeld = false;
      const target = next(held);
      // In a dialog that is closing the page around it can't have the focus yet.
      if (target?.closest('[inert]')) focusAfterDialog(() => (isFocusLost() ? target : null));
      else if (isFocusLost()) target?.focus();
    };
    const observer = new MutationObserver(removed);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', focused);
    document.addEventListener('focusout', left);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', focused);
      document.removeEventListener('focusout', left);
    };
  }, []);
}

/** The elements around this one that are marked with {@link focusHome}. */
function marked(element: Element): HTMLElement[] {
  const around: HTMLElement[] = [];
  let at = element.closest<HTMLElement>('[data-focus-home]');
  while (at) {
    around.push(at);
    at = at.parentElement?.closest<HTMLElement>('[data-focus-home]') ?? null;
  }
  return around;
}

/** The home of the nearest element that is still there. */
function homeIn(around: readonly HTMLElement[]): HTMLElement | undefined {
  for (const element of around) {
    const home = element.isConnected && document.getElementById(element.dataset.focusHome ?? '');
    if (home) return home;
  }
  return undefined;
}

/** Where the focus goes: of the elements that had it, the last one that is there or has a home. */
function next(held: readonly Held[]): HTMLElement | undefined {
  for (const { element, around } of held) {
    const found = element.isConnected ? element : homeIn(around);
    if (found) return found;
  }
  return document.getElementById('main') ?? undefined;
}
