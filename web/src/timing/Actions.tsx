import { useRef, useState } from 'react';
import { Button } from '@/ui';
import { CorrectionForm, type FormField } from './CorrectionForm';
import type { Asked } from './corrections';
import type { Place } from './types';

/** A correction that is offered as a button. */
export interface Action {
  /** The button's text. */
  label: string;
  asked: Asked | (() => Asked);
  fields?: readonly FormField[];
  /** The text of the button that sends it; `label` when absent. */
  confirm?: string;
}

/** Buttons for the corrections of one thing. A press opens the form with the reason filled in, a second one sends it. */
export function Actions({
  place,
  about,
  actions,
  onDone,
}: {
  place: Place;
  /** What is corrected, for the buttons' names: `bib 12`. */
  about: string;
  actions: readonly Action[];
  onDone?: () => void;
}) {
  const [open, setOpen] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const action = actions.find((one) => one.label === open);
  const close = () => {
    setOpen(undefined);
    opener.current?.focus();
  };
  return (
    <fieldset ref={group} tabIndex={-1} aria-label={about} className="flex w-full min-w-0 flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label }) => (
          <Button
            key={label}
            size="sm"
            aria-label={`${label}, ${about}`}
            aria-expanded={label === open}
            onClickCapture={(event) => {
              opener.current = event.currentTarget;
            }}
            onPress={() => setOpen(label === open ? undefined : label)}
          >
            {label}
          </Button>
        ))}
      </div>
      {action && (
        <CorrectionForm
          key={action.label}
          place={place}
          label={`${action.label}, ${about}`}
          asked={action.asked}
          fields={action.fields ?? []}
          confirm={action.confirm ?? action.label}
          onCancel={close}
          onDone={() => {
            setOpen(undefined);
            // Not the button: it may be gone, as what was decided changes what can be decided.
            group.current?.focus();
            onDone?.();
          }}
        />
      )}
    </fieldset>
  );
}
