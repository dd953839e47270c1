import { useCallback, useEffect, useRef, useState } from 'react';
import type { UploadEnd, UploadOptions } from '@/api';
import { fileKey } from '@/ui';
import type { Upload } from './UploadList';

/** How one file is sent, and what is said when it could not be. */
export interface Sending<T> {
  send: (file: File, options: UploadOptions) => Promise<UploadEnd<T>>;
  /** It is there. */
  onSent: (body: T | undefined, file: File) => void;
  /** Nothing is on its way any more: how many files arrived since something last was. */
  onQuiet?: (arrived: number) => void;
  /** The core's words about an end that is none of success. */
  words: (end: Exclude<UploadEnd<T>, { end: 'aborted' }>) => string;
}

interface Job extends Upload {
  file: File;
}

/**
 * Files sent one after the other, each a request of its own: a cut line costs one file, and what arrived stays. They leave in the
 * order they were added; a file that is tried again goes to the end.
 */
export function useUploads<T>(sending: Sending<T>) {
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const latest = useRef(sending);
  latest.current = sending;
  // What is on its way, and how it is stopped.
  const going = useRef<{ id: string; by: AbortController }>(undefined);
  const arrived = useRef(0);

  const change = useCallback((id: string, to: Partial<Job>) => {
    setJobs((all) => all.map((job) => (job.id === id ? { ...job, ...to } : job)));
  }, []);

  const next = jobs.some((job) => job.state === 'sending') ? undefined : jobs.find((job) => job.state === 'waiting');
  const quiet = !jobs.some((job) => job.state === 'sending' || job.state === 'waiting');

  useEffect(() => {
    if (!next || going.current) return;
    const { id, file } = next;
    const by = new AbortController();
    going.current = { id, by };
    change(id, { state: 'sending', sent: 0 });
    const onProgress = (sent: number) => change(id, { sent });
    void latest.current.send(file, { onProgress, signal: by.signal }).then((end) => {
      going.current = undefined;
      if (end.end === 'aborted') {
        change(id, { state: 'stopped' });
      } else if (end.end === 'answered' && end.status < 300) {
        arrived.current += 1;
        latest.current.onSent(end.body, file);
        change(id, { state: 'sent', sent: 1 });
      } else {
        change(id, { state: 'failed', message: latest.current.words(end) });
      }
    });
  }, [next, change]);

  useEffect(() => {
    if (!quiet || arrived.current === 0) return;
    const count = arrived.current;
    arrived.current = 0;
    latest.current.onQuiet?.(count);
  }, [quiet]);

  // Leaving the page: what is on its way stops.
  useEffect(() => () => going.current?.by.abort(), []);

  return {
    uploads: jobs as readonly Upload[],
    busy: !quiet,
    add: useCallback((files: readonly File[]) => {
      const more = files.map(
        (file): Job => ({ id: fileKey(file), name: file.name, size: file.size, state: 'waiting', sent: 0, file }),
      );
      const again = new Set(more.map((job) => job.id));
      setJobs((all) => [...all.filter((job) => job.state !== 'sent' && !again.has(job.id)), ...more]);
    }, []),
    cancel: (id: string) => {
      if (going.current?.id === id) going.current.by.abort();
      else change(id, { state: 'stopped' });
    },
    retry: (id: string) =>
      setJobs((all) => {
        const job = all.find((one) => one.id === id);
        if (!job) return all;
        const { message: _told, ...again } = job;
        return [...all.filter((one) => one.id !== id), { ...again, state: 'waiting', sent: 0 }];
      }),
    /** Takes what has ended off the list. */
    clear: () => setJobs((all) => all.filter((job) => job.state === 'waiting' || job.state === 'sending')),
  };
}
