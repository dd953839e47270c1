import { ImageOff, ImagePlus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { core } from '@/core';
import {
  Button,
  Dialog,
  FieldProblemText,
  PictureInput,
  type PictureUse,
  Preview,
  preparePicture,
  Spinner,
} from '@/ui';
import { type PictureSide, sendPicture, type TicketPicture, usePictureSource } from './pictures';

/** A picture of a message that is being written: stored, with the name of its file. */
export interface ChosenPicture extends TicketPicture {
  name: string;
}

/** A file on its way. */
interface Sending {
  key: number;
  file: File;
  /** The part that is sent, 0 to 1. */
  part: number;
  problem?: string;
  stop: AbortController;
}

// Larger than a screen needs is of no use; the server reduces it to this, too.
const USE: PictureUse = { shapes: [{ id: 'whole', label: 'Whole' }], cropped: 2560, uncropped: 2560 };
let lastKey = 0;

/**
 * The pictures of a message that is being written. Each is sent as soon as it is chosen; `change` keeps the stored ones with the text, so
 * that a reload loses none.
 */
export function usePictures(
  side: PictureSide,
  chosen: readonly ChosenPicture[],
  change: (next: (now: readonly ChosenPicture[]) => ChosenPicture[]) => void,
) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const files = useRef(new Map<string, File>());
  const set = (key: number, values: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const drop = (key: number) => setSending((all) => all.filter((one) => one.key !== key));

  const send = async ({ key, file: picked, stop }: Sending, has: number) => {
    const file = await preparePicture(picked, USE);
    const refusal = core().ticketPictureProblem(has, file.size);
    if (refusal) return set(key, { problem: refusal });
    if (stop.signal.aborted) return;
    const end = await sendPicture(side, file, { signal: stop.signal, onProgress: (part) => set(key, { part }) });
    if (end.end === 'aborted') return;
    if (end.end === 'answered' && end.body) {
      const { body } = end;
      files.current.set(body.id, file);
      change((now) => [...now, { ...body, name: picked.name }]);
      return drop(key);
    }
    const said = end.end === 'answered' ? (end.refusal?.fields?.[0]?.message ?? end.refusal?.message) : undefined;
    set(key, { problem: said ?? 'The picture did not arrive. Choose it again once you are back online.' });
  };

  return {
    chosen,
    sending,
    /** Whether a picture is on its way: the message waits for it. */
    busy: sending.some(({ problem }) => problem === undefined),
    fileOf: (id: string) => files.current.get(id),
    take: (picked: File[]) => {
      const underway = sending.filter(({ problem }) => problem === undefined).length;
      const more = picked.map((file): Sending => {
        lastKey += 1;
        return { key: lastKey, file, part: 0, stop: new AbortController() };
      });
      // What could not be sent before is not told any more.
      setSending((all) => [...all.filter(({ problem }) => problem === undefined), ...more]);
      more.forEach((one, at) => void send(one, chosen.length + underway + at));
    },
    remove: (id: string) => change((now) => now.filter((one) => one.id !== id)),
    cancel: ({ key, stop }: Sending) => {
      stop.abort();
      drop(key);
    },
  };
}

/** What {@link usePictures} returns. */
export type MessagePictures = ReturnType<typeof usePictures>;

/** The field for the pictures of a message: choose, see, take out. */
export function PicturesOfMessage({ side, pictures }: { side: PictureSide; pictures: MessagePictures }) {
  const { chosen, sending, busy, fileOf, take, remove, cancel } = pictures;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const thenFocus = (act: () => void) => () => {
    act();
    input.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: with a fieldset, screen readers would read its legend with every button.
    <div role="group" aria-label="Pictures" className="flex flex-col gap-3">
      <div className="relative self-start">
        <PictureInput
          id={id}
          name="pictures"
          multiple
          describedBy={`${id}-hint`}
          invalid={sending.some(({ problem }) => problem !== undefined)}
          onPick={take}
          inputRef={input}
        />
        <label
          htmlFor={id}
          className="label flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-control px-4 hover:border-ink peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-line"
        >
          <ImagePlus size={20} aria-hidden="true" />
          Add pictures
        </label>
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-3">
        {core().ticketPicturesHint()}
      </p>
      {(chosen.length > 0 || sending.length > 0) && (
        <ul aria-label="Chosen pictures" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {chosen.map((picture) => (
            <li key={picture.id} className="flex items-center gap-3 rounded-control border border-rule bg-card p-2">
              <Small side={side} picture={picture} file={fileOf(picture.id)} />
              <span className="min-w-0 flex-1 truncate text-sm" title={picture.name}>
                {picture.name}
              </span>
              <Button
                tone="quiet"
                icon
                aria-label={`Remove ${picture.name}`}
                onPress={thenFocus(() => remove(picture.id))}
              >
                <Trash2 size={18} aria-hidden="true" />
              </Button>
            </li>
          ))}
          {sending.map((one) => (
            <li key={one.key} className="flex items-center gap-3 rounded-control border border-rule bg-card p-2">
              <Preview file={one.file} className="size-16 shrink-0 rounded-control object-cover" />
              <span className="min-w-0 flex-1 text-sm">
                <span className="block truncate" title={one.file.name}>
                  {one.file.name}
                </span>
                {one.problem ? (
                  <FieldProblemText>{one.problem}</FieldProblemText>
                ) : (
                  <progress
                    value={one.part}
                    max={1}
                    aria-label={`Sending ${one.file.name}`}
                    className="h-2 w-full accent-line"
                  />
                )}
              </span>
              <Button tone="quiet" icon aria-label={`Remove ${one.file.name}`} onPress={thenFocus(() => cancel(one))}>
                <Trash2 size={18} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p aria-live="polite" className="flex items-center gap-2 text-sm text-ink-2 empty:hidden">
        {busy && (
          <>
            <Spinner size={16} />
            Sending the pictures
          </>
        )}
      </p>
    </div>
  );
}

function Small({ side, picture, file }: { side: PictureSide; picture: TicketPicture; file: File | undefined }) {
  const look = 'size-16 shrink-0 rounded-control object-cover';
  return file ? (
    <Preview file={file} className={look} />
  ) : (
    <Stored side={side} picture={picture} width={480} alt="" look={look} />
  );
}

/** A stored picture; a sign in its place while it is loaded, and when it can't be. */
function Stored({
  side,
  picture: { id, width: full, height },
  width,
  alt,
  look,
}: {
  side: PictureSide;
  picture: TicketPicture;
  width: number;
  alt: string;
  look: string;
}) {
  const { source, isLost } = usePictureSource(side, id, width);
  const [isBroken, setIsBroken] = useState(false);
  if (isLost || isBroken) {
    return (
      <span className={`${look} grid min-h-16 place-items-center bg-sunk text-sm text-ink-2`}>
        <ImageOff size={20} aria-hidden="true" />
        {alt && <span>This picture could not be loaded.</span>}
      </span>
    );
  }
  if (!source) return <span className={`${look} block bg-sunk`} style={{ aspectRatio: `${full} / ${height}` }} />;
  return (
    <img
      src={source}
      width={full}
      height={height}
      alt={alt}
      loading="lazy"
      className={look}
      onError={() => setIsBroken(true)}
    />
  );
}

/** The pictures of a message in the thread; each opens in full size. */
export function PictureStrip({ side, pictures }: { side: PictureSide; pictures: readonly TicketPicture[] }) {
  const [open, setOpen] = useState<number>();
  const shown = open === undefined ? undefined : pictures[open];
  if (pictures.length === 0) return null;
  return (
    <>
      <ul aria-label="Pictures of this message" className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {pictures.map((picture, at) => (
          <li key={picture.id}>
            <button
              type="button"
              onClick={() => setOpen(at)}
              className="block w-full cursor-zoom-in overflow-hidden rounded-control border border-rule"
            >
              <Stored
                side={side}
                picture={picture}
                width={480}
                alt={`Picture ${at + 1}: show it larger`}
                look="aspect-[4/3] w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        title={`Picture ${(open ?? 0) + 1} of ${pictures.length}`}
        isOpen={shown !== undefined}
        onClose={() => setOpen(undefined)}
        shape="wide"
        closeOnBack
      >
        {shown && (
          <Stored
            side={side}
            picture={shown}
            width={2560}
            alt={`Picture ${(open ?? 0) + 1}`}
            look="mx-auto h-auto max-h-[75dvh] w-auto max-w-full object-contain"
          />
        )}
      </Dialog>
    </>
  );
}
