import { DelayedSkeleton, Skeleton } from '@/ui';

/** What stands in place of a table of results until it is there. */
export function LinesSkeleton() {
  return (
    <DelayedSkeleton label="Loading results">
      <Skeleton className="mt-6 h-[40rem] w-full" />
    </DelayedSkeleton>
  );
}
