import { type ReactNode, useId, useRef, useState } from 'react';
import { CropButton } from './CropButton';
import type { PictureUse } from './cropPicture';
import {
  fileKey,
  PictureDropZone,
  type PictureFieldProps,
  PictureInput,
  PreparationProgress,
  Preview,
  UnreadablePicture,
  usePreparedPictures,
} from './PictureDrop';
import { PictureGrid } from './PictureGrid';
import { PictureNote } from './PictureNote';
import { moved } from './useReorder';

/** A field for several pictures, which can be chosen or dropped, sorted, cropped and removed. */
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
  /** Returns why the picture at this position is rejected. */
  errorOf?: (index: number) => ReactNode;
  files: readonly File[];
  /** May return a promise when it takes time. */
  onChange: (files: File[]) => unknown;
  /** Returns the core's question before several pictures are removed. */
  question: (count: number) => string;
  use: PictureUse;
}) {
  const id = useId();
  const notes = `${id}-notes`;
  const add = useRef<HTMLInputElement>(null);
  const [broken, setBroken] = useState<readonly File[]>([]);
  const { busy, take } = usePreparedPictures(use, (more) => onChange([...files, ...more]));
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
        <PictureDropZone label={label} htmlFor={id} multiple onPick={take} />
      </div>
      <PreparationProgress busy={busy} />
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
                {broken.includes(file) && <UnreadablePicture />}
                <PictureNote file={file} />
              </>
            ),
          }))}
        />
      )}
    </div>
  );
}
