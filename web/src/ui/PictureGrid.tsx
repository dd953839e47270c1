import { ChevronLeft, ChevronRight, GripVertical, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button';
import { ConfirmDialog } from './Dialog';
import { focusAfterDialog } from './focusAfterDialog';
import { useReorder } from './useReorder';

/** A picture of a {@link PictureGrid}. */
export interface GridPicture {
  /** Its own, wherever it stands. */
  key: string;
  /** What it is called beside its buttons. */
  name: string;
  /** The picture, filling 3:2. */
  picture: ReactNode;
  /** Buttons beside those that every picture has. */
  buttons?: ReactNode;
  /** What is said under it. */
  note?: ReactNode;
}

/** Pictures in their order: sorted by dragging or by buttons, taken away one by one or several together. */
export function PictureGrid({
  pictures,
  label,
  verb,
  question,
  askForOne = false,
  busy = false,
  onMove,
  onRemove,
  refocus,
}: {
  pictures: readonly GridPicture[];
  /** What these pictures are, for screen readers. */
  label: string;
  /** What taking away is called. */
  verb: 'Remove' | 'Delete';
  /** Asked before so many are taken away, in the core's words. */
  question: (count: number) => string;
  /** Whether it is asked of a single one as well. */
  askForOne?: boolean;
  busy?: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (keys: readonly string[]) => void;
  /** Where the focus goes when what had it is taken away; without it, to the list. */
  refocus?: () => HTMLElement | null | undefined;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly string[]>();
  const frame = useRef<HTMLDivElement>(null);
  const several = pictures.length > 1;
  const selected = pictures.map(({ key }) => key).filter((key) => chosen.has(key));
  const sort = useReorder(
    pictures.map(({ key }) => key),
    (at) => pictures[at]?.name ?? '',
    onMove,
  );
  const choose = (keys: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    setChosen(next);
  };
  const remove = (keys: readonly string[]) => {
    setAsked(undefined);
    setChosen(new Set());
    onRemove(keys);
    focusAfterDialog(refocus ?? (() => frame.current));
  };
  const ask = (keys: readonly string[]) => (askForOne || keys.length > 1 ? setAsked(keys) : remove(keys));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its legend to what every button says.
    <div ref={frame} role="group" aria-label={label} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {several && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
          <Check
            label="Select all"
            checked={selected.length === pictures.length}
            onChange={(on) =>
              choose(
                pictures.map(({ key }) => key),
                on,
              )
            }
          >
            Select all
          </Check>
          <p aria-live="polite" className="tabular text-sm text-ink-2 empty:hidden">
            {selected.length > 0 && `${selected.length} of ${pictures.length} selected`}
          </p>
          {selected.length > 0 && (
            <Button tone="quiet" className="ml-auto" pending={busy} onPress={() => ask(selected)}>
              <Trash2 size={18} aria-hidden="true" />
              {verb} {selected.length === 1 ? '1 picture' : `${selected.length} pictures`}
            </Button>
          )}
        </div>
      )}
      <ol ref={sort.box} className="grid gap-3 sm:grid-cols-2 desk:grid-cols-3">
        {pictures.map(({ key, name, picture, buttons, note }, at) => (
          <li key={key} {...sort.entry(at)} className="group">
            <figure className="grid grid-cols-[7.5rem_minmax(0,1fr)] overflow-hidden rounded-control border border-rule bg-card group-data-dragged:opacity-60 group-data-over:border-line group-data-over:shadow-float has-[input:checked]:border-line sm:grid-cols-1">
              <div className="relative">
                {picture}
                {several && (
                  <>
                    <span
                      {...sort.grip(at)}
                      title="Drag to sort"
                      className="absolute top-1 left-1 grid size-11 cursor-grab touch-none place-items-center rounded-control bg-card/85 text-ink-2 group-data-dragged:cursor-grabbing"
                    >
                      <GripVertical size={20} aria-hidden="true" />
                    </span>
                    <span className="absolute top-1 right-1 rounded-control bg-card/85">
                      <Check label={`Select ${name}`} checked={chosen.has(key)} onChange={(on) => choose([key], on)} />
                    </span>
                  </>
                )}
              </div>
              <figcaption className="min-w-0 py-1 pr-1 pl-3 text-sm">
                <p className="truncate pt-1" title={name}>
                  {name}
                </p>
                <div className="-ml-3 flex">
                  {several && (
                    <>
                      <Button tone="quiet" icon aria-label={`Move ${name} earlier`} {...sort.earlier(at)}>
                        <ChevronLeft size={20} aria-hidden="true" />
                      </Button>
                      <Button tone="quiet" icon aria-label={`Move ${name} later`} {...sort.later(at)}>
                        <ChevronRight size={20} aria-hidden="true" />
                      </Button>
                    </>
                  )}
                  <span className="ml-auto flex">
                    {buttons}
                    <Button tone="quiet" icon aria-label={`${verb} ${name}`} pending={busy} onPress={() => ask([key])}>
                      <Trash2 size={18} aria-hidden="true" />
                    </Button>
                  </span>
                </div>
              </figcaption>
            </figure>
            {note}
          </li>
        ))}
      </ol>
      <p className="sr-only" aria-live="polite">
        {sort.said}
      </p>
      <ConfirmDialog
        title={`Confirm ${verb}`}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        confirmLabel={verb}
        onConfirm={() => asked && remove(asked)}
      >
        <p>{asked && question(asked.length)}</p>
      </ConfirmDialog>
    </div>
  );
}

function Check({
  label,
  checked,
  onChange,
  children,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  children?: ReactNode;
}) {
  return (
    <label className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 text-sm">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 cursor-pointer accent-line"
      />
      {children}
    </label>
  );
}
