import { KeysPanel } from './KeysPanel';
import { MylapsPanel } from './MylapsPanel';
import { PullsPanel } from './PullsPanel';
import type { DeskProps } from './types';

/** How timers reach this race: with keys, through the MYLAPS port, or by being fetched from; each with how it goes. */
export function TimersPanel(props: DeskProps) {
  return (
    <div className="flex flex-col gap-10">
      <section>
        <h3 className="display mb-3 text-lg">Keys</h3>
        <KeysPanel {...props} />
      </section>
      <section>
        <h3 className="display mb-3 text-lg">MYLAPS port</h3>
        <MylapsPanel {...props} />
      </section>
      <section>
        <h3 className="display mb-3 text-lg">Fetched by this server</h3>
        <PullsPanel {...props} />
      </section>
    </div>
  );
}
