import { useState } from 'react';
import type { Race } from '@/core';
import { RaceTile } from '@/racekit';
import { Notice, Segmented, TextField, useMedia, WIDE_SCREEN } from '@/ui';
import { chosenFile } from '../kit/chosen';
import { TWO } from '../kit/composed';
import { Field } from '../kit/Field';
import { cardSave, cardWarning } from '../pictures/rules';
import { sendFiles } from '../pictures/send';
import { PartFrame } from './PartFrame';
import { usePart } from './usePart';

/** The race card: its fields and a preview. Only changed fields are sent (SPEC §5). */
export function CardSection() {
  const part = usePart('card', {
    send: async (_, { name, versions, race, draft, ...options }) => {
      const save = cardSave(name, race, draft, versions);
      if ('say' in save) return { end: 'notice', notice: save.say };
      const logo = chosenFile(draft.RaceLogo);
      return sendFiles(save.send, logo ? [['raceLogo', logo]] : [], options);
    },
  });
  const warning = cardWarning(part.race.Race);
  return (
    <div className="flex flex-col gap-4">
      {warning && <Notice tone={warning.tone}>{warning.text}</Notice>}
      <PartFrame
        alone
        part={part}
        view={<CardPreview race={part.race} />}
        edit={
          <>
            <CardPreview race={part.draft} />
            <div className={TWO}>
              <Field
                name="Distance"
                hint="The distances as the card names them. Saving other distances in the header makes them anew."
              />
              <Field name="CardLocation" hint="City and state." />
              <Field name="Info" label="Website Path" hint="Where the Info button leads." />
              <TextField label="Date" hint="Changed in the header." value={part.race.Date} isReadOnly />
            </div>
            <Field name="RaceLogo" label="Race Image" hint="Recommended size 1200x800." />
          </>
        }
      />
    </div>
  );
}

/** A preview of the card as visitors see it, in its desktop form (on wide screens only) or its compact one (SPEC §2: under 1024 px). */
function CardPreview({ race }: { race: Race }) {
  const wide = useMedia(WIDE_SCREEN);
  const [form, setForm] = useState<'desktop' | 'compact'>('desktop');
  const compact = !wide || form === 'compact';
  return (
    <section aria-label="Preview of the race card" className="flex flex-col gap-3">
      {wide && (
        <div className="flex">
          <Segmented
            label="Form of the card"
            options={[
              { id: 'desktop', label: 'Desktop' },
              { id: 'compact', label: 'Compact' },
            ]}
            value={form}
            onChange={setForm}
          />
        </div>
      )}
      {/* `isPreview` makes the card inert, because its links would leave the editor. */}
      <div className="rounded-bib bg-sunk p-4">
        <div className={compact ? 'mx-auto max-w-sm' : ''}>
          <RaceTile race={race} row={!compact} isPreview />
        </div>
      </div>
    </section>
  );
}
