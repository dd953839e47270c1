import { useEffect, useState } from 'react';
import { deskCore, type Setup } from '@/core';
import { serverNow } from './serverClock';

/** The time since each gun by the server's clock. Only this component is rendered each second. */
export function RaceClock({ setup }: { setup: Setup }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <dl aria-label="Race clock" className="flex flex-wrap gap-x-8 gap-y-2">
      {deskCore()
        .raceClocks(setup, now)
        .map((clock) => (
          <div key={clock.label}>
            <dt className="text-sm text-ink-2">{clock.label}</dt>
            <dd className={clock.running ? 'numerals text-3xl' : 'label text-ink-2'}>{clock.text}</dd>
          </div>
        ))}
    </dl>
  );
}
