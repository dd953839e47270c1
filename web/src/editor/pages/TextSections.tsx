import type { Part } from '@/core';
import { AccommodationFields, RuleFields } from '../kit/composed';
import { Field } from '../kit/Field';
import { PartFrame } from './PartFrame';
import { usePart } from './usePart';
import { Entries, Words } from './views';

/** A part that consists of one text: training, safety, the refund policy. */
export function TextSection({ id, name }: { id: Part; name: 'Training' | 'Safety' | 'Refund' }) {
  const part = usePart(id);
  return (
    <PartFrame
      alone
      part={part}
      view={<Words text={part.race[name]} />}
      edit={<Field name={name} label={part.title} rows={10} />}
    />
  );
}

/** The rules, and the settings from which the usual rules are generated. */
export function RulesSection() {
  const part = usePart('rules');
  return (
    <PartFrame
      alone
      part={part}
      view={<Entries items={part.race.Rules} />}
      edit={<RuleFields title={part.title} hideTitle />}
    />
  );
}

/** The accommodation information. */
export function AccommodationSection() {
  const part = usePart('accommodation');
  const [saved] = part.race.Accommodation;
  return (
    <PartFrame
      alone
      part={part}
      view={
        <div className="flex flex-col gap-3">
          <p className="text-sm text-ink-2">
            {saved?.Enabled === 'True' ? 'Shown on the page' : 'Switched off: the page does not show it'}
          </p>
          <Words text={saved?.Description ?? ''} />
        </div>
      }
      edit={<AccommodationFields label="Show accommodation information on the page" title={part.title} rows={6} />}
    />
  );
}
