import { useState } from 'react';
import type { Part, Race, RuleSettings } from '@/core';
import { Button, NumberField } from '@/ui';
import { Lines, LinesOf, type TextName, ToggleOf } from './fields';
import { TextList } from './lists';
import { PartFrame } from './PartFrame';
import { hasOwnRules, retunedRules, usualRules } from './rules';
import { usePart, useThisPart } from './usePart';
import { Entries, Words } from './views';

/** A part that is one text: training, safety, the refund policy. */
export function TextSection({ id, name }: { id: Part; name: TextName }) {
  const part = usePart(id);
  return (
    <PartFrame
      alone
      part={part}
      view={<Words text={part.race[name]} />}
      edit={<Lines name={name} label={part.title} rows={10} />}
    />
  );
}

/** The rules, and what tunes the usual ones. */
export function RulesSection() {
  const part = usePart('rules');
  return (
    <PartFrame
      alone
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

/** What tunes the usual rules, which follow it where the core says so. */
function RuleSettingsFields() {
  const part = useThisPart();
  const { draft } = part;
  const set = (change: Partial<RuleSettings>) => {
    const before = settingsOf(draft);
    part.set({ ...change, Rules: retunedRules(draft.Rules, before, { ...before, ...change }) });
  };
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
          const settings = settingsOf(part.draft);
          setOwn(hasOwnRules(Rules, settings) ? Rules : undefined);
          part.set({ Rules: usualRules(settings) });
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

/** Where runners can sleep. */
export function AccommodationSection() {
  const part = usePart('accommodation');
  const [saved] = part.race.Accommodation;
  const { Enabled = 'False', Description = '' } = part.draft.Accommodation[0] ?? {};
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
