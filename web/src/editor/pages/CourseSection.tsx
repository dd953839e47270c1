import { EmptyState, Frame } from '@/ui';
import { CourseMaps } from '../kit/composed';
import { Field } from '../kit/Field';
import { courseTitle, embed } from '../kit/rules';
import { PartFrame } from './PartFrame';
import { usePart } from './usePart';
import { Words } from './views';

/** The course: its description, and its two or three maps. */
export function CourseSection() {
  const part = usePart('course');
  const { race } = part;
  const maps = (['Course1', 'Course2', 'Course3'] as const).flatMap((name, at) => {
    const frame = embed('Course', race[name]);
    return frame ? [{ name, frame: { ...frame, title: courseTitle(at + 1, race.DistanceStartTimes) } }] : [];
  });
  return (
    <PartFrame
      alone
      part={part}
      view={
        <div className="flex flex-col gap-6">
          <Words text={race.CourseDescription} />
          {maps.length === 0 ? (
            <EmptyState title="No course maps yet" />
          ) : (
            <div className="grid gap-6 xl:grid-cols-2">
              {maps.map(({ name, frame }) => (
                <Frame key={`${name} ${frame.url}`} source={frame} height={300} />
              ))}
            </div>
          )}
        </div>
      }
      edit={
        <>
          <Field name="CourseDescription" rows={6} />
          <CourseMaps preview={300} />
        </>
      }
    />
  );
}
