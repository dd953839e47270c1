import { useRouter } from '@tanstack/react-router';
import { useEffectEvent, useId, useLayoutEffect } from 'react';
import { markOpen, openMark } from './openEntries';

/**
 * While it is mounted, the browser's Back calls `onClose` instead of leaving the page: it adds a history entry with the page's own address.
 * When it is unmounted in another way, it removes that entry. One that remains without its dialog is passed over (`site/history.ts`).
 */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  const { history } = useRouter();
  // Ids are the same after a reload, which keeps the entries.
  const mark = `${performance.timeOrigin}${useId()}`;
  const close = useEffectEvent(onClose);
  // Before the browser paints: whoever sees the dialog can go back from it.
  useLayoutEffect(() => {
    const isOwnEntry = () => openMark(history.location.state) === mark;
    let isMounted = true;
    // After React's own work, because it may run an effect twice in development.
    queueMicrotask(() => {
      if (isMounted) history.push(history.location.href, { open: mark });
    });
    const markClosed = markOpen(mark);
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'BACK' && !isOwnEntry()) close();
    });
    return () => {
      isMounted = false;
      stop();
      markClosed();
      if (isOwnEntry()) history.back();
    };
  }, [history, mark]);
  return null;
}
