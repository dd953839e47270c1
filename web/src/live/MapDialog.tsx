import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { core } from '@/core';
import { Button, Dialog, Frame as FrameBox, Notice, Segmented, Spinner } from '@/ui';
import { courseQuery, raceMapQuery } from './api';
import type { MappedField } from './CoursePanel';

// It is not precached: without a network it may be missing although the course is known.
const CoursePanel = lazy(() => import('./CoursePanel').catch(() => ({ default: CourseFailed })));

/** The dialog over the whole screen with the race's map (SPEC §2), and the site's own of the chosen distance. */
export function MapDialog({
  race,
  field,
  isOpen,
  onClose,
}: {
  race: string;
  field: MappedField;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title="Live Map" isOpen={isOpen} onClose={onClose} shape="full" closeOnBack>
      <Maps race={race} field={field} />
    </Dialog>
  );
}

/** The drawn course where the distance has one, so that no third party is asked before a visitor wants it; else the race's map. */
function Maps({ race, field }: { race: string; field: MappedField }) {
  const [wanted, setWanted] = useState<'course' | 'map'>('course');
  const { data: course, isPending, isError } = useQuery(courseQuery(race, field.query.distance));
  if (isPending && !isError && field.query.distance !== '') return <Loading />;
  if (!course) return <MapView race={race} />;
  return (
    <div className="flex h-full flex-col">
      <div className="p-4 pb-0">
        <Segmented
          label="Which map"
          options={[
            { id: 'course', label: 'Course' },
            { id: 'map', label: 'Map' },
          ]}
          value={wanted}
          onChange={setWanted}
        />
      </div>
      <div className="min-h-0 grow">
        {wanted === 'map' ? (
          <MapView race={race} />
        ) : (
          <Suspense fallback={<Loading />}>
            <CoursePanel course={course} field={field} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function CourseFailed() {
  return (
    <div className="mx-auto max-w-xl p-6 sm:p-12">
      <Notice tone="error">{core().liveWords().mapFailed}</Notice>
    </div>
  );
}

function Loading() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 p-12 text-ink-2">
      <Spinner /> {core().liveWords().mapLoading}
    </p>
  );
}

function MapView({ race }: { race: string }) {
  const map = useQuery(raceMapQuery(race));
  const words = core().liveWords();
  if (map.isPending) {
    return <Loading />;
  }
  if (map.isError) {
    return (
      <div className="mx-auto flex max-w-xl flex-col items-start gap-4 p-6 sm:p-12">
        <Notice tone="error">{words.mapFailed}</Notice>
        <Button onPress={() => void map.refetch()}>Try again</Button>
      </div>
    );
  }
  const { frame } = map.data;
  if (!frame) {
    return (
      <div className="mx-auto max-w-xl p-6 sm:p-12">
        <Notice tone="info">{words.mapMissing}</Notice>
      </div>
    );
  }
  return <FrameBox source={frame} fill />;
}
