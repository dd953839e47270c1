import { X } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, useShortcut } from '@/ui';
import type { TimedRace } from './api';
import { useChanges, useUndo } from './corrections';

/** What this browser changed last, with Undo, to which the key `u` leads. It is announced, and stays until it is closed. */
export function LastChange({
  race,
  inDialog = false,
}: {
  race: TimedRace;
  /** Whether it is in a dialog, where no tab bar is below it: there it would stay over what stands before it. */
  inDialog?: boolean;
}) {
  const last = useChanges((state) => state.last);
  const undo = useUndo(race);
  const region = useRef<HTMLElement>(null);
  useShortcut(
    'u',
    useCallback(() => {
      const button = region.current?.querySelector('button');
      button?.focus();
      return Boolean(button);
    }, []),
  );
  const close = () => {
    undo.reset();
    useChanges.setState({ last: undefined });
  };
  return (
    <section
      ref={region}
      aria-label="Last change"
      className={`sticky z-20 print:hidden ${inDialog ? '-bottom-4' : 'bottom-[calc(5rem+env(safe-area-inset-bottom))] desk:bottom-4'}`}
    >
      <p role="status" className="sr-only">
        {last && [last.text, last.name].filter(Boolean).join('. ')}
      </p>
      {last && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-control bg-card py-2 pr-2 pl-4 shadow-float">
          <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
            <span className="label">{last.text}</span>
            {last.name && <span className="text-ink-2"> {last.name}</span>}
          </p>
          <Button size="sm" pending={undo.isPending} onPress={() => undo.mutate(last.id)}>
            Undo
          </Button>
          <Button size="sm" tone="quiet" icon aria-label="Close" onPress={close}>
            <X size={18} aria-hidden="true" />
          </Button>
          {undo.isError && (
            <div className="w-full pb-1">
              <CallNotice {...callFailure(undo.error)} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}
