import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { callFailure } from '@/api';
import { type CourseView, deskCore } from '@/core';
import {
  Button,
  CallNotice,
  ConfirmDialog,
  Dialog,
  EDITOR_TOAST_MS,
  FilePick,
  Notice,
  Skeleton,
  Spinner,
  toast,
} from '@/ui';
import type { RaceRef } from './api';
import { COURSE_FILES, type CourseFile, courseFilesQuery, putCourse, removeCourse, restoreCourse } from './courseApi';
import { useEditor } from './store';
import { moment } from './when';

const CourseDrawing = lazy(() =>
  import('@/racekit/course/CourseDrawing').then((drawing) => ({ default: drawing.CourseDrawing })),
);

/** The courses of the race's contests, from GPX files: the live page draws them under Live Map, with the runners. */
export function CourseFiles() {
  const { name, id } = useEditor();
  const race = { name, id };
  const { data, error, refetch } = useQuery(courseFilesQuery(race));
  const title = useId();
  return (
    <section aria-labelledby={title} className="rounded-bib border border-rule bg-card p-4 sm:p-6">
      <h3 id={title} className="display text-lg">
        Course files
      </h3>
      <p className="mt-1 mb-4 max-w-prose text-ink-2">
        A GPX file of each distance, as a route planner exports it. Live Map draws it with the runners’ estimated
        positions, without asking a third party. Changes are saved at once.
      </p>
      {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.length === 0 && (
        <p className="text-ink-2">The race has no distances yet. Add them to the header, or set up its timing.</p>
      )}
      <ul className="divide-y divide-rule">
        {data?.map((file) => (
          <Contest key={file.contest} race={race} file={file} />
        ))}
      </ul>
    </section>
  );
}

function Contest({ race, file: { contest, course, earlier } }: { race: RaceRef; file: CourseFile }) {
  const queries = useQueryClient();
  // What the dialog shows: the present course, or a file that is not saved yet.
  const [shown, setShown] = useState<{ course: CourseView; file?: File }>();
  const [removing, setRemoving] = useState(false);
  // Why a file is not sent.
  const [refused, setRefused] = useState<string>();
  const done = ({ message }: { message: string }) => {
    setShown(undefined);
    setRemoving(false);
    toast.success(message, { duration: EDITOR_TOAST_MS });
    void queries.invalidateQueries({ queryKey: COURSE_FILES });
    void queries.invalidateQueries({ queryKey: ['course'] });
  };
  const looking = useMutation({
    mutationFn: (file: File) => putCourse(race, contest, file, true),
    onSuccess: ({ course }, file) => course && setShown({ course, file }),
  });
  const choose = (file: File) => {
    const problem = deskCore().courseFileProblem(file.size);
    setRefused(problem);
    looking.reset();
    if (problem === undefined) looking.mutate(file);
  };
  const saving = useMutation({ mutationFn: (file: File) => putCourse(race, contest, file, false), onSuccess: done });
  const remove = useMutation({
    mutationFn: () => removeCourse(race, contest),
    onSuccess: done,
    onError: () => setRemoving(false),
  });
  const restore = useMutation({ mutationFn: (id: string) => restoreCourse(race, contest, id), onSuccess: done });
  const failed = looking.error ?? remove.error ?? restore.error;
  const last = earlier[0];
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h4 className="label">{contest}</h4>
          <p className="tabular text-sm text-ink-2">{course ? course.summary : 'Course file not added'}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {course && (
            <>
              <Button size="sm" onPress={() => setShown({ course })}>
                Show<span className="sr-only"> the course of {contest}</span>
              </Button>
              <Button size="sm" tone="quiet" onPress={() => setRemoving(true)}>
                Remove<span className="sr-only"> the course of {contest}</span>
              </Button>
            </>
          )}
          {last && (
            <Button size="sm" tone="quiet" pending={restore.isPending} onPress={() => restore.mutate(last.id)}>
              Restore that of {moment(last.at)}
              <span className="sr-only"> for {contest}</span>
            </Button>
          )}
          <FilePick accept=".gpx,application/gpx+xml" onFile={choose}>
            {looking.isPending && <Spinner />} {course ? 'Replace' : 'Choose a GPX file'}
            <span className="sr-only"> for {contest}</span>
          </FilePick>
        </div>
      </div>
      {course?.note && <Notice tone="info">{course.note}</Notice>}
      {refused && <Notice tone="error">{refused}</Notice>}
      {failed && <CallNotice {...callFailure(failed)} />}
      <Dialog
        title={shown?.file ? `New course of ${contest}` : `Course of ${contest}`}
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
        shape="wide"
        actions={
          <>
            <Button onPress={() => setShown(undefined)}>{shown?.file ? 'Cancel' : 'Close'}</Button>
            {shown?.file && (
              <Button tone="ink" pending={saving.isPending} onPress={() => shown.file && saving.mutate(shown.file)}>
                Save the course
              </Button>
            )}
          </>
        }
      >
        {saving.error && <CallNotice {...callFailure(saving.error)} />}
        {shown?.file && shown.course.note && <Notice tone="info">{shown.course.note}</Notice>}
        <Suspense fallback={<Skeleton className="h-64" />}>{shown && <CourseDrawing course={shown.course} />}</Suspense>
      </Dialog>
      <ConfirmDialog
        title="Remove the course"
        isOpen={removing}
        onClose={() => setRemoving(false)}
        confirmLabel="Remove"
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>Live Map shows the course of {contest} no more. It can be restored here.</p>
      </ConfirmDialog>
    </li>
  );
}
