import type { Part } from '@/core';
import { Lines, LinesOf, type TextName, ToggleOf } from './fields';
import { TextList } from './lists';
import { PartFrame } from './PartFrame';
import { usePart } from './usePart';
import { Entries, Words } from './views';

/** A part that is one text. */
function TextPart({ id, name, alone = false }: { id: Part; name: TextName; alone?: boolean }) {
  const part = usePart(id);
  return (
    <PartFrame
      alone={alone}
      part={part}
      view={<Words text={part.race[name]} />}
      edit={<Lines name={name} label={part.title} rows={10} />}
    />
  );
}

function RulesPart() {
  const part = usePart('rules');
  return (
    <PartFrame
      part={part}
      view={<Entries items={part.race.Rules} />}
      edit={<TextList name="Rules" title={part.title} item="rule" hideTitle />}
    />
  );
}

function AccommodationPart() {
  const part = usePart('accommodation');
  const [saved] = part.race.Accommodation;
  const { Enabled = 'False', Description = '' } = part.draft.Accommodation[0] ?? {};
  return (
    <PartFrame
      part={part}
      view={
        <div className="flex flex-col gap-3">
          <p className="text-sm text-ink-2">
            {saved?.Enabled === 'True' ? 'Shown on the page' : 'Switched off: the page does not show it'}
          </p>
          <Words text={saved?.Description ?? ''} />
        </div>
      }
      edit={
        <>
          <ToggleOf value={Enabled} onChange={(on) => part.set({ Accommodation: [{ Enabled: on, Description }] })}>
            Show accommodation information on the page
          </ToggleOf>
          <LinesOf
            field="Accommodation"
            label={part.title}
            value={Description}
            onChange={(text) => part.set({ Accommodation: [{ Enabled, Description: text }] })}
          />
        </>
      }
    />
  );
}

/** Training, rules, safety and accommodation, each with its own edit mode. */
export function TrainingSection() {
  return (
    <div className="flex flex-col gap-6">
      <TextPart id="training" name="Training" />
      <RulesPart />
      <TextPart id="safety" name="Safety" />
      <AccommodationPart />
    </div>
  );
}

/** The refund policy. */
export function RefundSection() {
  return <TextPart id="refund" name="Refund" alone />;
}
