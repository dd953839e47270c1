import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';

/**
 * While it is there, Back closes what is open before it leaves the page: it stands for an entry of the history with the page's own
 * address. Closed in another way, the entry goes with it.
 */
export function BackCloses({ onClose }: { onClose: () => void }) {
  const { history } = useRouter();
  const mark = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const mine = () => (history.location.state as { open?: string }).open === mark;
    // Not within the effect, which React may run twice.
    const timer = setTimeout(() => history.push(history.location.href, { open: mark }));
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'BACK' && !mine()) close();
    });
    return () => {
      clearTimeout(timer);
      stop();
      if (mine()) history.back();
    };
  }, [history, mark]);
  return null;
}
