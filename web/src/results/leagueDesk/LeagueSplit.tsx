import { useState } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, ConfirmDialog } from '@/ui';
import { decide } from './api';
import { useDecision } from './LeaguePersons';

/** Says that a result is not of the runner who has it. */
export function LeagueSplit({ publicID, race }: { publicID: string; race: string }) {
  const [asks, setAsks] = useState(false);
  const splitting = useDecision(decide, 'The result is another runner’s now.');
  return (
    <>
      <Button size="sm" tone="quiet" aria-label={`Take ${race} out`} onPress={() => setAsks(true)}>
        Take out
      </Button>
      <ConfirmDialog
        title={`Is ${race} another runner’s?`}
        isOpen={asks}
        onClose={() => {
          splitting.reset();
          setAsks(false);
        }}
        confirmLabel="Take out"
        pending={splitting.isPending}
        onConfirm={() => splitting.mutate({ a: publicID }, { onSuccess: () => setAsks(false) })}
      >
        <p>The result stays, with the points of a runner of its own. This can be taken back under Persons.</p>
        {splitting.error && (
          <div className="mt-4">
            <CallNotice {...callFailure(splitting.error)} />
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}
