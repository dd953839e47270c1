import { useMemo } from 'react';
import type { PacketAction } from '@/core';
import type { LoadedPackets } from './usePackets';

/** How many packets are handed out, in all and of each contest. */
export function PacketCounts({ loaded, pending }: { loaded: LoadedPackets; pending: readonly PacketAction[] }) {
  const counts = useMemo(() => loaded.counts(pending), [loaded, pending]);
  return (
    <section aria-labelledby="packet-counts">
      <h2 id="packet-counts" className="display text-lg">
        Handed out
      </h2>
      <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-4">
        {counts.map(({ distance, out, total }) => (
          <div key={distance}>
            <dt className="text-sm break-words text-ink-2">{distance || 'All'}</dt>
            <dd className="tabular text-lg">
              <span className="label">{out.toLocaleString('en-US')}</span> of {total.toLocaleString('en-US')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
