import { Field } from '../kit/Field';
import { PartFrame } from './PartFrame';
import { usePart } from './usePart';
import { Entries, TitledWords } from './views';

/** The section with packet pick-up, timing, more information and amenities. */
export function DetailsSection() {
  const part = usePart('details');
  const { race } = part;
  return (
    <PartFrame
      alone
      part={part}
      view={
        <div className="flex flex-col gap-6">
          <TitledWords title="Packet pick-up" text={race.PacketPickUp} />
          <div>
            <h3 className="label mb-1">Amenities</h3>
            <Entries items={race.Amenities} />
          </div>
          <TitledWords title="Timing" text={race.Timing} />
          <TitledWords title="More information" text={race.MoreInfo} />
        </div>
      }
      edit={
        <>
          <Field name="PacketPickUp" />
          <Field name="Timing" />
          <Field name="MoreInfo" rows={3} />
          <Field name="Amenities" />
        </>
      }
    />
  );
}
