import { ArrowRight, Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/ui';
import type { AuditLine } from './api';

/** How many changes of a row are shown at once. */
const SHOWN = 4;

/** What differs between old and new, field by field: the first changes, and the others on demand; on paper all. */
export function Changes({ line }: { line: AuditLine }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { changes, moreChanges } = line;
  if (changes.length === 0) return <span className="text-ink-3">No values</span>;
  const hidden = changes.length - SHOWN;
  return (
    <div className="min-w-0">
      <dl id={id} className="flex flex-col gap-2">
        {changes.map((change, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change; a field may have several changes.
            key={at}
            className={open || at < SHOWN ? '' : 'hidden print:block'}
          >
            <dt className="text-sm text-ink-2 wrap-anywhere">{change.field}</dt>
            <dd className="flex flex-col gap-0.5 sm:flex-row sm:flex-wrap sm:items-baseline sm:gap-x-2">
              {change.before !== undefined && (
                <del className="min-w-0 text-ink-2 decoration-live decoration-1 wrap-anywhere [unicode-bidi:plaintext]">
                  <Sign icon={Minus} word="before" />
                  {change.before}
                </del>
              )}
              {change.before !== undefined && change.after !== undefined && (
                <ArrowRight size={14} className="hidden shrink-0 self-center text-ink-3 sm:block" aria-hidden="true" />
              )}
              {change.after !== undefined && (
                <ins className="min-w-0 no-underline wrap-anywhere [unicode-bidi:plaintext]">
                  <Sign icon={Plus} word={change.before === undefined ? 'new' : 'after'} />
                  {change.after}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {moreChanges > 0 && (open || hidden <= 0) && (
        <p className="mt-1 text-sm text-ink-2">and {moreChanges} more, which the CSV has</p>
      )}
      {hidden > 0 && (
        <Button
          size="sm"
          tone="quiet"
          className="-ml-3 print:hidden"
          aria-expanded={open}
          aria-controls={id}
          onPress={() => setOpen(!open)}
        >
          {open ? 'Show less' : `${hidden} more`}
          <span className="sr-only"> of row {line.id}</span>
        </Button>
      )}
    </div>
  );
}

/** The sign before a value: not by colour or strike-through alone. */
function Sign({ icon: Icon, word }: { icon: typeof Plus; word: string }) {
  return (
    <>
      <Icon size={14} className="mr-1 inline align-[-2px]" aria-hidden="true" />
      <span className="sr-only">{word}: </span>
    </>
  );
}
