import { useRef } from 'react';
import type { Image, Race, RaceField } from '@/core';
import { FieldProblemText, PictureField } from '@/ui';
import { chosenFile, chosenImage, inspect, refusalOf } from './chosen';
import { useForm, useProblem, useValue } from './form';
import { type FieldWords, Place } from './inputs';
import { USES } from './uses';

/** A picture of the record. */
export function Picture({ field, label, hint }: { field: RaceField } & FieldWords) {
  const form = useForm();
  const name = field.name as 'RaceLogo';
  const image = useValue(name);
  const words = hint ?? field.hint;
  return (
    <RecordPicture
      name={field.names[0] ?? name}
      label={label ?? (field.asks || field.label)}
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
 * A picture as it is saved, a chosen one in its place, or none. On a page that is there already it says what saving will do: New,
 * or To be deleted (SPEC §4).
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
  /** The picture as it is saved; it can be brought back. */
  saved?: Image | undefined;
  /** The picture as it is edited. */
  image: Image | undefined;
  onChange: (image: Image | undefined) => void;
  /** Whether a saved picture can be taken away, or only replaced. */
  canDelete?: boolean;
}) {
  const { adapter } = useForm();
  const error = useProblem(problemName, true);
  const file = chosenFile(image);
  // Where a chosen picture is taken away, the one before it comes back.
  const before = useRef(saved);
  const choose = async (picked: File | null) => {
    if (!picked) return onChange(before.current);
    if (image && !file) before.current = image;
    await inspect([picked]);
    onChange(chosenImage(picked));
  };
  const leaves = saved !== undefined && image === undefined;
  return (
    <Place field={problemName}>
      <PictureField
        name={name}
        label={label}
        hint={hint}
        use={USES[use]}
        fit={FIT[use]}
        file={file ?? null}
        current={image ?? saved}
        onChange={choose}
        {...(leaves
          ? { mark: <Mark>To be deleted</Mark>, onRestore: () => onChange(saved) }
          : { mark: adapter.saved && file && !refusalOf(file) && <Mark>New</Mark> })}
        {...(canDelete && image && !file ? { onRemove: () => onChange(undefined) } : {})}
        error={error && <FieldProblemText>{error}</FieldProblemText>}
      />
    </Place>
  );
}

/** Cards and memories fill their frame; logos are drawn for white paper. */
const FIT = { card: 'photo', memory: 'photo', prize: 'whole', logo: 'logo' } as const;

function Mark({ children }: { children: string }) {
  return (
    <span className="label rounded-chip border border-ink bg-card px-2 py-0.5 text-xs text-ink shadow-float">
      {children}
    </span>
  );
}
