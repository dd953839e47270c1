import type { SetupDraft } from '@/core';
import { SelectField, TextField } from '@/ui';

const CHIPS = [
  { id: 'entrants', label: 'Decided by the entrants', value: undefined },
  { id: 'bibs', label: "A chip's number is its bib", value: true },
  { id: 'chips', label: "A chip's number is never a bib", value: false },
] as const;

/** What a setup says about the reads of all contests: whose boxes count, and what the numbers of chips mean. */
export function TimerFields({ draft, onChange }: { draft: SetupDraft; onChange: (draft: SetupDraft) => void }) {
  const chips = CHIPS.find((one) => one.value === draft.tagsAreBibs) ?? CHIPS[0];
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label="Timer codes"
        hint="Of the boxes that time this race, with commas between them; all takes every code. Empty: rare codes are left out."
        value={draft.timerCode ?? ''}
        onChange={(timerCode) => onChange({ ...draft, timerCode })}
      />
      <SelectField
        label="Chip numbers"
        value={chips.id}
        onChange={(id) => {
          const { tagsAreBibs: _, ...others } = draft;
          const value = CHIPS.find((one) => one.id === id)?.value;
          onChange(value === undefined ? others : { ...others, tagsAreBibs: value });
        }}
        options={CHIPS}
      />
    </div>
  );
}
