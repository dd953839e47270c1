import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { Option } from './Field';

/**
 * A choice of one option with the browser's own select: convenient on a phone, and it adds no script to a page that should load fast. Use
 * SelectField where an option needs more than a word.
 */
export function NativeSelect({
  label,
  all,
  options,
  value,
  onChange,
  className = '',
}: {
  label: string;
  /** The label of the option for no choice; undefined when one must be chosen. */
  all?: string;
  options: readonly Option[];
  /** The selected option's id; undefined for no choice. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  className?: string;
}) {
  const id = useId();
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="label text-sm">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
          className="min-h-11 w-full cursor-pointer appearance-none truncate rounded-control border border-control bg-card pr-9 pl-3 text-base hover:border-ink"
        >
          {all !== undefined && <option value="">{all}</option>}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
        />
      </div>
    </div>
  );
}
