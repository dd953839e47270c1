import { Frame, Notice } from '@/ui';
import { MilitaryFields, TWO } from '../kit/composed';
import { Field } from '../kit/Field';
import { PartFrame } from './PartFrame';
import { locationFrame } from './rules';
import { usePart } from './usePart';
import { Fact, Facts, Words } from './views';

/** The section with the description, the location, and the fields for a military base. */
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
          <Field name="About" rows={8} />
          <div className={TWO}>
            <Field name="StringAddress" />
            <Field name="Coordinates" />
          </div>
          {map && <Frame key={map.url} source={map} height={300} />}
          <MilitaryFields />
        </>
      }
    />
  );
}
