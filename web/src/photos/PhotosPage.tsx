import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { callFailure } from '@/api';
import { core, deskCore } from '@/core';
import { CallNotice, DelayedSkeleton, fileSize, Skeleton } from '@/ui';
import { summaryQuery } from './api';
import { CamerasPanel } from './CamerasPanel';
import { PhotoLists } from './PhotoLists';
import { UploadPanel } from './UploadPanel';

/** The page `/photos/{RaceName}`: an administrator uploads the photos of a race and says whose they are. */
export function PhotosPage() {
  const { RaceName } = useParams({ strict: false }) as { RaceName: string };
  const name = core().raceNameFromSegment(RaceName);
  const { data: summary, error, refetch } = useQuery(summaryQuery(name));
  return (
    <div className="column flex flex-col gap-10 py-8 desk:py-12">
      <div>
        <Link to="/results" search={{ race: name }} className="link inline-flex min-h-11 items-center">
          Results of the race
        </Link>
        <h1 className="display text-2xl break-words sm:text-3xl">Photos: {summary?.race ?? name}</h1>
        {summary && (
          <p className="tabular mt-2 text-ink-2">
            {summary.photos === 0
              ? deskCore().photoWords().none
              : `${summary.photos.toLocaleString('en-US')} photos, ${fileSize(summary.bytes)} of ${fileSize(summary.mostBytes)}`}
          </p>
        )}
      </div>
      {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
      {summary ? (
        <>
          <UploadPanel key={summary.race} summary={summary} />
          <CamerasPanel summary={summary} />
          {summary.photos > 0 && <PhotoLists summary={summary} />}
        </>
      ) : (
        !error && (
          <DelayedSkeleton label="Loading photos">
            <Skeleton className="h-12 w-full max-w-md" />
            <Skeleton className="mt-6 h-64 w-full" />
          </DelayedSkeleton>
        )
      )}
    </div>
  );
}
