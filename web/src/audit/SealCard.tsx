import { useQuery } from '@tanstack/react-query';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, DelayedSkeleton, Notice, Skeleton } from '@/ui';
import { sealQuery, useCheck } from './api';

/** Whether the record is as it was written: the last check, in words and colour, and a button that checks again. */
export function SealCard() {
  const { data, error, refetch } = useQuery(sealQuery);
  const check = useCheck();
  if (!data) {
    if (error) return <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />;
    return (
      <DelayedSkeleton label="Loading the seal of the record">
        <Skeleton className="h-28 w-full" />
      </DelayedSkeleton>
    );
  }
  const words = deskCore().auditSealWords(data);
  const failed = check.error ?? error;
  return (
    <section aria-label="Seal of the record" className="flex flex-col gap-3">
      <Notice tone={words.tone} title={words.title}>
        <p>{words.text}</p>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            size="sm"
            className="print:hidden"
            pending={check.isPending || data.running !== undefined}
            onPress={() => check.mutate()}
          >
            {words.button}
          </Button>
          {data.running && (
            <progress
              aria-label="Rows that are checked"
              className="h-2 w-40 accent-(--color-line)"
              max={Math.max(1, data.running.of)}
              value={data.running.rows}
            />
          )}
          <span role="status" className="tabular text-sm text-ink-2">
            {words.progress}
          </span>
        </div>
      </Notice>
      {failed && <CallNotice {...callFailure(failed)} />}
    </section>
  );
}
