import { Check, CircleAlert, RotateCw, X } from 'lucide-react';
import { Button, fileSize, LineProgress } from '@/ui';

/** A file in an upload. */
export interface Upload {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'stopped';
  /** The sent share, 0 to 1. */
  sent: number;
  /** The core's message why it failed. */
  message?: string;
}

/** The progress of each file, with a Cancel button while it waits or is sent, and Retry when it failed or was canceled. */
export function UploadList({
  uploads,
  label,
  onCancel,
  onRetry,
}: {
  uploads: readonly Upload[];
  /** What is sent, for screen readers. */
  label: string;
  onCancel?: (id: string) => void;
  onRetry?: (id: string) => void;
}) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-rule border-y border-rule">
      {uploads.map((upload) => {
        const { id, name, state } = upload;
        const active = state === 'waiting' || state === 'sending';
        return (
          <li key={id} className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5">
            <div className="min-w-0">
              <p className="flex items-center justify-between gap-3 text-sm">
                <span className="truncate" title={name}>
                  {name}
                </span>
                <State upload={upload} />
              </p>
              {active && (
                <div className="mt-1.5">
                  <LineProgress value={upload.sent} label={name} />
                </div>
              )}
              {upload.message && <p className="text-sm font-medium text-live">{upload.message}</p>}
            </div>
            <span className="grid size-11 place-items-center">
              {active && onCancel && (
                <Button tone="quiet" icon aria-label={`Cancel ${name}`} onPress={() => onCancel(id)}>
                  <X size={18} aria-hidden="true" />
                </Button>
              )}
              {(state === 'failed' || state === 'stopped') && onRetry && (
                <Button tone="quiet" icon aria-label={`Retry ${name}`} onPress={() => onRetry(id)}>
                  <RotateCw size={18} aria-hidden="true" />
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function State({ upload: { state, sent, size } }: { upload: Upload }) {
  const style = 'tabular flex shrink-0 items-center gap-1.5';
  switch (state) {
    case 'waiting':
      return <span className={`${style} text-ink-3`}>Waiting · {fileSize(size)}</span>;
    case 'sending':
      return (
        <span className={`${style} text-ink-2`}>
          {Math.round(sent * 100)} % of {fileSize(size)}
        </span>
      );
    case 'sent':
      return (
        <span className={`${style} text-success`}>
          <Check size={16} aria-hidden="true" /> Sent
        </span>
      );
    case 'failed':
      return (
        <span className={`${style} text-live`}>
          <CircleAlert size={16} aria-hidden="true" /> Not sent
        </span>
      );
    case 'stopped':
      return <span className={`${style} text-ink-3`}>Canceled</span>;
  }
}
