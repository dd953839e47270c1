import { useRef } from 'react';
import type { Image, Race, RaceField } from '@/core';
import { FieldProblemText, PictureField } from '@/ui';
import { chosenFile, chosenImage, inspect, refusalOf } from './chosen';
import { useForm, useProblem, useValue } from './form';
import { FieldAnchor, type FieldWords } from './inputs';
import { USES } from './uses';

/** A picture field of the record. */
export function Picture({ field, label, hint }: { field: RaceField } & FieldWords) {
  const form = useForm();
  const name = field.name as 'RaceLogo';
  const image = useValue(name);
  const words = hint ?? field.hint;
  return (
    <RecordPicture
      name={field.names[0] ?? name}
      label={label ?? (field.inputLabel || field.label)}
      {...(words ? { hint: words } : {})}
      use={name === 'RaceLogo' ? 'card' : 'prize'}
      canDelete={name !== 'RaceLogo'}
      saved={form.adapter.saved?.()[name]}
      image={image}
      onChange={(next) => form.set({ [name]: next } as Partial<Race>)}
    />
  );
}

/**
 * A picture: the saved one, a chosen file that replaces it, or none. When an existing page is edited, a badge says what saving will
 * do: New, or To be deleted (SPEC §4).
 */
export function RecordPicture({
  name,
  problemName = name,
  label,
  hint,
  use,
  saved,
  image,
  onChange,
  canDelete = true,
}: {
  /** The name of the file input. */
  name: string;
  /** The name in problems. */
  problemName?: string;
  label: string;
  hint?: FieldWords['hint'];
  use: keyof typeof FIT;
  /** The saved picture; it can be restored. */
  saved?: Image | undefined;
  /** The picture in the draft. */
  image: Image | undefined;
  onChange: (image: Image | undefined) => void;
  /** Whether a saved picture can be removed, or only replaced. */
  canDelete?: boolean;
}) {
  const { adapter } = useForm();
  const error = useProblem(problemName, true);
  const file = chosenFile(image);
  // When a chosen picture is removed, the previous one is shown again.
  const before = useRef(saved);
  const choose = async (picked: File | null) => {
    if (!picked) return onChange(before.current);
    if (image && !file) before.current = image;
    await inspect([picked]);
    onChange(chosenImage(picked));
  };
  const toDelete = saved !== undefined && image === undefined;
  return (
    <FieldAnchor field={problemName}>
      <PictureField
        name={name}
        label={label}
        hint={hint}
        use={USES[use]}
        fit={FIT[use]}
        file={file ?? null}
        current={image ?? saved}
        onChange={choose}
        {...(toDelete
          ? { mark: <Badge>To be deleted</Badge>, onRestore: () => onChange(saved) }
          : { mark: adapter.saved && file && !refusalOf(file) && <Badge>New</Badge> })}
        {...(canDelete && image && !file ? { onRemove: () => onChange(undefined) } : {})}
        error={error && <FieldProblemText>{error}</FieldProblemText>}
      />
    </FieldAnchor>
  );
}

/** How each kind of picture is fitted: cards and memories fill their frame, logos get a white background. */
const FIT = { card: 'photo', memory: 'photo', prize: 'whole', logo: 'logo' } as const;

function Badge({ children }: { children: string }) {
  return (
    <span className="label rounded-chip border border-ink bg-card px-2 py-0.5 text-xs text-ink shadow-float">
      {children}
    </span>
  );
}
