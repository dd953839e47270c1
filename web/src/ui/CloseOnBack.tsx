import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';

/**
 * While it is mounted, the browser's Back calls `onClose` instead of leaving the page: it adds a history entry with the page's own address.
 * When it is unmounted in another way, it removes that entry.
 */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  const { history } = useRouter();
  const mark = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const isOwnEntry = () => (history.location.state as { open?: string }).open === mark;
    // With a timeout, because React may run an effect twice in development.
    const timer = setTimeout(() => history.push(history.location.href, { open: mark }));
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'BACK' && !isOwnEntry()) close();
    });
    return () => {
      clearTimeout(timer);
      stop();
      if (isOwnEntry()) history.back();
    };
  }, [history, mark]);
  return null;
}
