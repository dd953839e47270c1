import type { ReactNode } from 'react';
import type { Leg } from '@/core';
import { Button, SelectField, TextField } from '@/ui';

const LEGS: readonly { id: Leg; label: string }[] = [
  { id: 'swim', label: 'Swim' },
  { id: 't1', label: 'T1' },
  { id: 'bike', label: 'Bike' },
  { id: 't2', label: 'T2' },
  { id: 'run', label: 'Run' },
];

/** The fields of a timing point, along the contest's line. */
export function PointFields({
  title,
  last = false,
  onRemove,
  children,
}: {
  title: string;
  last?: boolean;
  onRemove?: () => void;
  children: ReactNode;
}) {
  return (
    <fieldset className="relative pl-8">
      <span aria-hidden="true" className={`absolute top-0 left-[3px] w-[7px] bg-line ${last ? 'h-8' : '-bottom-6'}`} />
      <span aria-hidden="true" className="absolute top-3 left-0 h-[3px] w-[13px] -rotate-12 bg-card" />
      <legend className="sr-only">{title}</legend>
      <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
        <p className="label" aria-hidden="true">
          {title}
        </p>
        {onRemove && (
          <Button size="sm" tone="quiet" onPress={onRemove} aria-label={`Remove ${title}`}>
            Remove
          </Button>
        )}
      </div>
      <div className="field-row sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** The earliest and the latest time from the own start at which a read counts at a point. */
export function LimitFields({
  minimum,
  maximum = '',
  onMinimum,
  onMaximum,
  problems,
  placeholder,
}: {
  minimum: string;
  maximum: string | undefined;
  onMinimum: (text: string) => void;
  onMaximum: (text: string) => void;
  problems: { minimum: string | undefined; maximum: string | undefined };
  /** An example of the earliest time. */
  placeholder: string;
}) {
  return (
    <div className="field-row grid-cols-2">
      <TextField
        label="Not before"
        hint="Minutes after the own start."
        value={minimum}
        onChange={onMinimum}
        error={problems.minimum}
        placeholder={placeholder}
      />
      <TextField
        label="Not after"
        hint="Empty for no limit."
        value={maximum}
        onChange={onMaximum}
        error={problems.maximum}
      />
    </div>
  );
}

/** The leg that ends at a point: its discipline and, for a relay, its name. */
export function LegFields({
  leg,
  name = '',
  onLeg,
  onName,
}: {
  leg: Leg;
  name: string | undefined;
  onLeg: (leg: Leg) => void;
  onName: (text: string) => void;
}) {
  return (
    <div className="field-row grid-cols-2">
      <SelectField label="Leg" value={leg} onChange={(id) => onLeg(id as Leg)} options={LEGS} />
      <TextField
        label="Name of the leg"
        value={name}
        onChange={onName}
        placeholder={LEGS.find((one) => one.id === leg)?.label ?? ''}
      />
    </div>
  );
}
