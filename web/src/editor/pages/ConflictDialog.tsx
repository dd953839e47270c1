import { Button, Dialog } from '@/ui';
import type { Conflict } from './api';
import { Changes } from './Changes';
import { changes, conflictWords, words } from './rules';
import type { PartHandle } from './usePart';
import { moment } from './when';

/** Somebody else saved the part meanwhile: both versions side by side, and the choice between them. */
export function ConflictDialog({ part, conflict }: { part: PartHandle; conflict: Conflict }) {
  const { title, text } = conflictWords(conflict.by);
  const { keepMine, takeTheirs, conflictMine, conflictTheirs } = words();
  return (
    <Dialog
      title={title}
      isOpen
      onClose={() => part.settle('later')}
      shape="wide"
      role="alertdialog"
      dismissable={false}
      actions={
        <>
          <Button onPress={() => part.settle('later')}>Keep editing</Button>
          <Button onPress={() => part.settle('theirs')}>{takeTheirs}</Button>
          <Button tone="ink" onPress={() => part.settle('mine')}>
            {keepMine}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <p className="mt-1 mb-6 text-sm text-ink-2">
        {part.title}, saved {moment(conflict.at)}
      </p>
      <Changes changes={changes(part.part, conflict.race, part.draft)} labels={[conflictTheirs, conflictMine]} />
    </Dialog>
  );
}
