import { ChevronLeft, ChevronRight, GripVertical, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './Button';
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
import { moved, useReorder } from './useReorder';

/** Several pictures at once; each is made ready, shown, sorted, cut and taken away again. */
export function PicturesField({
  name,
  label,
  hint,
  error,
  errorOf,
  files,
  onChange,
  use = 'memory',
}: Pick<PictureFieldProps, 'name' | 'label' | 'hint' | 'error'> & {
  /** Why the picture at this place is refused. */
  errorOf?: (index: number) => ReactNode;
  files: readonly File[];
  /** May take its time, which a promise tells. */
  onChange: (files: File[]) => unknown;
  use?: PictureUse;
}) {
  const id = useId();
  const notes = `${id}-notes`;
  const add = useRef<HTMLInputElement>(null);
  const [broken, setBroken] = useState<readonly File[]>([]);
  const { busy, take } = useReady(use, (more) => onChange([...files, ...more]));
  const sort = useReorder(
    files.map(fileKey),
    (at) => files[at]?.name ?? '',
    (from, to) => onChange(moved(files, from, to)),
  );
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
        <ol ref={sort.box} className="grid gap-3 sm:grid-cols-2 desk:grid-cols-3">
          {files.map((file, at) => (
            <li key={fileKey(file)} {...sort.entry(at)} className="group">
              <figure className="grid grid-cols-[7.5rem_minmax(0,1fr)] overflow-hidden rounded-control border border-rule bg-card group-data-dragged:opacity-60 group-data-over:border-line group-data-over:shadow-float sm:grid-cols-1">
                <div className="relative">
                  <Preview
                    file={file}
                    className="aspect-[3/2] h-full w-full object-cover sm:h-auto"
                    onBroken={(one) => setBroken((all) => [...all, one])}
                  />
                  {files.length > 1 && (
                    <span
                      {...sort.grip(at)}
                      title="Drag to sort"
                      className="absolute top-1 left-1 grid size-11 cursor-grab touch-none place-items-center rounded-control bg-card/85 text-ink-2 group-data-dragged:cursor-grabbing"
                    >
                      <GripVertical size={20} aria-hidden="true" />
                    </span>
                  )}
                </div>
                <figcaption className="min-w-0 py-1 pr-1 pl-3 text-sm">
                  <p className="truncate pt-1" title={file.name}>
                    {file.name}
                  </p>
                  <div className="-ml-3 flex">
                    {files.length > 1 && (
                      <>
                        <Button tone="quiet" icon aria-label={`Move ${file.name} earlier`} {...sort.earlier(at)}>
                          <ChevronLeft size={20} aria-hidden="true" />
                        </Button>
                        <Button tone="quiet" icon aria-label={`Move ${file.name} later`} {...sort.later(at)}>
                          <ChevronRight size={20} aria-hidden="true" />
                        </Button>
                      </>
                    )}
                    <span className="ml-auto flex">
                      <CropButton
                        file={file}
                        label={file.name}
                        use={use}
                        onDone={(made) => onChange(files.with(at, made))}
                      />
                      <Button
                        tone="quiet"
                        icon
                        aria-label={`Remove ${file.name}`}
                        onPress={() => {
                          onChange(files.filter((_, other) => other !== at));
                          add.current?.focus();
                        }}
                      >
                        <Trash2 size={18} aria-hidden="true" />
                      </Button>
                    </span>
                  </div>
                </figcaption>
              </figure>
              {errorOf?.(at)}
              {broken.includes(file) && <NotAPicture />}
            </li>
          ))}
        </ol>
      )}
      <p className="sr-only" aria-live="polite">
        {sort.said}
      </p>
    </div>
  );
}
