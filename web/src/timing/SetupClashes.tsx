import type { SetupClash } from '@/core';
import { Button, Notice } from '@/ui';

/** The fields that another user has changed differently: for each, the user takes the other text or keeps their own. */
export function SetupClashes({
  clashes,
  onTheirs,
  onMine,
  onDiscard,
}: {
  clashes: readonly SetupClash[];
  onTheirs: (clash: SetupClash) => void;
  onMine: (clash: SetupClash) => void;
  /** Discards all own changes. */
  onDiscard: () => void;
}) {
  return (
    <Notice tone="info" title="The saved setup has changed meanwhile">
      <p>
        Somebody else changed this race's setup. What only they changed is in the form. What both of you changed is for
        you to decide before it can be saved.{' '}
        <button type="button" className="link cursor-pointer" onClick={onDiscard}>
          Use the saved setup instead
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
