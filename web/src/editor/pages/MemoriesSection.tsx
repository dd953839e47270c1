import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MemImage } from '@/core';
import { Button, ConfirmDialog, EmptyState, fileKey, moved, Picture, PictureGrid } from '@/ui';
import { ChosenPictures } from '../kit/ChosenPictures';
import { confirmMemories } from '../kit/rules';
import { type FailedUpload, UploadQueue, useUploads } from '../pictures/queue';
import { memoriesDelete, memoriesOrder, memoryIndex } from '../pictures/rules';
import { sendFiles } from '../pictures/send';
import { UploadList } from '../pictures/UploadList';
import { type SaveAnswer, sendJson } from './api';
import { PartFrame } from './PartFrame';
import type { PartEnd, PartSend } from './part';
import { outcome } from './rules';
import { useEditor } from './store';
import { usePart } from './usePart';

/** The unsaved input of this section: the pictures to add, the queue that uploads them, and a new order of the saved ones. */
interface MemoriesExtra {
  files: File[];
  queue: UploadQueue<SaveAnswer>;
  /** The image ids in their new order; undefined while it equals the saved order. */
  order?: readonly string[] | undefined;
}

/**
 * The memories. Pictures are deleted at once. Save sends a new order, then uploads the chosen pictures, each in its own request.
 */
export function MemoriesSection() {
  const editor = useEditor();
  const part = usePart<MemoriesExtra>('memories', {
    extra: { files: [], queue: new UploadQueue() },
    pending: ({ files, order }) => files.length > 0 || order !== undefined,
    send: async (request, options, { files, queue, order }) => {
      if (order) {
        const end = await sendJson(memoriesOrder(options.name, order), options.id);
        if (end.end !== 'answered' || end.status >= 300 || files.length === 0) return { ...end, action: 'order' };
        if (end.body) editor.saved(end.body);
      }
      queue.add(files);
      return drain(queue)(request, options);
    },
  });

  const words = (end: FailedUpload<SaveAnswer>) => {
    const answer = end.end === 'answered' ? { status: end.status, ...refusalFields(end.refusal) } : {};
    return outcome('memories', { end: end.end, ...answer, count: 1 }).notice?.text ?? '';
  };

  /** Uploads the queued pictures. The edit mode is left once all of them are saved. */
  const drain =
    (queue: UploadQueue<SaveAnswer>): PartSend =>
    async (request, options): Promise<PartEnd> => {
      // Adding pictures cannot overwrite another user's change, so no version is sent.
      const fields = request.fields?.filter(({ name }) => name !== 'Versions') ?? [];
      let last: SaveAnswer | undefined;
      // The pictures that were really added. One that the race already has is not counted: its first upload succeeded, but the
      // response was lost.
      let fresh = 0;
      const { rest, failed } = await queue.drain({
        send: (file, each) =>
          sendFiles<SaveAnswer>({ ...request, fields }, [['memories', file]], { ...each, id: options.id }),
        arrived: (body) => {
          last = body;
          if (body?.code !== 'NO_CHANGES') fresh += 1;
          if (body) editor.saved(body);
        },
        words,
        signal: options.signal,
        ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      });
      part.setExtra(() => ({ files: rest, queue }));
      if (failed) return { ...failed, count: rest.length };
      const body = last && fresh > 0 ? { ...last, code: undefined } : last;
      const added: PartEnd = { end: 'answered', status: 200, body, count: fresh };
      if (rest.length === 0) return added;
      const notice = fresh > 0 ? outcome('memories', { end: 'answered', status: 200, count: fresh }).notice : undefined;
      return notice ? { end: 'notice', notice } : { end: 'aborted' };
    };

  const remove = (ids: readonly string[]) =>
    part.run(async (_, { name, id }) => {
      const done = { action: 'remove', count: ids.length } as const;
      const end = await sendJson(memoriesDelete(name, ids), id);
      if (!part.editing || end.end !== 'answered' || end.status >= 300) return { ...end, ...done };
      // Stays in the edit mode, because leaving it would lose the pictures that are not uploaded yet.
      if (end.body) editor.saved(end.body);
      const { notice } = outcome('memories', { end: 'answered', status: end.status, ...done });
      return notice ? { end: 'notice', notice } : { ...end, ...done };
    });

  const busy = part.sent !== undefined;
  const saved = part.race.MemImages;
  const sort = (ids: readonly string[]) => {
    const same = ids.every((id, at) => id === saved[at]?.imageId);
    part.setExtra((now) => ({ ...now, order: same ? undefined : ids }));
  };
  return (
    <PartFrame
      alone
      part={part}
      view={<Gallery race={part.race.Race} images={saved} busy={busy} onDelete={({ imageId }) => remove([imageId])} />}
      edit={
        <>
          {saved.length > 0 && (
            <SavedPictures images={saved} order={part.extra?.order} busy={busy} onSort={sort} onDelete={remove} />
          )}
          {part.extra && (
            <AddPictures
              adding={part.extra}
              sending={busy}
              onFiles={(files) => part.setExtra((now) => ({ ...now, files }))}
              onRetry={(file) => {
                const { queue } = part.extra ?? {};
                queue?.add([file]);
                // While other pictures are being uploaded, the queue sends it after them.
                if (queue && !queue.busy) void part.run(drain(queue));
              }}
            />
          )}
        </>
      }
    />
  );
}

/** The fields of a refusal that the core needs. */
function refusalFields(refusal: { code: string; message: string } | undefined) {
  return refusal ? { code: refusal.code, message: refusal.message } : {};
}

function AddPictures({
  adding: { files, queue },
  sending,
  onFiles,
  onRetry,
}: {
  adding: MemoriesExtra;
  sending: boolean;
  onFiles: (files: File[]) => void;
  onRetry: (file: File) => void;
}) {
  const byId = new Map(files.map((file) => [fileKey(file), file]));
  // A failed picture that was removed from the list is not shown any more.
  const uploads = useUploads(queue).filter((one) => one.state === 'sent' || byId.has(one.id));
  return (
    <>
      {!sending && (
        <ChosenPictures
          name="memories"
          label="Add pictures"
          hint="They are added in this order when you save."
          files={files}
          onChange={onFiles}
        />
      )}
      <UploadList
        label="Pictures on their way"
        uploads={uploads}
        onCancel={(id) => queue.cancel(id)}
        onRetry={(id) => {
          const file = byId.get(id);
          if (file) onRetry(file);
        }}
      />
    </>
  );
}

/** A grid of all saved pictures, to sort and delete them. */
function SavedPictures({
  images,
  order,
  busy,
  onSort,
  onDelete,
}: {
  images: readonly MemImage[];
  order: readonly string[] | undefined;
  busy: boolean;
  onSort: (ids: readonly string[]) => void;
  onDelete: (ids: readonly string[]) => void;
}) {
  const ids = images.map(({ imageId }) => imageId);
  // Pictures that were added in the meantime follow at the end; deleted ones are left out.
  const sorted = [...(order ?? []).filter((id) => ids.includes(id)), ...ids.filter((id) => !order?.includes(id))];
  return (
    <div className="flex flex-col gap-2">
      <p className="label text-sm">Pictures on the page</p>
      <p className="text-sm text-ink-3">Deleted at once; a new order is saved with Save.</p>
      <PictureGrid
        label="Pictures on the page"
        verb="Delete"
        confirmSingle
        busy={busy}
        question={confirmMemories}
        onMove={(from, to) => onSort(moved(sorted, from, to))}
        onRemove={onDelete}
        pictures={sorted.map((id) => ({
          key: id,
          name: `picture ${ids.indexOf(id) + 1}`,
          picture: (
            <Picture
              image={images[ids.indexOf(id)]}
              alt=""
              sizes="(min-width: 1024px) 240px, 50vw"
              className="aspect-[3/2] h-full w-full object-cover sm:h-auto"
            />
          ),
        }))}
      />
    </div>
  );
}

/** A carousel of the pictures that wraps around at both ends. */
function Gallery({
  race,
  images,
  busy,
  onDelete,
}: {
  race: string;
  images: readonly MemImage[];
  busy: boolean;
  onDelete: (image: MemImage) => void;
}) {
  const [wanted, setIndex] = useState(0);
  const [asking, setAsking] = useState(false);
  const count = images.length;
  if (count === 0) return <EmptyState title="No pictures yet">The page shows the race's bib instead.</EmptyState>;
  // After a deletion the same position, or the last picture (SPEC §4).
  const index = memoryIndex(wanted, count);
  const image = images[index];
  const go = (by: number) => setIndex((index + by + count) % count);
  return (
    <section aria-roledescription="carousel" aria-label={`Memories of ${race}`} className="max-w-2xl">
      <Picture
        key={image?.imageId}
        image={image}
        alt={`${race}, picture ${index + 1}`}
        sizes="(min-width: 1024px) 672px, 100vw"
        className="aspect-[3/2] w-full rounded-control bg-sunk object-cover"
      />
      <div className="mt-3 flex items-center gap-2">
        <Button icon aria-label="Previous picture" isDisabled={count < 2} onPress={() => go(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <Button icon aria-label="Next picture" isDisabled={count < 2} onPress={() => go(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
        <p className="tabular ml-2 text-ink-2" aria-live="polite">
          <span className="sr-only">Picture </span>
          {index + 1} / {count}
        </p>
        <Button tone="quiet" className="ml-auto" pending={busy} onPress={() => setAsking(true)}>
          <Trash2 size={18} aria-hidden="true" />
          Delete<span className="sr-only"> picture {index + 1}</span>
        </Button>
      </div>
      <ConfirmDialog
        title="Confirm Delete"
        isOpen={asking}
        onClose={() => setAsking(false)}
        confirmLabel="Delete"
        onConfirm={() => {
          setAsking(false);
          setIndex(index);
          if (image) onDelete(image);
        }}
      >
        <p>{confirmMemories(1)}</p>
      </ConfirmDialog>
    </section>
  );
}
