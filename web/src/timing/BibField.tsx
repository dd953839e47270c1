import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isMissing } from '@/api';
import { deskCore } from '@/core';
import { TextField } from '@/ui';
import type { TimedRace } from './api';
import { runnerQuery } from './corrections';

/** How long a typed text must be unchanged before it is looked up, in milliseconds. */
export const LOOK_UP_MS = 200;

/** Returns a text once it has not changed for {@link LOOK_UP_MS}. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), LOOK_UP_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A field for a bib, with the name of the runner who has it. */
export function BibField({
  race,
  label,
  value,
  onChange,
  error,
  autoFocus = false,
  className = 'w-52',
}: {
  race: TimedRace;
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  className?: string;
}) {
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        inputMode="numeric"
        autoComplete="off"
        isRequired
        autoFocus={autoFocus}
        error={error}
      />
      <RunnerName race={race} bib={value.trim()} />
    </div>
  );
}

/** Who has a bib. */
function RunnerName({ race, bib }: { race: TimedRace; bib: string }) {
  const asked = useSettled(bib);
  const query = useQuery(runnerQuery(race, asked));
  const runner = query.data;
  const known = runner && (runner.entered || runner.inRace);
  return (
    <p role="status" className="min-h-[1lh] text-sm text-ink-2">
      {asked === bib && bib !== '' && (
        <>
          {known && [runner.name, runner.contest, runner.status].filter(Boolean).join(', ')}
          {((runner && !known) || isMissing(query.error)) && deskCore().bibUnknown(bib)}
        </>
      )}
    </p>
  );
}
