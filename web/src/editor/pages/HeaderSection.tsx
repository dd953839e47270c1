import { core, type DistanceStart } from '@/core';
import { Distances } from '@/racekit';
import { DateLine, LINK, Line, Toggle, ZoneChoice } from './fields';
import { DistanceRows } from './lists';
import { PartFrame } from './PartFrame';
import { joinDistances } from './rules';
import { usePart } from './usePart';
import { Fact, Facts } from './views';

/** Name, date, distances, registration. */
export function HeaderSection() {
  const part = usePart('header');
  const { race } = part;
  const { label, tooltip } = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
  // The record's Distance follows the rows' names (SPEC §5).
  const setRows = (rows: DistanceStart[]) => part.set({ DistanceStartTimes: rows, Distance: joinDistances(rows) });
  return (
    <PartFrame
      alone
      part={part}
      view={
        <div className="flex flex-col gap-6">
          <Facts>
            <Fact label="Race name">{race.Race}</Fact>
            <Fact label="Date">{race.Date && `${race.Day}, ${race.Date}`}</Fact>
            <Fact label="Registration link">{race.Link}</Fact>
            <Fact label="Registration button">{tooltip ? `${label}: ${tooltip}` : label}</Fact>
          </Facts>
          <Distances rows={race.DistanceStartTimes} />
        </div>
      }
      edit={
        <>
          <Line name="Race" label="Race name" hint="The page's address is made from it." />
          <div className="grid gap-6 sm:grid-cols-2">
            <DateLine name="Date" label="Date" />
            <ZoneChoice />
          </div>
          <DistanceRows onChange={setRows} />
          <Line name="Link" label="Registration link" {...LINK} />
          <div className="flex flex-col gap-2">
            <Toggle name="MaxCapacity">Race is at max capacity</Toggle>
            <Toggle name="isCanceled">Race is canceled</Toggle>
          </div>
        </>
      }
    />
  );
}
