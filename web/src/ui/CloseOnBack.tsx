import { useRouter } from '@tanstack/react-router';
import { useEffectEvent, useId, useLayoutEffect } from 'react';

/**
 * While it is mounted, the browser's Back calls `onClose` instead of leaving the page: it adds a history entry with the page's own address.
 * When it is unmounted in another way, it removes that entry.
 */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  const { history } = useRouter();
  const mark = useId();
  const close = useEffectEvent(onClose);
  // Before the browser paints: whoever sees the dialog can go back from it.
  useLayoutEffect(() => {
    const isOwnEntry = () => (history.location.state as { open?: string }).open === mark;
    let isMounted = true;
    // After React's own work, because it may run an effect twice in development.
    queueMicrotask(() => {
      if (isMounted) history.push(history.location.href, { open: mark });
    });
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'BACK' && !isOwnEntry()) close();
    });
    return () => {
      isMounted = false;
      stop();
      if (isOwnEntry()) history.back();
    };
  }, [history, mark]);
  return null;
}
