import { useState } from 'react';
import { EmptyState, Frame, Segmented } from '@/ui';
import { COURSE_COUNTS } from '../shared/fieldWords';
import { EmbedLines, Lines } from './fields';
import { PartFrame } from './PartFrame';
import { courseHint, embed } from './rules';
import { usePart } from './usePart';
import { Words } from './views';

/** The course in words, and its two or three maps. */
export function CourseSection() {
  const part = usePart('course');
  const { race, draft } = part;
  // Asked for a third map, or has one.
  const [asked, setAsked] = useState(false);
  // What was in the third one when it was put away, since a press must not cost a word.
  const [third, setThird] = useState('');
  const three = asked || draft.Course3.trim() !== '';
  const frames = [race.Course1, race.Course2, race.Course3]
    .map((pasted) => embed('Course', pasted))
    .filter((frame) => frame !== undefined);
  return (
    <PartFrame
      alone
      part={part}
      view={
        <div className="flex flex-col gap-6">
          <Words text={race.CourseDescription} />
          {frames.length === 0 ? (
            <EmptyState title="No course maps yet" />
          ) : (
            <div className="grid gap-6 xl:grid-cols-2">
              {frames.map((frame) => (
                <Frame key={frame.url} source={frame} height={300} />
              ))}
            </div>
          )}
        </div>
      }
      edit={
        <>
          <Lines name="CourseDescription" label="Course description" />
          <div className="flex flex-col items-start gap-2">
            <span className="label text-sm" aria-hidden="true">
              Number of courses
            </span>
            <Segmented
              label="Number of courses"
              options={COURSE_COUNTS}
              value={three ? '3' : '2'}
              onChange={(count) => {
                setAsked(count === '3');
                if (count === '2') setThird(draft.Course3);
                part.set({ Course3: count === '2' ? '' : draft.Course3 || third });
              }}
            />
          </div>
          <EmbedLines name="Course1" kind="Course" label="Course map 1" hint={courseHint(1, race.DistanceStartTimes)} />
          <EmbedLines name="Course2" kind="Course" label="Course map 2" hint={courseHint(2, race.DistanceStartTimes)} />
          {three && (
            <EmbedLines
              name="Course3"
              kind="Course"
              label="Course map 3"
              hint={courseHint(3, race.DistanceStartTimes)}
            />
          )}
        </>
      }
    />
  );
}
