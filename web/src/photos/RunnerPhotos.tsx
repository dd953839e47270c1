import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { callFailure } from '@/api';
import { CallNotice, DelayedSkeleton, Skeleton } from '@/ui';
import { runnerPhotosQuery } from './api';

// Most runners have no photos: what enlarges them is loaded where there are some.
const PhotoGallery = lazy(async () => ({ default: (await import('./PhotoGallery')).PhotoGallery }));

/** The photos of a runner of published results: enlarged by a press, and removed by another. */
export function RunnerPhotos({ raceID, publicID }: { raceID: string; publicID: string }) {
  const query = useQuery(runnerPhotosQuery(raceID, publicID));
  const { data, error } = query;
  return (
    <section aria-labelledby="runner-photos" className="mt-10 print:hidden">
      <h2 id="runner-photos" className="display mb-4 text-2xl">
        Photos
      </h2>
      {error && (
        <div className="mt-3">
          <CallNotice {...callFailure(error)} onRetry={() => void query.refetch()} />
        </div>
      )}
      {data?.photos.length === 0 && <p className="mt-2 text-ink-2">{data.words.none}</p>}
      {data && data.photos.length > 0 && (
        <Suspense fallback={<Loading />}>
          <PhotoGallery answer={data} queryKey={runnerPhotosQuery(raceID, publicID).queryKey} />
        </Suspense>
      )}
      {!data && !error && <Loading />}
    </section>
  );
}

const Loading = () => (
  <DelayedSkeleton label="Loading photos">
    <Skeleton className="mt-3 h-40 w-full" />
  </DelayedSkeleton>
);
