import { useSyncExternalStore } from 'react';
import type { UploadEnd, UploadOptions } from '@/api';
import { fileKey } from '@/ui';
import type { Upload } from './UploadList';

/** The result of an upload that the user did not cancel. */
export type FailedUpload<T> = Exclude<UploadEnd<T>, { end: 'aborted' }>;

/** How the files of a queue are sent. */
export interface DrainOptions<T> extends UploadOptions {
  send: (file: File, options: UploadOptions) => Promise<UploadEnd<T>>;
  /** Called with the response when a file has arrived. */
  arrived: (body: T | undefined) => void;
  /** The core's message about a failed upload. */
  words: (end: FailedUpload<T>) => string;
}

/** The result of sending the files of a queue. */
export interface DrainResult<T> {
  arrived: number;
  /** The files that have not arrived: they failed, or were canceled. */
  rest: File[];
  /** The last failure. */
  failed: FailedUpload<T> | undefined;
}

interface Job extends Upload {
  file: File;
}

/**
 * Sends files one after the other, each in its own request: a lost connection fails only one file. Outside React's tree, because a
 * section may be mounted anew while its pictures are being sent.
 */
export class UploadQueue<T> {
  private jobs: readonly Job[] = [];
  private listeners = new Set<() => void>();
  private current: { id: string; stop: AbortController } | undefined;

  /** The files in the order of sending; the same list until something changes. */
  get uploads(): readonly Upload[] {
    return this.jobs;
  }

  /** Calls the listener after every change; for `useSyncExternalStore`. */
  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Adds files at the end. A file that failed or was canceled before starts again; files that have arrived are removed from the list. */
  add(files: readonly File[]): void {
    const more = files.map(
      (file): Job => ({ id: fileKey(file), name: file.name, size: file.size, state: 'waiting', sent: 0, file }),
    );
    const again = new Set(more.map((job) => job.id));
    this.put([...this.jobs.filter((job) => job.state !== 'sent' && !again.has(job.id)), ...more]);
  }

  /** Cancels a file that waits or is being sent. */
  cancel(id: string): void {
    if (this.current?.id === id) this.current.stop.abort();
    else this.change(id, { state: 'stopped' });
  }

  /** Whether a file is being sent. */
  get busy(): boolean {
    return this.current !== undefined;
  }

  /** Sends all waiting files, also those that are added during that. The signal cancels all of them. */
  async drain({ send, arrived, words, signal, onProgress }: DrainOptions<T>): Promise<DrainResult<T>> {
    let count = 0;
    let failed: FailedUpload<T> | undefined;
    const stopAll = () => {
      for (const job of this.jobs) if (job.state === 'waiting' || job.state === 'sending') this.cancel(job.id);
    };
    signal?.addEventListener('abort', stopAll);
    for (let job = this.next(); job; job = this.next()) {
      const { id, file } = job;
      const stop = new AbortController();
      this.current = { id, stop };
      this.change(id, { state: 'sending' });
      const end = await send(file, {
        signal: stop.signal,
        onProgress: (sent) => {
          this.change(id, { sent });
          this.reportProgress(onProgress);
        },
      });
      this.current = undefined;
      if (end.end === 'aborted') {
        this.change(id, { state: 'stopped' });
      } else if (end.end === 'answered' && end.status < 300) {
        count += 1;
        this.change(id, { state: 'sent', sent: 1 });
        arrived(end.body);
      } else {
        failed = end;
        this.change(id, { state: 'failed', message: words(end) });
      }
    }
    signal?.removeEventListener('abort', stopAll);
    return { arrived: count, rest: this.jobs.filter((job) => job.state !== 'sent').map((job) => job.file), failed };
  }

  private next(): Job | undefined {
    return this.jobs.find((job) => job.state === 'waiting');
  }

  /** Reports the sent share of all files, by size. */
  private reportProgress(onProgress: UploadOptions['onProgress']): void {
    const total = this.jobs.reduce((sum, job) => sum + job.size, 0);
    const loaded = this.jobs.reduce((sum, job) => sum + job.size * job.sent, 0);
    onProgress?.(total > 0 ? loaded / total : 0, { loaded, total });
  }

  private change(id: string, to: Partial<Job>): void {
    this.put(this.jobs.map((job) => (job.id === id ? { ...job, ...to } : job)));
  }

  private put(jobs: readonly Job[]): void {
    this.jobs = jobs;
    for (const listener of this.listeners) listener();
  }
}

/** The current files of a queue. */
export function useUploads<T>(queue: UploadQueue<T>): readonly Upload[] {
  return useSyncExternalStore(queue.subscribe, () => queue.uploads);
}
