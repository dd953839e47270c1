/** The request that creates a race (SPEC §7): a multipart body with every field and every file under its own name. */
import { type Answer, type UploadEnd, upload } from '@/api';
import type { Draft } from '../kit/form';
import { bodyFiles, fileProgress } from '../pictures/progress';
import type { Upload } from '../pictures/UploadList';
import { fields } from './rules';
import { filesOf, toForm } from './values';

/** The multipart body of a form. */
export function body(draft: Draft): FormData {
  const data = new FormData();
  for (const { name, value } of fields(toForm(draft))) data.append(name, value);
  for (const [name, file] of filesOf(draft)) data.append(name, file);
  return data;
}

/** The progress of sending. */
export interface Progress {
  /** The sent share of the whole body, 0 to 1. */
  sent: number;
  uploads: readonly Upload[];
}

/** Sends the form with its files, and reports the progress of each file. */
export function createPage(
  draft: Draft,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<UploadEnd<Answer<'post', 'createPage'>>> {
  const data = body(draft);
  const files = bodyFiles(data);
  const report = (sent: number, each: readonly number[]) =>
    onProgress({
      sent,
      uploads: files.map(({ field, at, name, size }, index): Upload => {
        const part = each[index] ?? 0;
        const state = part >= 1 ? 'sent' : part > 0 ? 'sending' : 'waiting';
        return { id: `${field} ${at}`, name, size, state, sent: part };
      }),
    });
  report(0, []);
  return upload('createPage', data, {
    signal,
    onProgress: (sent, { loaded, total }) => report(sent, fileProgress(files, loaded, total)),
  });
}
