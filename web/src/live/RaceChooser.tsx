import { NativeSelect } from '@/ui';
import type { LiveRaceEntry } from './api';

/** The select for the race, used when there are several. */
export function RaceChooser({
  races,
  race,
  onChoose,
}: {
  races: readonly LiveRaceEntry[];
  race: string;
  onChoose: (name: string) => void;
}) {
  // A canceled race is not listed.
  const isListed = races.some((one) => one.name === race);
  const all = isListed ? races : [...races, { name: race, eventName: race, live: false }];
  return (
    <NativeSelect
      label="Race"
      className="mt-4 max-w-md"
      value={race}
      onChange={(name) => name !== undefined && onChoose(name)}
      options={all.map((one) => ({ id: one.name, label: one.live ? `${one.eventName} · Live` : one.eventName }))}
    />
  );
}
