import { useRacePhase } from '@/api';
import type { Frame as FrameSource } from '@/core';
import { EmptyState, Frame } from '@/ui';
import { Field } from '../kit/Field';
import { embed } from '../kit/rules';
import { CourseFiles } from './CourseFiles';
import { PartFrame } from './PartFrame';
import { editedMedia } from './rules';
import { usePart } from './usePart';

/** The live map, the stream and the photos, and the course files. For an empty part, it says what the media page shows instead. */
export function MediaSection() {
  const part = usePart('media');
  const { race } = part;
  const frames: Record<
    string,
    Omit<React.ComponentProps<typeof Frame>, 'source'> & { source: FrameSource | undefined }
  > = {
    map: { source: embed('RaceMap', race.RaceMap), height: 300 },
    stream: { source: embed('Video', race.YoutubeLink), ratio: '16 / 9' },
    gallery: { source: embed('Gallery', race.SmugMugEmbed), height: 400 },
  };
  const pieces = editedMedia(race, useRacePhase(race).stage);
  return (
    <div className="flex flex-col gap-4">
      <PartFrame
        alone
        part={part}
        view={
          <div className="flex flex-col gap-8">
            {pieces.map(({ kind, title, missing, explained }) => {
              const { source, ...size } = frames[kind] ?? {};
              return (
                <div key={kind}>
                  {source ? (
                    <>
                      <h3 className="label mb-2">{title}</h3>
                      <Frame key={source.url} source={source} {...size} />
                    </>
                  ) : (
                    <EmptyState title={missing}>{explained}</EmptyState>
                  )}
                </div>
              );
            })}
          </div>
        }
        edit={
          <>
            <Field name="RaceMap" label="Course map" hint="An address, or the embed code of the map." preview={600} />
            <Field name="YoutubeLink" preview={300} />
            <Field name="SmugMugEmbed" preview={400} />
            <Field name="LiveSites" />
          </>
        }
      />
      <CourseFiles />
    </div>
  );
}
