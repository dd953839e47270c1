import { DelayedSkeleton, Skeleton } from '@/ui';

/** A placeholder while a page's code is loading. */
export function PagePending() {
  return (
    <div className="column py-12">
      <DelayedSkeleton label="Loading page">
        <Skeleton className="h-12 w-2/3 max-w-lg" />
        <Skeleton className="mt-6 h-5 w-full max-w-2xl" />
        <Skeleton className="mt-3 h-5 w-5/6 max-w-xl" />
        <Skeleton className="mt-10 h-64 w-full" />
      </DelayedSkeleton>
    </div>
  );
}
