import { ChevronRight, Paperclip } from 'lucide-react';
import { Prose } from '@/ui';
import { PictureStrip } from './Pictures';
import type { PictureSide, TicketPicture } from './pictures';

/** What a message has below its text: pictures, what was left out of the mail by which it came, and what that mail quotes. */
export function MessageParts({
  side,
  pictures,
  leftOut,
  quoted,
}: {
  side: PictureSide;
  pictures: readonly TicketPicture[];
  leftOut?: string | undefined;
  quoted?: string | undefined;
}) {
  return (
    <>
      <PictureStrip side={side} pictures={pictures} />
      {leftOut && (
        <p className="mt-3 flex items-start gap-1.5 text-sm text-ink-2">
          <Paperclip size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{leftOut}</span>
        </p>
      )}
      {quoted && (
        <details className="group mt-3 text-sm text-ink-2 print:hidden">
          <summary className="label inline-flex min-h-11 cursor-pointer items-center gap-1">
            <ChevronRight size={18} className="shrink-0 group-open:rotate-90" aria-hidden="true" />
            Quoted text
          </summary>
          <Prose text={quoted} className="mt-1 border-l-2 border-rule pl-3 wrap-anywhere" />
        </details>
      )}
    </>
  );
}
