import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, FilePick, fileSize, Notice } from '@/ui';
import { type PhotoSummary, photosKey } from './api';
import { type QueueView, queueOf, type Sending } from './queue';

const ACCEPT = '.jpg,.jpeg,.png,.webp,.gif,.zip,image/jpeg,image/png,image/webp,image/gif,application/zip';

/** Chooses files and shows how far they are. */
export function UploadPanel({ summary }: { summary: PhotoSummary }) {
  const client = useQueryClient();
  const [queue] = useState(() =>
    queueOf(summary.race, summary.pieceBytes, () => {
      void client.invalidateQueries({ queryKey: photosKey(summary.race) });
    }),
  );
  const view = useSyncExternalStore(queue.subscribe, queue.view);
  const isOpen = view.state !== 'idle';
  useEffect(() => {
    if (!isOpen) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOpen]);
  const words = deskCore().photoWords();
  return (
    <section aria-labelledby="photos-send" className="flex flex-col gap-4">
      <h2 id="photos-send" className="display text-xl">
        Upload
      </h2>
      <p className="max-w-prose text-ink-2">{words.choose}</p>
      <div className="flex flex-wrap gap-3">
        <FilePick accept={ACCEPT} onFiles={(files) => queue.add(files)}>
          Choose photos or zip files
        </FilePick>
        <FilePick accept={ACCEPT} folder onFiles={(files) => queue.add(files)}>
          Choose a folder
        </FilePick>
      </div>
      {view.files > 0 && (
        <Progress
          view={view}
          onPause={() => queue.pause()}
          onResume={() => queue.resume()}
          onCancel={() => queue.cancel()}
        />
      )}
    </section>
  );
}

function Progress({
  view,
  onPause,
  onResume,
  onCancel,
}: {
  view: QueueView;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}) {
  const { files, done, added, known, refused, bytes, sent } = view;
  const isOver = view.state === 'idle';
  const text = deskCore().photoProgress(files, done, added, known, refused);
  return (
    <div className="flex flex-col gap-3 rounded-control border border-rule bg-card p-4">
      <p role="status" className="label">
        {text}
      </p>
      <progress
        aria-label="Sent"
        max={Math.max(bytes, 1)}
        value={isOver ? Math.max(bytes, 1) : sent}
        className="h-2 w-full accent-line"
      />
      <p className="tabular text-sm text-ink-2">
        {fileSize(sent)} of {fileSize(bytes)}
      </p>
      {view.state === 'offline' && <Notice tone="info">{deskCore().photoWords().offline}</Notice>}
      {view.failure !== undefined && <CallNotice {...callFailure(view.failure)} />}
      {view.sending.length > 0 && (
        <ul aria-label="Files that are being sent" className="flex flex-col gap-1 text-sm text-ink-2">
          {view.sending.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name; a line has no state.
            <li key={`${one.name} ${at}`} className="tabular flex justify-between gap-4">
              <span className="truncate">{one.name}</span>
              <span className="shrink-0">{step(one)}</span>
            </li>
          ))}
        </ul>
      )}
      {!isOver && (
        <div className="flex flex-wrap gap-3">
          {view.state === 'running' ? (
            <Button onPress={onPause}>Pause</Button>
          ) : (
            <Button tone="ink" onPress={onResume}>
              Go on
            </Button>
          )}
          <Button tone="quiet" onPress={onCancel}>
            Cancel the rest
          </Button>
        </div>
      )}
      {view.refusals.length > 0 && (
        <details open={isOver}>
          <summary className="link inline-block min-h-6 cursor-pointer">Refused files</summary>
          <ul className="mt-2 flex max-h-60 flex-col gap-1 overflow-y-auto text-sm">
            {view.refusals.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <li key={`${one.name} ${at}`}>
                <span className="font-semibold">{one.name}</span>: {one.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function step({ step: now, sent, size, photos }: Sending): string {
  if (now === 'reading') return 'Reading';
  if (now === 'sending') return `${Math.floor((sent / Math.max(size, 1)) * 100)} %`;
  return photos > 0 ? `${photos.toLocaleString('en-US')} photos` : 'Storing';
}
