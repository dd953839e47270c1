import { ChevronLeft, ChevronRight, GripVertical, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button';
import { Check } from './Check';
import { ConfirmDialog } from './Dialog';
import { focusAfterDialog } from './focusAfterDialog';
import { useReorder } from './useReorder';

/** A picture of a {@link PictureGrid}. */
export interface GridPicture {
  /** Identifies the picture, independent of its position. */
  key: string;
  /** Its name, shown and used in the labels of its buttons. */
  name: string;
  /** The picture itself, with the aspect ratio 3:2. */
  picture: ReactNode;
  /** Further buttons next to those that every picture has. */
  buttons?: ReactNode;
  /** A message below it. */
  note?: ReactNode;
}

/** An ordered list of pictures: they can be sorted by dragging or by buttons, and removed one by one or several at once. */
export function PictureGrid({
  pictures,
  label,
  verb,
  question,
  confirmSingle = false,
  busy = false,
  onMove,
  onRemove,
  refocus,
}: {
  pictures: readonly GridPicture[];
  /** The name of the list, for screen readers. */
  label: string;
  /** The label of the action that removes a picture. */
  verb: 'Remove' | 'Delete';
  /** Returns the core's question before `count` pictures are removed. */
  question: (count: number) => string;
  /** Whether the question is also shown before a single picture is removed. */
  confirmSingle?: boolean;
  busy?: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (keys: readonly string[]) => void;
  /** Returns the element to focus after pictures were removed; by default the list. */
  refocus?: () => HTMLElement | null | undefined;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [toConfirm, setToConfirm] = useState<readonly string[]>();
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
    setToConfirm(undefined);
    setChosen(new Set());
    onRemove(keys);
    focusAfterDialog(refocus ?? (() => frame.current));
  };
  const requestRemoval = (keys: readonly string[]) =>
    confirmSingle || keys.length > 1 ? setToConfirm(keys) : remove(keys);
  return (
    // biome-ignore lint/a11y/useSemanticElements: with a fieldset, screen readers would read its legend with every button.
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
            <Button tone="quiet" className="ml-auto" pending={busy} onPress={() => requestRemoval(selected)}>
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
                    <Button
                      tone="quiet"
                      icon
                      aria-label={`${verb} ${name}`}
                      pending={busy}
                      onPress={() => requestRemoval([key])}
                    >
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
        {sort.announcement}
      </p>
      <ConfirmDialog
        title={`Confirm ${verb}`}
        isOpen={toConfirm !== undefined}
        onClose={() => setToConfirm(undefined)}
        confirmLabel={verb}
        onConfirm={() => toConfirm && remove(toConfirm)}
      >
        <p>{toConfirm && question(toConfirm.length)}</p>
      </ConfirmDialog>
    </div>
  );
}
