import { useMemo } from 'react';
import { CallError } from '@/api';
import { deskCore } from '@/core';
import { Notice } from '@/ui';
import type { TimedRace } from './api';
import { KeptStarts, SendStarts } from './KeptStarts';
import { type KeptDesk, useKeptDesk } from './keptDesk';
import { LinePanel } from './LinePanel';
import { StartPanel } from './StartPanel';

/**
 * The start and the line of a race whose desk can't be loaded: what is entered is kept, and sent when the server can be reached. A race
 * whose desk this browser never had shows only what it keeps.
 */
export function OfflineDesk({ race, error }: { race: TimedRace | undefined; error: unknown }) {
  const desk = useKeptDesk(race?.name);
  const refused = error instanceof CallError && deskCore().isRefusal(error.status);
  if (!desk || refused) return race ? <KeptStarts race={race} /> : null;
  return <Kept desk={desk} />;
}

function Kept({ desk }: { desk: KeptDesk }) {
  const { id, race, date, timeZone: zone, setup, run } = desk;
  const timedRace = useMemo(() => ({ name: race, id }), [race, id]);
  const place = { timedRace, date, zone };
  return (
    <>
      <Notice tone="info" title={race}>
        What you start and enter here is kept on this device, and sent as soon as the server can be reached.
      </Notice>
      <SendStarts race={timedRace} />
      <section aria-label="Start" className="flex flex-col gap-4">
        <h2 className="display text-xl">Start</h2>
        <StartPanel {...place} {...{ race, id, run, setup }} offline />
      </section>
      <section aria-label="At the line" className="flex flex-col gap-4">
        <h2 className="display text-xl">At the line</h2>
        <LinePanel {...place} {...{ id, run, setup }} />
      </section>
    </>
  );
}
