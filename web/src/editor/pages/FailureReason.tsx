import { useEffect, useEffectEvent, useState } from 'react';
import { whenReachable } from '@/api';
import type { Reason } from '@/core';
import { Button, buttonStyle, LogInLink } from '@/ui';

/** The reason why a save failed, and the buttons that help: log in, try again, restore the race. */
export function FailureReason({
  reason: { text, nextStep, button, againMs },
  onRetry,
  onRestore,
}: {
  reason: Reason;
  /** Sends the save again. */
  onRetry: () => void;
  /** Restores the deleted race and sends the save again. */
  onRestore?: () => Promise<void>;
}) {
  return (
    <>
      <p className="mt-1 text-sm text-ink-2">{text}</p>
      {againMs !== undefined && <RetryWhenReachable afterMs={againMs} onReachable={onRetry} />}
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {nextStep === 'logIn' && <LogInLink className={buttonStyle({ size: 'sm' })}>{button}</LogInLink>}
        {nextStep === 'restore' && onRestore && <Restore label={button} onRestore={onRestore} />}
        {(nextStep === 'logIn' || nextStep === 'wait' || nextStep === 'retry') && (
          <Button size="sm" onPress={onRetry}>
            {nextStep === 'logIn' ? 'Try again' : button}
          </Button>
        )}
      </p>
    </>
  );
}

/** Waits until the server can be reached, then calls `onReachable` after `afterMs` milliseconds. */
function RetryWhenReachable({ afterMs, onReachable }: { afterMs: number; onReachable: () => void }) {
  const retry = useEffectEvent(onReachable);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = whenReachable(() => {
      timer = setTimeout(() => retry(), afterMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [afterMs]);
  return null;
}

function Restore({ label, onRestore }: { label: string | undefined; onRestore: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  return (
    <>
      <Button
        size="sm"
        pending={pending}
        onPress={() => {
          setPending(true);
          void onRestore().finally(() => setPending(false));
        }}
      >
        {label}
      </Button>
      <a href="/EditRaces#deleted-races" target="_blank" rel="noreferrer" className={buttonStyle({ size: 'sm' })}>
        Deleted races<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
}
