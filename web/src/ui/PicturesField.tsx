import { type ReactNode, useId, useRef, useState } from 'react';
import { CropButton } from './CropButton';
import type { PictureUse } from './cropPicture';
import {
  Drop,
  fileKey,
  NotAPicture,
  type PictureFieldProps,
  PictureInput,
  Preview,
  ReadyProgress,
  useReady,
} from './PictureDrop';
import { PictureGrid } from './PictureGrid';
import { PictureNote } from './PictureNote';
import { moved } from './useReorder';

/** Several pictures at once; each is made ready, shown, sorted, cut and taken away again. */
export function PicturesField({
  name,
  label,
  hint,
  error,
  errorOf,
  files,
  onChange,
  question,
  use,
}: Pick<PictureFieldProps, 'name' | 'label' | 'hint' | 'error'> & {
  /** Why the picture at this place is refused. */
  errorOf?: (index: number) => ReactNode;
  files: readonly File[];
  /** May take its time, which a promise tells. */
  onChange: (files: File[]) => unknown;
  /** Asked before several are taken away, in the core's words. */
  question: (count: number) => string;
  use: PictureUse;
}) {
  const id = useId();
  const notes = `${id}-notes`;
  const add = useRef<HTMLInputElement>(null);
  const [broken, setBroken] = useState<readonly File[]>([]);
  const { busy, take } = useReady(use, (more) => onChange([...files, ...more]));
  return (
    <div className="flex flex-col gap-3">
      <span className="label text-sm">{label}</span>
      <div className="relative">
        <PictureInput
          id={id}
          name={name}
          multiple
          describedBy={notes}
          invalid={Boolean(error)}
          onPick={take}
          inputRef={add}
        />
        <Drop label={label} htmlFor={id} multiple onPick={take} />
      </div>
      <ReadyProgress busy={busy} />
      <div id={notes} className="empty:hidden">
        {hint && <p className="text-sm text-ink-3">{hint}</p>}
        {error}
      </div>
      {files.length > 0 && (
        <PictureGrid
          label={`${label}: chosen pictures`}
          verb="Remove"
          question={question}
          refocus={() => add.current}
          onMove={(from, to) => onChange(moved(files, from, to))}
          onRemove={(keys) => onChange(files.filter((file) => !keys.includes(fileKey(file))))}
          pictures={files.map((file, at) => ({
            key: fileKey(file),
            name: file.name,
            picture: (
              <Preview
                file={file}
                className="aspect-[3/2] h-full w-full object-cover sm:h-auto"
                onBroken={(one) => setBroken((all) => [...all, one])}
              />
            ),
            buttons: (
              <CropButton file={file} label={file.name} use={use} onDone={(made) => onChange(files.with(at, made))} />
            ),
            note: (
              <>
                {errorOf?.(at)}
                {broken.includes(file) && <NotAPicture />}
                <PictureNote file={file} />
              </>
            ),
          }))}
        />
      )}
    </div>
  );
}
