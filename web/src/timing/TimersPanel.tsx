import { memo } from 'react';
import type { Desk } from './api';
import { KeysPanel } from './KeysPanel';
import { MylapsPanel } from './MylapsPanel';
import { PullsPanel } from './PullsPanel';
import type { Place } from './types';

type Parts = Pick<Place, 'timedRace' | 'zone'> & Pick<Desk, 'keys'>;

/** How timers reach this race: with keys, through the MYLAPS port, or by being fetched from; each with how it goes. */
export const TimersPanel = memo(function TimersPanel({ timedRace, zone, keys }: Parts) {
  return (
    <div className="flex flex-col gap-10">
      <section>
        <h3 className="display mb-3 text-lg">Keys</h3>
        <KeysPanel timedRace={timedRace} zone={zone} keys={keys} />
      </section>
      <section>
        <h3 className="display mb-3 text-lg">MYLAPS port</h3>
        <MylapsPanel timedRace={timedRace} zone={zone} />
      </section>
      <section>
        <h3 className="display mb-3 text-lg">Fetched by this server</h3>
        <PullsPanel timedRace={timedRace} zone={zone} />
      </section>
    </div>
  );
});
