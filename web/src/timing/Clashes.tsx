import type { ReactNode } from 'react';
import { Button, Notice } from '@/ui';

/** A field that two users have changed differently, with both texts as they are shown. */
export interface ShownClash {
  label: string;
  mine: string;
  theirs: string;
}

/** The fields that another user has changed differently: for each, the user takes the other text or keeps their own. */
export function Clashes<Clash extends ShownClash>({
  title,
  what,
  discard,
  clashes,
  onTheirs,
  onMine,
  onDiscard,
}: {
  title: string;
  /** What somebody else changed. */
  what: ReactNode;
  /** The label of the button that discards all own changes. */
  discard: string;
  clashes: readonly Clash[];
  onTheirs: (clash: Clash) => void;
  onMine: (clash: Clash) => void;
  onDiscard: () => void;
}) {
  return (
    <Notice tone="info" title={title}>
      <p>
        Somebody else changed {what}. What only they changed is in the form. What both of you changed is for you to
        decide before it can be saved.{' '}
        <button type="button" className="link cursor-pointer" onClick={onDiscard}>
          {discard}
        </button>
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {clashes.map((clash) => (
          <li key={clash.label} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 break-words">
              <strong>{clash.label}</strong>: yours {clash.mine}, theirs {clash.theirs}
            </span>
            <Button size="sm" onPress={() => onTheirs(clash)}>
              Take theirs<span className="sr-only">: {clash.label}</span>
            </Button>
            <Button size="sm" onPress={() => onMine(clash)}>
              Keep mine<span className="sr-only">: {clash.label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
