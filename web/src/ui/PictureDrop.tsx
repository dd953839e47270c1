import { ImageOff, ImagePlus, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { DropZone } from 'react-aria-components';
import type { Image } from '@/core';
import { Button } from './Button';
import { CropButton } from './CropButton';
import { notAPicture, originalOf, type PictureUse, pictureKind, readyPicture } from './cropPicture';
import { FieldProblemText } from './Field';
import { Picture } from './Picture';
import { PictureNote } from './PictureNote';
import { Spinner } from './Spinner';

/** What a picture input offers: the kinds that every browser shows, and the iPhone's, which is converted or told how to be. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,.heic,.heif';

const keys = new WeakMap<File, string>();
let picked = 0;

/** A key for a picked file in a list: names repeat, and the same picture may be picked twice. */
export function fileKey(file: File): string {
  // A picture that was cut is still the one that was picked.
  const original = originalOf(file);
  let key = keys.get(original);
  if (key === undefined) {
    picked += 1;
    key = `file-${picked}`;
    keys.set(original, key);
  }
  return key;
}

/** The address of a picked file while its preview is on the page. */
export function useFileUrl(file: File | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) {
      setUrl(undefined);
      return;
    }
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** The input under every picture field: a real one, so that keyboards, screen readers and tests all find it. */
export function PictureInput({
  id,
  name,
  multiple = false,
  describedBy,
  invalid,
  onPick,
  inputRef,
}: {
  id: string;
  name: string;
  multiple?: boolean;
  describedBy: string;
  invalid: boolean;
  onPick: (files: File[]) => void;
  inputRef?: Ref<HTMLInputElement>;
}) {
  return (
    <input
      {...(inputRef ? { ref: inputRef } : {})}
      id={id}
      name={name}
      type="file"
      accept={PICTURE_TYPES}
      multiple={multiple}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      className="peer sr-only"
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // Emptied, so that the same file can be picked again after it was removed.
        event.currentTarget.value = '';
        if (files.length > 0) onPick(files);
      }}
    />
  );
}

/** Where files fall, or are asked for. */
export function Drop({
  label,
  htmlFor,
  multiple,
  onPick,
}: {
  /** What falls here. */
  label: string;
  htmlFor: string;
  multiple: boolean;
  onPick: (files: File[]) => void;
}) {
  return (
    <DropZone
      aria-label={`Paste or drop: ${label}`}
      className="group rounded-control peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-line"
      getDropOperation={(types) => (types.has('text/plain') ? 'cancel' : 'copy')}
      onDrop={async (event) => {
        const files: File[] = [];
        for (const item of event.items) if (item.kind === 'file') files.push(await item.getFile());
        if (files.length > 0) onPick(multiple ? files : files.slice(0, 1));
      }}
    >
      <label
        htmlFor={htmlFor}
        className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-dashed border-control bg-card p-4 text-sm text-ink-2 hover:border-ink hover:text-ink group-data-[drop-target]:border-line group-data-[drop-target]:bg-sunk"
      >
        <ImagePlus size={22} className="shrink-0" aria-hidden="true" />
        <span>
          <span className="label text-line underline underline-offset-4">
            {multiple ? 'Choose pictures' : 'Choose a picture'}
          </span>
          <span className="sr-only">: {label}</span>{' '}
          <span className="pointer-coarse:hidden">or drop {multiple ? 'them' : 'it'} here</span>
        </span>
      </label>
    </DropZone>
  );
}

const underway = new Set<Promise<void>>();

/** Acts once every picked picture is in its field, since a form sent before would go without it; at once when none is on its way. */
export function afterPictures(act: () => void): void {
  if (underway.size === 0) act();
  // The fields are drawn with their pictures before anything is made of them.
  else void Promise.all(underway).then(() => setTimeout(() => afterPictures(act)));
}

/**
 * Pictures on their way into a field: scaled to what their use needs before anybody sees them. `busy` says how many of how many
 * are ready meanwhile. What is picked while others are on their way waits for them.
 */
export function useReady(use: PictureUse, onReady: (files: File[]) => unknown) {
  const [busy, setBusy] = useState<{ ready: number; of: number }>();
  const latest = useRef(onReady);
  useEffect(() => {
    latest.current = onReady;
  });
  const make = async (picked: File[]) => {
    const files: File[] = [];
    for (const file of picked) {
      setBusy({ ready: files.length, of: picked.length });
      files.push(await readyPicture(file, use));
    }
    setBusy(undefined);
    await latest.current(files);
  };
  const take = (picked: File[]) => {
    const work = make(picked).finally(() => underway.delete(work));
    underway.add(work);
  };
  return { busy, take };
}

/** How getting pictures ready goes, for eyes and ears. */
export function ReadyProgress({ busy }: { busy: { ready: number; of: number } | undefined }) {
  return (
    <p aria-live="polite" className="flex items-center gap-2 text-sm text-ink-2 empty:hidden">
      {busy && (
        <>
          <Spinner size={16} />
          {busy.of > 1 ? `Preparing picture ${busy.ready + 1} of ${busy.of}` : 'Preparing the picture'}
        </>
      )}
    </p>
  );
}

/** Props of {@link PictureField}. */
export interface PictureFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Why the picture is refused. */
  error?: ReactNode;
  file: File | null;
  /** May take its time, which a promise tells. */
  onChange: (file: File | null) => unknown;
  /** How it is shown: `photo` fills 3:2, `whole` shows all of it, `logo` all of it on white paper. */
  fit?: 'photo' | 'whole' | 'logo';
  /** What the picture is for. */
  use: PictureUse;
  /** The picture that stands there already, shown while no file is chosen. */
  current?: Image | undefined;
  /** Takes the current picture away; without it, it can only be replaced. */
  onRemove?: () => void;
  /** The current picture is to go, and this brings it back. */
  onRestore?: () => void;
  /** Stands over the picture's corner, such as New. */
  mark?: ReactNode;
}

const FITS = {
  photo: 'aspect-[3/2] object-cover',
  whole: 'aspect-[3/2] object-contain p-2',
  logo: 'aspect-[2/1] object-contain p-2 paper',
};

/** One picture: chosen or dropped, made ready, shown at once, cut when wanted, and taken away again. */
export function PictureField({
  name,
  label,
  hint,
  error,
  file,
  onChange,
  fit = 'whole',
  use,
  current,
  onRemove,
  onRestore,
  mark,
}: PictureFieldProps) {
  const id = useId();
  const notes = `${id}-notes`;
  const { busy, take } = useReady(use, (files) => onChange(files[0] ?? null));
  const [broken, setBroken] = useState<File>();
  const problem = error || (file && broken === file && <NotAPicture />);
  const look = `w-full ${FITS[fit]}`;
  const input = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone afterwards; the input stays.
  const then = (act: () => unknown) => () => {
    act();
    input.current?.focus();
  };
  const remove = file ? () => onChange(null) : onRemove;
  return (
    <div className="flex flex-col gap-2">
      <span className="label text-sm" id={`${id}-label`}>
        {label}
      </span>
      <div className="relative max-w-lg">
        <PictureInput
          id={id}
          name={name}
          describedBy={notes}
          invalid={Boolean(problem)}
          onPick={take}
          inputRef={input}
        />
        {file || current ? (
          <figure className="relative overflow-hidden rounded-control border border-rule bg-card peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-line">
            {mark && <div className="absolute top-2 left-2 z-1">{mark}</div>}
            {file ? (
              <Preview file={file} className={look} onBroken={setBroken} />
            ) : (
              <Picture
                image={current}
                alt={`${label}, as it is now`}
                sizes="32rem"
                className={`${look} ${onRestore ? 'opacity-40 grayscale' : ''}`}
              />
            )}
            <figcaption className="flex flex-wrap items-center justify-between gap-x-3 border-t border-rule py-1 pr-1 pl-3 text-sm">
              {file ? (
                <span className="min-w-0 flex-1 truncate" title={file.name}>
                  {file.name} <span className="tabular text-ink-3">{fileSize(file.size)}</span>
                </span>
              ) : (
                <span className="min-w-0 flex-1 truncate text-ink-3">As it is now</span>
              )}
              <span className="flex">
                <label
                  htmlFor={id}
                  className="label flex min-h-11 cursor-pointer items-center px-3 text-line hover:underline"
                >
                  Replace<span className="sr-only"> {label}</span>
                </label>
                {file && <CropButton file={file} label={label} use={use} onDone={onChange} />}
                {!file && onRestore && (
                  <Button tone="quiet" icon aria-label={`Keep ${label}`} title="Keep it" onPress={then(onRestore)}>
                    <Undo2 size={18} aria-hidden="true" />
                  </Button>
                )}
                {remove && (
                  <Button tone="quiet" icon aria-label={`Remove ${label}`} onPress={then(remove)}>
                    <Trash2 size={18} aria-hidden="true" />
                  </Button>
                )}
              </span>
            </figcaption>
          </figure>
        ) : (
          <Drop label={label} htmlFor={id} multiple={false} onPick={take} />
        )}
      </div>
      <ReadyProgress busy={busy} />
      <div id={notes} className="empty:hidden">
        {hint && <p className="text-sm text-ink-3">{hint}</p>}
        {problem}
        {file && <PictureNote file={file} />}
      </div>
    </div>
  );
}

/** What is said beside a picture that cannot be shown. */
export function NotAPicture() {
  return <FieldProblemText>{notAPicture()}</FieldProblemText>;
}

/**
 * A picked picture as it looks; when it cannot be shown, the sign for that. `onBroken` hears of one whose first bytes are a
 * picture's: of any other its owner hears from the core.
 */
export function Preview({
  file,
  className,
  onBroken,
}: {
  file: File;
  className: string;
  onBroken?: (file: File) => void;
}) {
  const url = useFileUrl(file);
  const [broken, setBroken] = useState<File>();
  if (url === undefined || broken === file) {
    return (
      <div className={`${className} grid place-items-center bg-sunk text-ink-3`}>
        {broken && <ImageOff size={28} aria-hidden="true" />}
      </div>
    );
  }
  // Its name stands beside it, and what it shows nobody has said yet.
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      className={className}
      onError={() => {
        setBroken(file);
        void pictureKind(file).then(({ type }) => type && onBroken?.(file));
      }}
    />
  );
}

/** `1.4 MB`, as people read it. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
