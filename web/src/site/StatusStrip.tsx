import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/ui';
import { takeUpdate, useOffline, useUpdateReady } from './offline';

/**
 * Under the bar, wherever one has scrolled to: that the network is gone, or that a newer site is ready. Always on the page, so
 * that it is read out when it speaks.
 */
export function StatusStrip() {
  const offline = useOffline();
  const update = useUpdateReady() && !offline;
  const speaks = offline || update;
  // What else keeps to the top of the screen makes room (see app.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-strip', speaks);
    return () => document.documentElement.removeAttribute('data-strip');
  }, [speaks]);
  return (
    <div role="status" className="sticky top-16 short:top-0 z-[39] print:hidden">
      {offline && (
        <div className="bg-ink text-page">
          <p className="column flex h-12 items-center gap-3 text-sm leading-tight">
            <WifiOff size={18} className="shrink-0" aria-hidden="true" />
            <span>
              <span className="label">You are offline.</span> Races opened before still open
              <span className="hidden sm:inline">, as they were then</span>.
            </span>
          </p>
        </div>
      )}
      {update && (
        <div className="border-b border-rule bg-card">
          <p className="column flex h-12 items-center gap-3 text-sm leading-tight">
            <RefreshCw size={18} className="shrink-0 text-line" aria-hidden="true" />
            <span className="flex-1">A newer version is ready.</span>
            <Button size="sm" onPress={takeUpdate}>
              Load it
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}
