import { useRacePhase } from '@/api';
import type { Frame as FrameType, Race } from '@/core';
import { EmptyState, Frame, Prose } from '@/ui';

/** The description of the course and its maps. */
export function Course({ race, frames }: { race: Race; frames: readonly FrameType[] }) {
  const phase = useRacePhase(race);
  return (
    <div className="flex flex-col gap-8">
      {race.CourseDescription.trim() && <Prose text={race.CourseDescription} />}
      {frames.length > 0 ? (
        <div className={`grid gap-8 ${frames.length > 1 ? 'xl:grid-cols-2' : ''}`}>
          {frames.map((frame, index) => (
            <Frame
              key={frame.url}
              source={frame}
              // Of three maps the first spans both columns, so that no row is half empty.
              className={frames.length === 3 && index === 0 ? 'xl:col-span-2' : ''}
            />
          ))}
        </div>
      ) : (
        <EmptyState title={phase.past ? 'No course map' : 'Course map coming soon'}>
          {phase.past ? `${phase.title}, and no map of it was kept.` : 'The route is drawn once its permits are in.'}
        </EmptyState>
      )}
    </div>
  );
}
