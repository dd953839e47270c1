import { useRef, useState } from 'react';
import type { Image } from '@/core';
import { FieldProblemText, PictureField, pictureKind } from '@/ui';
import { chosenFile, chosenImage } from './chosen';
import { USES } from './uses';

/**
 * A picture of the record: as it is saved, a chosen one in its place, or none. What saving will do stands on it: New, or To be
 * deleted (SPEC §4).
 */
export function RecordPicture({
  name,
  label,
  hint,
  use,
  error,
  saved,
  image,
  onChange,
  canDelete = true,
}: {
  /** The name of the file input. */
  name: string;
  label: string;
  hint?: string;
  use: keyof typeof FIT;
  error?: string | undefined;
  /** The picture as it is saved; it can be brought back. */
  saved?: Image | undefined;
  /** The picture as it is edited. */
  image: Image | undefined;
  onChange: (image: Image | undefined) => void;
  /** Whether a saved picture can be taken away, or only replaced. */
  canDelete?: boolean;
}) {
  const [refusal, setRefusal] = useState<string>();
  const file = chosenFile(image);
  const problem = refusal ?? error;
  // Where a chosen picture is taken away, the one before it comes back.
  const before = useRef(saved);
  if (image && !file) before.current = image;
  const choose = async (picked: File | null) => {
    setRefusal(undefined);
    if (!picked) return onChange(before.current);
    const kind = await pictureKind(picked);
    if (kind.refusal === undefined) onChange(chosenImage(picked));
    else setRefusal(kind.refusal);
  };
  const going = saved !== undefined && image === undefined;
  return (
    <PictureField
      name={name}
      label={label}
      hint={hint}
      use={USES[use]}
      fit={FIT[use]}
      file={file ?? null}
      current={image ?? saved}
      onChange={choose}
      {...(going
        ? { mark: <Mark>To be deleted</Mark>, onRestore: () => onChange(saved) }
        : { mark: file && <Mark>New</Mark> })}
      {...(canDelete && image && !file ? { onRemove: () => onChange(undefined) } : {})}
      error={problem && <FieldProblemText>{problem}</FieldProblemText>}
    />
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
