import { useId } from 'react';
import { FieldProblemText, type Option, SelectField } from '@/ui';

const HOURS = Array.from({ length: 12 }, (_, hour) => String(hour + 1));
const MINUTES = Array.from({ length: 12 }, (_, step) => String(step * 5).padStart(2, '0'));
const HALVES = ['AM', 'PM'];
const options = (words: readonly string[]): Option[] => words.map((word) => ({ id: word, label: word }));

/** `7:30 AM` in its three parts; none when it is no such text. */
function timeParts(text: string): string[] {
  return /^(\d{1,2}):(\d\d) (AM|PM)$/.exec(text)?.slice(1) ?? [];
}

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
  const [hour = '', minute = '', half = ''] = timeParts(value);
  // A race may hold a minute between the steps; it must not be lost by being shown.
  const minutes = minute === '' || MINUTES.includes(minute) ? MINUTES : [...MINUTES, minute].toSorted();
  const set = (h: string, m: string, ap: string) => {
    const [hours, minutes, halves] = timeParts(fallback);
    onChange(`${h || hours}:${m || minutes} ${ap || halves}`);
  };
  return (
    <fieldset className="flex flex-col gap-2" {...(error ? { 'aria-describedby': id } : {})}>
      <legend className="label mb-2 text-sm">Start time</legend>
      <div className="grid max-w-64 grid-cols-[minmax(0,4fr)_minmax(0,4.2fr)_minmax(0,4.8fr)] gap-1 sm:w-64 sm:gap-2">
        <SelectField
          label="Hour"
          hideLabel
          placeholder="–"
          options={options(HOURS)}
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
          options={options(HALVES)}
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
