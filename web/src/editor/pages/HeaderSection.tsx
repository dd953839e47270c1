import { core } from '@/core';
import { Distances } from '@/racekit';
import { TWO } from '../kit/composed';
import { Field } from '../kit/Field';
import { DistanceRows } from '../kit/List';
import { PartFrame } from './PartFrame';
import { usePart } from './usePart';
import { Fact, Facts } from './views';

/** The section with name, date, distances and registration. */
export function HeaderSection() {
  const part = usePart('header');
  const { race } = part;
  const { label, tooltip } = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
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
          <Field name="Race" />
          <div className={TWO}>
            <Field name="Date" />
            <Field name="TimeZone" />
          </div>
          <DistanceRows />
          <Field name="Link" />
          <div className="flex flex-col gap-2">
            <Field name="MaxCapacity" />
            <Field name="isCanceled" />
          </div>
        </>
      }
    />
  );
}
