import type { ReactNode } from 'react';

/** A checkbox by which something of a list is chosen, with a target that a finger hits. */
export function Check({
  label,
  checked,
  onChange,
  isDisabled = false,
  className = '',
  children,
}: {
  /** Its name for screen readers. */
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  isDisabled?: boolean;
  className?: string;
  /** What stands beside it. */
  children?: ReactNode;
}) {
  return (
    <label
      className={`flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 text-sm has-disabled:cursor-default ${className}`}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 cursor-pointer accent-line disabled:cursor-default"
      />
      {children}
    </label>
  );
}
