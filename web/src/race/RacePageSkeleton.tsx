import { DelayedSkeleton, Skeleton } from '@/ui';

/** A placeholder in the shape of the race page while the race loads. */
export function RacePageSkeleton() {
  return (
    <div className="column pt-6 md:pt-12">
      <DelayedSkeleton label="Loading race">
        <div className="grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
          <Skeleton className="aspect-[3/2] w-full rounded-bib" />
          <div>
            <Skeleton className="h-14 w-3/4" />
            <Skeleton className="mt-3 h-14 w-1/2" />
            <Skeleton className="mt-6 h-6 w-2/3" />
            <Skeleton className="mt-8 h-14 w-48" />
          </div>
        </div>
        <Skeleton className="mt-24 h-8 w-72" />
        <Skeleton className="mt-6 h-5 w-full max-w-2xl" />
        <Skeleton className="mt-3 h-5 w-full max-w-xl" />
      </DelayedSkeleton>
    </div>
  );
}
