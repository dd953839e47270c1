import { useSyncExternalStore } from 'react';
import type { UploadEnd, UploadOptions } from '@/api';
import { fileKey } from '@/ui';
import type { Upload } from './UploadList';

/** An end that is not the person's own wish. */
export type Failed<T> = Exclude<UploadEnd<T>, { end: 'aborted' }>;

/** How files are sent. */
export interface Sending<T> extends UploadOptions {
  send: (file: File, options: UploadOptions) => Promise<UploadEnd<T>>;
  /** A file is there. */
  arrived: (body: T | undefined) => void;
  /** The core's words about an end that is none of success. */
  words: (end: Failed<T>) => string;
}

/** What became of the files that were sent together. */
export interface Sent<T> {
  arrived: number;
  /** The files that are not there: they failed, or were canceled. */
  rest: File[];
  /** The last end that was a failure. */
  failed: Failed<T> | undefined;
}

interface Job extends Upload {
  file: File;
}

/**
 * Files sent one after the other, each a request of its own: a cut line costs one file, and what arrived stays. Outside React's
 * tree, since a section may be drawn anew while its pictures are on their way.
 */
export class UploadQueue<T> {
  private jobs: readonly Job[] = [];
  private listeners = new Set<() => void>();
  private going: { id: string; stop: AbortController } | undefined;

  /** The files, in the order they leave; the same list until something changes. */
  get uploads(): readonly Upload[] {
    return this.jobs;
  }

  /** Tells of changes; made for `useSyncExternalStore`. */
  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Puts files at the end. One that is there already, because it failed or was canceled, begins anew; files that arrived leave the list. */
  add(files: readonly File[]): void {
    const more = files.map(
      (file): Job => ({ id: fileKey(file), name: file.name, size: file.size, state: 'waiting', sent: 0, file }),
    );
    const again = new Set(more.map((job) => job.id));
    this.put([...this.jobs.filter((job) => job.state !== 'sent' && !again.has(job.id)), ...more]);
  }

  /** Takes a file back, on its way or not yet. */
  cancel(id: string): void {
    if (this.going?.id === id) this.going.stop.abort();
    else this.change(id, { state: 'stopped' });
  }

  /** Whether anything is on its way. */
  get busy(): boolean {
    return this.going !== undefined;
  }

  /** Sends everything that waits, also what is added meanwhile. The signal takes back all of it. */
  async drain({ send, arrived, words, signal, onProgress }: Sending<T>): Promise<Sent<T>> {
    let count = 0;
    let failed: Failed<T> | undefined;
    const stopAll = () => {
      for (const job of this.jobs) if (job.state === 'waiting' || job.state === 'sending') this.cancel(job.id);
    };
    signal?.addEventListener('abort', stopAll);
    for (let job = this.next(); job; job = this.next()) {
      const { id, file } = job;
      const stop = new AbortController();
      this.going = { id, stop };
      this.change(id, { state: 'sending' });
      const end = await send(file, {
        signal: stop.signal,
        onProgress: (sent) => {
          this.change(id, { sent });
          this.tell(onProgress);
        },
      });
      this.going = undefined;
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

  /** How much of all has left, by size. */
  private tell(onProgress: UploadOptions['onProgress']): void {
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

/** The files of a queue, followed. */
export function useUploads<T>(queue: UploadQueue<T>): readonly Upload[] {
  return useSyncExternalStore(queue.subscribe, () => queue.uploads);
}
