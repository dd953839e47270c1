import { useRacePhase } from '@/api';
import { core } from '@/core';
import { EmptyState, Frame } from '@/ui';
import { Field } from '../kit/Field';
import { PartFrame } from './PartFrame';
import { embed } from './rules';
import { usePart } from './usePart';

/** The live map, the stream and the photos. For an empty one, it says what the media page shows instead. */
export function MediaSection() {
  const part = usePart('media');
  const { race } = part;
  const shown = core().mediaParts(race, useRacePhase(race).stage);
  const missingText = (kind: string) => shown.find((one) => one.kind === kind)?.missing;
  const pieces = [
    {
      kind: 'map',
      title: 'Course Map',
      missing: 'Course Map Not Added',
      frame: embed('RaceMap', race.RaceMap),
      height: 300,
    },
    {
      kind: 'stream',
      title: 'Live Stream',
      missing: 'Live Stream Not Added',
      frame: embed('Video', race.YoutubeLink),
      ratio: '16 / 9',
    },
    {
      kind: 'gallery',
      title: 'Photo Gallery',
      missing: 'Photo Gallery Not Added',
      frame: embed('Gallery', race.SmugMugEmbed),
      height: 400,
    },
  ];
  return (
    <PartFrame
      alone
      part={part}
      view={
        <div className="flex flex-col gap-8">
          {pieces.map(({ kind, title, missing, frame, ...size }) => (
            <div key={kind}>
              {frame ? (
                <>
                  <h3 className="label mb-2">{title}</h3>
                  <Frame key={frame.url} source={frame} {...size} />
                </>
              ) : (
                <EmptyState title={missing}>
                  Until something is there, the media page says “{missingText(kind)}”.
                </EmptyState>
              )}
            </div>
          ))}
        </div>
      }
      edit={
        <>
          <Field name="RaceMap" label="Course map" hint="An address, or the embed code of the map." preview={600} />
          <Field name="YoutubeLink" preview={300} />
          <Field name="SmugMugEmbed" preview={400} />
        </>
      }
    />
  );
}
