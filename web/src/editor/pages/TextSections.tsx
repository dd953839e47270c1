import { useState } from 'react';
import type { Part, Race, RuleSettings } from '@/core';
import { Button, NumberField } from '@/ui';
import { Lines, LinesOf, type TextName, ToggleOf } from './fields';
import { TextList } from './lists';
import { PartFrame } from './PartFrame';
import { usualRules } from './rules';
import { usePart, useThisPart } from './usePart';
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
      edit={
        <>
          <RuleSettingsFields />
          <TextList name="Rules" title={part.title} item="rule" hideTitle />
          <UsualRules />
        </>
      }
    />
  );
}

const settingsOf = ({ requireID, noCoaches, AgeRequirement }: Race): RuleSettings => ({
  requireID,
  noCoaches,
  AgeRequirement,
});

/** What tunes the usual rules. The rules follow, unless somebody has written in them, which is then left alone. */
function RuleSettingsFields() {
  const part = useThisPart();
  const { draft } = part;
  const usual = draft.Rules.join('\n') === usualRules(settingsOf(draft)).join('\n');
  const set = (change: Partial<RuleSettings>) =>
    part.set({ ...change, ...(usual ? { Rules: usualRules({ ...settingsOf(draft), ...change }) } : {}) });
  return (
    <div className="flex flex-col gap-4">
      <ToggleOf value={draft.requireID} onChange={(requireID) => set({ requireID })}>
        A photo ID is required at packet pick-up
      </ToggleOf>
      <ToggleOf value={draft.noCoaches} onChange={(noCoaches) => set({ noCoaches })}>
        No coaches or pacers on the course
      </ToggleOf>
      <NumberField
        label="Youngest age in years"
        hint="0 lets everyone run."
        className="max-w-56"
        minValue={0}
        value={draft.AgeRequirement}
        error={part.problem('AgeRequirement')}
        onBlur={() => part.touch('AgeRequirement')}
        onChange={(age) => set({ AgeRequirement: Number.isNaN(age) ? 0 : age })}
      />
    </div>
  );
}

/** Writes the usual rules over one's own, which can be brought back. */
function UsualRules() {
  const part = useThisPart();
  const [own, setOwn] = useState<string[]>();
  const { Rules } = part.draft;
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        size="sm"
        tone="quiet"
        onPress={() => {
          const usual = usualRules(settingsOf(part.draft));
          setOwn(Rules.length > 0 && Rules.join('\n') !== usual.join('\n') ? Rules : undefined);
          part.set({ Rules: usual });
        }}
      >
        {Rules.length === 0 ? 'Write the usual rules' : 'Write the usual rules again'}
      </Button>
      {own && (
        <Button
          size="sm"
          onPress={() => {
            part.set({ Rules: own });
            setOwn(undefined);
          }}
        >
          Bring back my own rules
        </Button>
      )}
    </div>
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
            field="Accommodation.0.Description"
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
