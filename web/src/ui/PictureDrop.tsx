import { ImageOff, ImagePlus, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { DropZone } from 'react-aria-components';
import type { Image } from '@/core';
import { Button } from './Button';
import { CropButton } from './CropButton';
import { originalOf, type PictureUse, pictureKind, preparePicture, unreadablePictureText } from './cropPicture';
import { FieldProblemText } from './Field';
import { Picture } from './Picture';
import { PictureNote } from './PictureNote';
import { Spinner } from './Spinner';

/** The file types that a picture input accepts: those that every browser shows, and the HEIC of iPhones, which is converted if possible. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,.heic,.heif';

const keys = new WeakMap<File, string>();
let lastKey = 0;

/** Returns a list key for a chosen file. A name is no key: two files may have the same one, and a file may be chosen twice. */
export function fileKey(file: File): string {
  // A cropped picture has the key of the file from which it was made.
  const original = originalOf(file);
  let key = keys.get(original);
  if (key === undefined) {
    lastKey += 1;
    key = `file-${lastKey}`;
    keys.set(original, key);
  }
  return key;
}

/** Returns an object URL for a file, revoked when the file changes or the component is unmounted. */
export function useFileUrl(file: File | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) {
      setUrl(undefined);
      return;
    }
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}

/** The file input of every picture field: visually hidden, but a real input for keyboards, screen readers and tests. */
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
        // Emptied, so that the same file can be chosen again after it was removed.
        event.currentTarget.value = '';
        if (files.length > 0) onPick(files);
      }}
    />
  );
}

/** The area on which picture files are dropped, with a label that opens the file dialog. */
export function PictureDropZone({
  label,
  htmlFor,
  multiple,
  onPick,
}: {
  /** The name of the picture field. */
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

const inPreparation = new Set<Promise<void>>();

/** Calls `act` once all chosen pictures are in their fields, so that a form is not sent without them; at once when all are ready. */
export function whenPicturesReady(act: () => void): void {
  if (inPreparation.size === 0) act();
  // With a timeout, so that the fields are rendered with their pictures first.
  else void Promise.all(inPreparation).then(() => setTimeout(() => whenPicturesReady(act)));
}

/**
 * Prepares chosen pictures for a field: `take` scales them to the size that their use needs and then calls `onReady`. `busy` is the
 * progress meanwhile: how many of how many are ready. Files chosen during the preparation of others are prepared after them.
 */
export function usePreparedPictures(use: PictureUse, onReady: (files: File[]) => unknown) {
  const [busy, setBusy] = useState<{ ready: number; of: number }>();
  const latest = useRef(onReady);
  useEffect(() => {
    latest.current = onReady;
  });
  const prepare = async (picked: File[]) => {
    const files: File[] = [];
    for (const file of picked) {
      setBusy({ ready: files.length, of: picked.length });
      files.push(await preparePicture(file, use));
    }
    setBusy(undefined);
    await latest.current(files);
  };
  const take = (picked: File[]) => {
    const work = prepare(picked).finally(() => inPreparation.delete(work));
    inPreparation.add(work);
  };
  return { busy, take };
}

/** The progress of {@link usePreparedPictures} as a text, announced to screen readers. */
export function PreparationProgress({ busy }: { busy: { ready: number; of: number } | undefined }) {
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
  /** Why the picture is rejected. */
  error?: ReactNode;
  file: File | null;
  /** May return a promise when it takes time. */
  onChange: (file: File | null) => unknown;
  /** How it is shown: `photo` fills 3:2, `whole` shows the whole picture, `logo` the whole picture on white. */
  fit?: 'photo' | 'whole' | 'logo';
  /** The use of the picture, which determines its shapes and size. */
  use: PictureUse;
  /** The stored picture, shown while no file is chosen. */
  current?: Image | undefined;
  /** Marks the current picture for removal; without this callback it can only be replaced. */
  onRemove?: () => void;
  /** Given while the current picture is marked for removal: undoes that. */
  onRestore?: () => void;
  /** Shown over the picture's corner, such as New. */
  mark?: ReactNode;
}

const FITS = {
  photo: 'aspect-[3/2] object-cover',
  whole: 'aspect-[3/2] object-contain p-2',
  logo: 'aspect-[2/1] object-contain p-2 paper',
};

/** A field for one picture, which can be chosen or dropped, cropped, replaced and removed. */
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
  const { busy, take } = usePreparedPictures(use, (files) => onChange(files[0] ?? null));
  const [broken, setBroken] = useState<File>();
  const problem = error || (file && broken === file && <UnreadablePicture />);
  const look = `w-full ${FITS[fit]}`;
  const input = useRef<HTMLInputElement>(null);
  // The pressed button is removed by its action, so the focus moves to the input, which stays.
  const thenFocusInput = (act: () => unknown) => () => {
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
                  <Button
                    tone="quiet"
                    icon
                    aria-label={`Keep ${label}`}
                    title="Keep it"
                    onPress={thenFocusInput(onRestore)}
                  >
                    <Undo2 size={18} aria-hidden="true" />
                  </Button>
                )}
                {remove && (
                  <Button tone="quiet" icon aria-label={`Remove ${label}`} onPress={thenFocusInput(remove)}>
                    <Trash2 size={18} aria-hidden="true" />
                  </Button>
                )}
              </span>
            </figcaption>
          </figure>
        ) : (
          <PictureDropZone label={label} htmlFor={id} multiple={false} onPick={take} />
        )}
      </div>
      <PreparationProgress busy={busy} />
      <div id={notes} className="empty:hidden">
        {hint && <p className="text-sm text-ink-3">{hint}</p>}
        {problem}
        {file && <PictureNote file={file} />}
      </div>
    </div>
  );
}

/** The error next to a picture that cannot be shown. */
export function UnreadablePicture() {
  return <FieldProblemText>{unreadablePictureText()}</FieldProblemText>;
}

/**
 * The preview of a chosen picture; an icon when it cannot be shown. `onBroken` is called for such a file only if its first bytes are a
 * picture's: for any other file, the caller has an error from the core already.
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
  // Without an alternative text: the file's name is next to it, and the user has not described the picture yet.
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

/** A file's size as text, such as `1.4 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
