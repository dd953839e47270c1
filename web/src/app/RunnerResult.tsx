import { lazy, Suspense } from 'react';
import { RunnerPage } from '@/results/RunnerPage';

const RunnerPhotos = lazy(() =>
  import('@/photos/RunnerPhotos').then(({ RunnerPhotos }) => ({ default: RunnerPhotos })),
);

/** A runner's result with the runner's photos, which are a slice of their own. */
export function RunnerResult() {
  return (
    <RunnerPage
      photos={(runner) => (
        <Suspense fallback={null}>
          <RunnerPhotos {...runner} />
        </Suspense>
      )}
    />
  );
}
