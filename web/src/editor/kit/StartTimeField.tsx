import { useId } from 'react';
import { FieldProblemText, SelectField } from '@/ui';
import { startPicked, startPicker } from './rules';

/** A start time as three select fields: hours 1 to 12, minutes in steps of 5, AM or PM (SPEC §5). */
export function StartTimeField({
  value,
  fallback,
  error,
  onChange,
}: {
  value: string;
  /** The start time of a new row: the source of a part that the value lacks. */
  fallback: string;
  error: string | undefined;
  onChange: (time: string) => void;
}) {
  const id = useId();
  const { hours, minutes, halves, hour, minute, half } = startPicker(value);
  const set = (h: string, m: string, ap: string) => onChange(startPicked(h, m, ap, fallback));
  const parts = [
    { label: 'Hour', words: hours, value: hour, onChange: (h: string) => set(h, minute, half) },
    { label: 'Minute', words: minutes, value: minute, onChange: (m: string) => set(hour, m, half) },
    { label: 'AM or PM', words: halves, value: half, onChange: (ap: string) => set(hour, minute, ap) },
  ];
  return (
    <fieldset className="flex flex-col gap-2" {...(error ? { 'aria-describedby': id } : {})}>
      <legend className="label mb-2 text-sm">Start time</legend>
      <div className="grid max-w-64 grid-cols-[minmax(0,4fr)_minmax(0,4.2fr)_minmax(0,4.8fr)] gap-1 sm:w-64 sm:gap-2">
        {parts.map(({ label, words, value, onChange }) => (
          <SelectField
            key={label}
            label={label}
            hideLabel
            placeholder="–"
            options={words.map((word) => ({ id: word, label: word }))}
            value={value}
            onChange={onChange}
          />
        ))}
      </div>
      {error && (
        <div id={id}>
          <FieldProblemText>{error}</FieldProblemText>
        </div>
      )}
    </fieldset>
  );
}
