import { EmptyState, Frame } from '@/ui';
import { LIVE_STREAM, MAP_HINT, PHOTO_GALLERY } from '../shared/fieldWords';
import { EmbedLines } from './fields';
import { PartFrame } from './PartFrame';
import { embed } from './rules';
import { usePart } from './usePart';

/** The live map, the stream and the photos. What is empty is hidden on the page. */
export function MediaSection() {
  const part = usePart('media');
  const { race } = part;
  const pieces = [
    { title: 'Course Map', missing: 'Course Map Not Added', frame: embed('RaceMap', race.RaceMap), height: 300 },
    {
      title: 'Live Stream',
      missing: 'Live Stream Not Added',
      frame: embed('Video', race.YoutubeLink),
      ratio: '16 / 9',
    },
    {
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
          {pieces.map(({ title, missing, frame, ...size }) => (
            <div key={title}>
              {frame ? (
                <>
                  <h3 className="label mb-2">{title}</h3>
                  <Frame key={frame.url} source={frame} {...size} />
                </>
              ) : (
                <EmptyState title={missing}>The page hides this until something is there.</EmptyState>
              )}
            </div>
          ))}
        </div>
      }
      edit={
        <>
          <EmbedLines name="RaceMap" kind="RaceMap" label="Course map" hint={MAP_HINT} height={600} />
          <EmbedLines name="YoutubeLink" kind="Video" {...LIVE_STREAM} />
          <EmbedLines name="SmugMugEmbed" kind="Gallery" {...PHOTO_GALLERY} height={400} />
        </>
      }
    />
  );
}
