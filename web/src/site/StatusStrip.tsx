import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/ui';
import { applyUpdate, useOffline, useUpdateReady } from './offline';
import { SessionNotice } from './SessionNotice';

/**
 * A strip below the navigation bar that stays in view: that there is no network, or that a newer version of the site is ready. The element
 * is always on the page, so that screen readers announce its text when it changes. Below it is what other tabs have done to the session.
 */
export function StatusStrip() {
  return (
    <>
      <Strip />
      <SessionNotice />
    </>
  );
}

function Strip() {
  const offline = useOffline();
  const update = useUpdateReady() && !offline;
  const shown = offline || update;
  // Other elements that stay at the top of the screen are moved down (see app.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-strip', shown);
    return () => document.documentElement.removeAttribute('data-strip');
  }, [shown]);
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
            <Button size="sm" onPress={applyUpdate}>
              Load it
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}
