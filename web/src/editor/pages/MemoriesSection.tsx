import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MemImage } from '@/core';
import { Button, ConfirmDialog, EmptyState, FieldProblemText, fileKey, Picture, PicturesField } from '@/ui';
import { type Failed, UploadQueue, useUploads } from '../pictures/queue';
import { confirmMemory, memoryDelete, memoryIndex } from '../pictures/rules';
import { sendFiles } from '../pictures/send';
import { UploadList } from '../pictures/UploadList';
import { useRefusals } from '../pictures/useRefusals';
import { type SaveAnswer, sendJson } from './api';
import { PartFrame } from './PartFrame';
import { outcome } from './rules';
import { useEditor } from './store';
import { type PartEnd, type PartSend, usePart } from './usePart';

/** Pictures that wait to be added, and those on their way. */
interface Adding {
  files: File[];
  queue: UploadQueue<SaveAnswer>;
}

/** The memories: a picture is deleted at once, and several are added together, each a request of its own. */
export function MemoriesSection() {
  const editor = useEditor();
  const part = usePart<Adding>('memories', {
    extra: { files: [], queue: new UploadQueue() },
    pending: ({ files }) => files.length > 0,
    send: (request, options, { files, queue }) => {
      queue.add(files);
      return drain(queue)(request, options);
    },
  });

  const words = (end: Failed<SaveAnswer>) => {
    const answer = end.end === 'answered' ? { status: end.status, ...told(end.refusal) } : {};
    return outcome('memories', { end: end.end, ...answer, count: 1 }).notice?.text ?? '';
  };

  /** Sends what waits. The edit mode is left once nothing is missing. */
  const drain =
    (queue: UploadQueue<SaveAnswer>): PartSend =>
    async (request, options): Promise<PartEnd> => {
      // Adding takes nothing away from anybody, so no version goes with it.
      const fields = request.fields?.filter(({ name }) => name !== 'Versions') ?? [];
      let last: SaveAnswer | undefined;
      // Those that were not there already, as when only the answer to their first sending was lost.
      let fresh = 0;
      const { rest, failed } = await queue.drain({
        send: (file, each) => sendFiles<SaveAnswer>({ ...request, fields }, [['memories', file]], each),
        arrived: (body) => {
          last = body;
          if (body?.code !== 'NO_CHANGES') fresh += 1;
          if (body) editor.saved(body);
        },
        words,
        signal: options.signal,
        ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      });
      part.setExtra({ files: rest, queue });
      if (failed) return { ...failed, count: rest.length };
      const { code, ...answer } = last ?? {};
      const body = fresh > 0 || code === undefined ? answer : { ...answer, code };
      const added: PartEnd = { end: 'answered', status: 200, body, count: fresh };
      if (rest.length === 0) return added;
      const notice = fresh > 0 ? outcome('memories', { end: 'answered', status: 200, count: fresh }).notice : undefined;
      return notice ? { end: 'notice', notice } : { end: 'aborted' };
    };

  const remove = (image: MemImage) =>
    part.run(async (_, { name }) => {
      const end = await sendJson(memoryDelete(name, image.imageId));
      if (!part.editing || end.end !== 'answered' || end.status >= 300) return end;
      // Pictures that wait to be added must not be lost by leaving the edit mode.
      if (end.body) editor.saved(end.body);
      const { notice } = outcome('memories', { end: 'answered', status: end.status });
      return notice ? { end: 'notice', notice } : end;
    });

  const gallery = (
    <Gallery race={part.race.Race} images={part.race.MemImages} busy={part.sent !== undefined} onDelete={remove} />
  );
  return (
    <PartFrame
      alone
      part={part}
      view={gallery}
      edit={
        <>
          {part.race.MemImages.length > 0 && gallery}
          {part.extra && (
            <AddPictures
              adding={part.extra}
              sending={part.sent !== undefined}
              error={part.problem('memories', true)}
              onFiles={(files) => part.extra && part.setExtra({ ...part.extra, files })}
              onRetry={(file) => {
                const { queue } = part.extra ?? {};
                queue?.add([file]);
                // While others are on their way it simply follows them.
                if (queue && !queue.busy) void part.run(drain(queue));
              }}
            />
          )}
        </>
      }
    />
  );
}

/** A refusal as the core takes it. */
function told(refusal: { code: string; message: string } | undefined) {
  return refusal ? { code: refusal.code, message: refusal.message } : {};
}

function AddPictures({
  adding: { files, queue },
  sending,
  error,
  onFiles,
  onRetry,
}: {
  adding: Adding;
  sending: boolean;
  error: string | undefined;
  onFiles: (files: File[]) => void;
  onRetry: (file: File) => void;
}) {
  const byId = new Map(files.map((file) => [fileKey(file), file]));
  // What was taken out of the list after it had failed is no longer on its way.
  const uploads = useUploads(queue).filter((one) => one.state === 'sent' || byId.has(one.id));
  const refusals = useRefusals(files);
  return (
    <>
      {!sending && (
        <PicturesField
          name="memories"
          label="Add pictures"
          hint="They are added in this order when you save."
          files={files}
          onChange={onFiles}
          error={error && <FieldProblemText>{error}</FieldProblemText>}
          errorOf={(at) => refusals[at] && <FieldProblemText>{refusals[at]}</FieldProblemText>}
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

/** The pictures one by one, wrapping around at both ends. */
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
  // After a deletion the same place, or the last picture (SPEC §4).
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
        <p>{confirmMemory()}</p>
      </ConfirmDialog>
    </section>
  );
}
