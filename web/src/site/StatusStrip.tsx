import { RefreshCw, WifiOff } from 'lucide-react';
import { Button } from '@/ui';
import { takeUpdate, useOffline, useUpdateReady } from './offline';

/** Under the bar: that the network is gone, or that a newer site is ready. Always on the page, so that it is read out when it speaks. */
export function StatusStrip() {
  const offline = useOffline();
  const update = useUpdateReady() && !offline;
  return (
    <div role="status" className="print:hidden">
      {offline && (
        <div className="border-b border-rule bg-ink text-page">
          <p className="column flex min-h-12 items-center gap-3 py-2 text-sm">
            <WifiOff size={18} className="shrink-0" aria-hidden="true" />
            <span>
              <span className="label">You are offline.</span> Races you have opened before still open, as they last
              were.
            </span>
          </p>
        </div>
      )}
      {update && (
        <div className="border-b border-rule bg-card">
          <p className="column flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1 text-sm">
            <RefreshCw size={18} className="shrink-0 text-line" aria-hidden="true" />
            <span className="flex-1">A newer version of this site is ready.</span>
            <Button size="sm" onPress={takeUpdate}>
              Load it
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}
