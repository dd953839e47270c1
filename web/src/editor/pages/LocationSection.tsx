import { Frame, Notice } from '@/ui';
import { ADDRESS, COORDINATES } from '../shared/fieldWords';
import { LINK, Line, Lines, Toggle } from './fields';
import { PartFrame } from './PartFrame';
import { locationFrame } from './rules';
import { usePart } from './usePart';
import { Fact, Facts, Words } from './views';

/** About, where it is, and what a military base asks for. */
export function LocationSection() {
  const part = usePart('location');
  const { race, draft } = part;
  const map = locationFrame(draft);
  return (
    <PartFrame
      alone
      part={part}
      view={
        <div className="flex flex-col gap-6">
          <Words text={race.About} />
          <Facts>
            <Fact label="Address">{race.StringAddress}</Fact>
            <Fact label="Coordinates">{race.Coordinates}</Fact>
          </Facts>
          {race.MilitaryBase === 'True' && (
            <Notice tone="info" title={race.MilitaryBaseName || 'Military base'}>
              <p className="text-sm">
                {[race.MilitaryBaseDeadline, race.MilitaryBaseFormLink].filter(Boolean).join(' · ')}
              </p>
            </Notice>
          )}
          {map && <Frame source={map} height={300} />}
        </div>
      }
      edit={
        <>
          <Lines name="About" label="About" rows={8} />
          <div className="grid gap-6 sm:grid-cols-2">
            <Line name="StringAddress" {...ADDRESS} />
            <Line name="Coordinates" {...COORDINATES} />
          </div>
          {map && <Frame key={map.url} source={map} height={300} />}
          <Toggle name="MilitaryBase">The race is on a military base</Toggle>
          {draft.MilitaryBase === 'True' && (
            <div className="grid gap-6 border-l-4 border-rule pl-4 sm:grid-cols-2 sm:pl-6">
              <Line name="MilitaryBaseName" label="Name of the base" />
              <Line name="MilitaryBaseDeadline" label="Deadline for the form" placeholder="May 1" />
              <Line name="MilitaryBaseFormLink" label="Link to the form" className="sm:col-span-2" {...LINK} />
            </div>
          )}
        </>
      }
    />
  );
}
