import { ShieldAlert } from 'lucide-react';
import type { MilitaryNotice, Race } from '@/core';
import { ExternalButton, Frame, Prose } from '@/ui';
import { Weather } from './Weather';

/** The race's description, the rules for access to a military base, the address with its map, and the weather. */
export function Location({ race, military }: { race: Race; military?: MilitaryNotice }) {
  return (
    <div className="flex flex-col gap-8">
      {race.About && <Prose text={race.About} className="text-lg leading-normal" />}
      {military && (
        <aside
          aria-labelledby="military"
          className="flex max-w-[68ch] gap-4 rounded-control border-2 border-road bg-card p-5"
        >
          <ShieldAlert size={28} className="mt-0.5 shrink-0" aria-hidden="true" />
          <div className="flex flex-col items-start gap-3">
            <h3 id="military" className="label">
              This race is on a military base{military.base && `: ${military.base}`}
            </h3>
            <p className="text-ink-2">
              Everyone who enters must be cleared beforehand.{military.deadline && ` Deadline: ${military.deadline}`}
            </p>
            {military.form && (
              <ExternalButton tone="line" href={military.form}>
                Base access form
              </ExternalButton>
            )}
          </div>
        </aside>
      )}
      {race.StringAddress && (
        <p>
          <span className="text-sm text-ink-3">Address</span>
          <br />
          <span className="label">{race.StringAddress}</span>
        </p>
      )}
      {race.Frames.Map && <Frame source={race.Frames.Map} height={420} />}
      <Weather race={race} />
    </div>
  );
}
