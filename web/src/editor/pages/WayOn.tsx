import { useEffect, useEffectEvent, useState } from 'react';
import { whenReachable } from '@/api';
import type { Reason } from '@/core';
import { Button, buttonStyle, LogInLink } from '@/ui';

/** Why a save failed, under the sentence that says that it did; and what leads on from there. */
export function WayOn({
  reason: { text, nextStep, button, againMs },
  onAgain,
  onRestore,
}: {
  reason: Reason;
  /** Sends it once more. */
  onAgain: () => void;
  /** Brings the deleted race back and sends it once more. */
  onRestore?: () => Promise<void>;
}) {
  return (
    <>
      <p className="mt-1 text-sm text-ink-2">{text}</p>
      {againMs !== undefined && <Again afterMs={againMs} onReturn={onAgain} />}
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {nextStep === 'logIn' && <LogInLink className={buttonStyle({ size: 'sm' })}>{button}</LogInLink>}
        {nextStep === 'restore' && onRestore && <Restore label={button} onRestore={onRestore} />}
        {(nextStep === 'logIn' || nextStep === 'wait' || nextStep === 'retry') && (
          <Button size="sm" onPress={onAgain}>
            {nextStep === 'logIn' ? 'Try again' : button}
          </Button>
        )}
      </p>
    </>
  );
}

/** Waits for the server, and calls back so long after it answers again. */
function Again({ afterMs, onReturn }: { afterMs: number; onReturn: () => void }) {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const stop = whenReachable(() => {
      pause = setTimeout(() => returned(), afterMs);
    });
    return () => {
      stop();
      clearTimeout(pause);
    };
  }, [afterMs]);
  return null;
}

function Restore({ label, onRestore }: { label: string | undefined; onRestore: () => Promise<void> }) {
  const [going, setGoing] = useState(false);
  return (
    <>
      <Button
        size="sm"
        pending={going}
        onPress={() => {
          setGoing(true);
          void onRestore().finally(() => setGoing(false));
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
