import { Check } from 'lucide-react';
import type { Race } from '@/core';
import { Prose } from '@/ui';
import { TextSection } from './TextSections';

/** Packet pick-up, amenities, timing and further information. */
export function RaceDetails({ race }: { race: Race }) {
  const amenities = race.Amenities.filter((one) => one.trim());
  const nothing = !race.PacketPickUp.trim() && !race.Timing.trim() && !race.MoreInfo.trim() && amenities.length === 0;
  if (nothing) return <TextSection text="" />;
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      <Part title="Packet pick-up" text={race.PacketPickUp} />
      {amenities.length > 0 && (
        <div>
          <h3 className="label mb-3">Amenities</h3>
          <ul className="flex flex-col gap-2">
            {amenities.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two amenities may be equal.
              <li key={at} className="flex gap-3">
                <Check size={20} className="mt-[3px] shrink-0 text-success" aria-hidden="true" />
                <span className="[unicode-bidi:plaintext]">{one}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Part title="Timing" text={race.Timing} />
      <Part title="More information" text={race.MoreInfo} />
    </div>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  if (!text.trim()) return null;
  return (
    <div>
      <h3 className="label mb-3">{title}</h3>
      <Prose text={text} />
    </div>
  );
}
