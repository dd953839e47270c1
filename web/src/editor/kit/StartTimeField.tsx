import { useId } from 'react';
import { FieldProblemText, type Option, SelectField } from '@/ui';
import { startPicked, startPicker } from './rules';

const options = (words: readonly string[]): Option[] => words.map((word) => ({ id: word, label: word }));

/** A start time as three choices: hours 1 to 12, minutes in steps of 5, AM or PM (SPEC §5). */
export function StartTimeField({
  value,
  fallback,
  error,
  onChange,
}: {
  value: string;
  /** Where a part comes from that the value lacks: the time of a new row. */
  fallback: string;
  error: string | undefined;
  onChange: (time: string) => void;
}) {
  const id = useId();
  const { hours, minutes, halves, hour, minute, half } = startPicker(value);
  const set = (h: string, m: string, ap: string) => onChange(startPicked(h, m, ap, fallback));
  return (
    <fieldset className="flex flex-col gap-2" {...(error ? { 'aria-describedby': id } : {})}>
      <legend className="label mb-2 text-sm">Start time</legend>
      <div className="grid max-w-64 grid-cols-[minmax(0,4fr)_minmax(0,4.2fr)_minmax(0,4.8fr)] gap-1 sm:w-64 sm:gap-2">
        <SelectField
          label="Hour"
          hideLabel
          placeholder="–"
          options={options(hours)}
          value={hour}
          onChange={(h) => set(h, minute, half)}
        />
        <SelectField
          label="Minute"
          hideLabel
          placeholder="–"
          options={options(minutes)}
          value={minute}
          onChange={(m) => set(hour, m, half)}
        />
        <SelectField
          label="AM or PM"
          hideLabel
          placeholder="–"
          options={options(halves)}
          value={half}
          onChange={(ap) => set(hour, minute, ap)}
        />
      </div>
      {error && (
        <div id={id}>
          <FieldProblemText>{error}</FieldProblemText>
        </div>
      )}
    </fieldset>
  );
}
