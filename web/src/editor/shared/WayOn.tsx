import { useEffect, useRef, useState } from 'react';
import { whenReachable } from '@/api';
import type { Reason } from '@/core';
import { Button, buttonStyle, LogInLink } from '@/ui';

/** From the server's return until something is sent by itself, in milliseconds: whoever sits there presses sooner. */
const PAUSE_MS = 2000;

/** Why a save failed, under the sentence that says that it did; and what leads on from there. */
export function WayOn({
  reason: { text, way },
  onAgain,
  onRestore,
  byItself = true,
}: {
  reason: Reason;
  /** Sends it once more. */
  onAgain: () => void;
  /** Brings the deleted race back and sends it once more. */
  onRestore?: () => Promise<void>;
  /** Whether it may be sent without a press: nothing was typed since. */
  byItself?: boolean;
}) {
  const waits = way === 'wait' && byItself;
  return (
    <>
      <p className="mt-1 text-sm text-ink-2">
        {/* The core's words promise that it goes by itself. */}
        {way === 'wait' && !byItself ? 'The server could not be reached, or takes no changes just now.' : text}
      </p>
      {waits && <Again onReturn={onAgain} />}
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {way === 'logIn' && <LogInLink className={buttonStyle({ size: 'sm' })}>Log in</LogInLink>}
        {way === 'restore' && onRestore && <Restore onRestore={onRestore} />}
        {(way === 'logIn' || way === 'wait' || way === 'retry') && (
          <Button size="sm" onPress={onAgain}>
            Try again
          </Button>
        )}
      </p>
    </>
  );
}

/** Waits for the server, and tells once it is there again. */
function Again({ onReturn }: { onReturn: () => void }) {
  const returned = useRef(onReturn);
  returned.current = onReturn;
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const stop = whenReachable(() => {
      pause = setTimeout(() => returned.current(), PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(pause);
    };
  }, []);
  return null;
}

function Restore({ onRestore }: { onRestore: () => Promise<void> }) {
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
        Bring the race back
      </Button>
      <a href="/EditRaces#deleted-races" target="_blank" rel="noreferrer" className={buttonStyle({ size: 'sm' })}>
        Deleted races<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
}
