import { ImageOff, ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { DropZone } from 'react-aria-components';
import { Button } from './Button';

/** What a picture input takes: the kinds that every browser shows. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

const keys = new WeakMap<File, string>();
let picked = 0;

/** A key for a picked file in a list: names repeat, and the same picture may be picked twice. */
export function fileKey(file: File): string {
  let key = keys.get(file);
  if (key === undefined) {
    picked += 1;
    key = `file-${picked}`;
    keys.set(file, key);
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
function PictureInput({
  id,
  name,
  multiple = false,
  describedBy,
  invalid,
  onPick,
}: {
  id: string;
  name: string;
  multiple?: boolean;
  describedBy: string;
  invalid: boolean;
  onPick: (files: File[]) => void;
}) {
  return (
    <input
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
function Drop({
  label,
  htmlFor,
  multiple,
  onPick,
  children,
}: {
  /** What falls here. */
  label: string;
  htmlFor: string;
  multiple: boolean;
  onPick: (files: File[]) => void;
  children: ReactNode;
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
        {children}
      </label>
    </DropZone>
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
  onChange: (file: File | null) => void;
  /** How the preview cuts: `photo` fills 3:2, `whole` shows all of it. */
  fit?: 'photo' | 'whole';
}

/** One picture: chosen or dropped, shown at once, and taken away again. */
export function PictureField({ name, label, hint, error, file, onChange, fit = 'whole' }: PictureFieldProps) {
  const id = useId();
  const notes = `${id}-notes`;
  const pick = (files: File[]) => onChange(files[0] ?? null);
  return (
    <div className="flex flex-col gap-2">
      <span className="label text-sm" id={`${id}-label`}>
        {label}
      </span>
      <div className="relative max-w-lg">
        <PictureInput id={id} name={name} describedBy={notes} invalid={Boolean(error)} onPick={pick} />
        {file ? (
          <figure className="overflow-hidden rounded-control border border-rule bg-card peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-line">
            <Preview
              file={file}
              className={`aspect-[3/2] w-full ${fit === 'photo' ? 'object-cover' : 'object-contain p-2'}`}
            />
            <figcaption className="flex flex-wrap items-center justify-between gap-x-3 border-t border-rule py-1 pr-1 pl-3 text-sm">
              <span className="min-w-0 flex-1 truncate" title={file.name}>
                {file.name} <span className="tabular text-ink-3">{fileSize(file.size)}</span>
              </span>
              <span className="flex">
                <label
                  htmlFor={id}
                  className="label flex min-h-11 cursor-pointer items-center px-3 text-line hover:underline"
                >
                  Replace<span className="sr-only"> {label}</span>
                </label>
                <Button tone="quiet" icon aria-label={`Remove ${label}`} onPress={() => onChange(null)}>
                  <Trash2 size={18} aria-hidden="true" />
                </Button>
              </span>
            </figcaption>
          </figure>
        ) : (
          <Drop label={label} htmlFor={id} multiple={false} onPick={pick}>
            <ImagePlus size={22} className="shrink-0" aria-hidden="true" />
            <span>
              <span className="label text-line underline underline-offset-4">Choose a picture</span>
              <span className="sr-only">: {label}</span> <span className="pointer-coarse:hidden">or drop it here</span>
            </span>
          </Drop>
        )}
      </div>
      <div id={notes} className="empty:hidden">
        {hint && <p className="text-sm text-ink-3">{hint}</p>}
        {error}
      </div>
    </div>
  );
}

/** Several pictures at once; each is shown and can be taken away. */
export function PicturesField({
  name,
  label,
  hint,
  error,
  errorOf,
  files,
  onChange,
}: Omit<PictureFieldProps, 'file' | 'onChange' | 'fit'> & {
  /** Why the picture at this place is refused. */
  errorOf?: (index: number) => ReactNode;
  files: readonly File[];
  onChange: (files: File[]) => void;
}) {
  const id = useId();
  const notes = `${id}-notes`;
  const add = (more: File[]) => onChange([...files, ...more]);
  return (
    <div className="flex flex-col gap-3">
      <span className="label text-sm">{label}</span>
      <div className="relative">
        <PictureInput id={id} name={name} multiple describedBy={notes} invalid={Boolean(error)} onPick={add} />
        <Drop label={label} htmlFor={id} multiple onPick={add}>
          <ImagePlus size={22} className="shrink-0" aria-hidden="true" />
          <span>
            <span className="label text-line underline underline-offset-4">Choose pictures</span>
            <span className="sr-only">: {label}</span> <span className="pointer-coarse:hidden">or drop them here</span>
          </span>
        </Drop>
      </div>
      <div id={notes} className="empty:hidden">
        {hint && <p className="text-sm text-ink-3">{hint}</p>}
        {error}
      </div>
      {files.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {files.map((file, index) => (
            <li key={fileKey(file)}>
              <figure className="relative overflow-hidden rounded-control border border-rule bg-card">
                <Preview file={file} className="aspect-[3/2] w-full object-cover" />
                <figcaption className="flex items-center justify-between gap-1 pl-3 text-sm">
                  <span className="min-w-0 truncate" title={file.name}>
                    {file.name}
                  </span>
                  <Button
                    tone="quiet"
                    icon
                    aria-label={`Remove ${file.name}`}
                    onPress={() => onChange(files.filter((_, other) => other !== index))}
                  >
                    <Trash2 size={18} aria-hidden="true" />
                  </Button>
                </figcaption>
              </figure>
              {errorOf?.(index)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Preview({ file, className }: { file: File; className: string }) {
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
  return <img src={url} alt="" className={className} onError={() => setBroken(file)} />;
}

/** `1.4 MB`, as people read it. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
