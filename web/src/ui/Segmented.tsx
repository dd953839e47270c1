import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

/** A choice among two or three options, all of them visible as buttons. */
export function Segmented<Id extends string>({
  label,
  options,
  value,
  onChange,
}: {
  /** The name of the choice, for screen readers. */
  label: string;
  options: readonly { id: Id; label: string }[];
  /** Undefined while nothing is chosen. */
  value: Id | undefined;
  onChange: (id: Id) => void;
}) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => {
        const [id] = keys;
        if (id !== undefined) onChange(id as Id);
      }}
      className="inline-flex max-w-full rounded-control border border-control bg-card"
    >
      {options.map((option) => (
        <ToggleButton
          key={option.id}
          id={option.id}
          className="label min-h-11 min-w-14 cursor-pointer border-l border-control px-4 text-base text-ink-2 first:rounded-l-[5px] first:border-l-0 last:rounded-r-[5px] hover:bg-sunk data-[selected]:bg-ink data-[selected]:text-page"
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
