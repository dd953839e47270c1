/** The race as its page would show it: the same sections in the same order, from the race that the core makes of the form. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Image, Race } from '@/core';
import {
  Button,
  buttonStyle,
  Distances,
  EmptyState,
  Frame,
  Notice,
  Picture,
  Prose,
  RaceBib,
  type RailSection,
  RegisterButton,
  SectionRail,
  Stamp,
} from '@/ui';
import { locationFrame, madeRace, mediaParts, registration, sectionsOf } from './rules';
import { toForm, type Values } from './values';

/** The preview of the form's values as they are now. */
export function Preview({ values }: { values: Values }) {
  const race = usePreviewRace(values);
  if (!race) return null;
  return (
    <div className="flex flex-col gap-12">
      <Head race={race} />
      <SectionRail label="Sections of the page" sections={parts(race)} />
    </div>
  );
}

/** The race of the form, its pictures by addresses that live as long as the preview. */
function usePreviewRace(values: Values): Race | undefined {
  const [race, setRace] = useState<Race>();
  useEffect(() => {
    const made: string[] = [];
    const image = (file: File | null): Image | undefined => {
      if (!file) return undefined;
      const url = URL.createObjectURL(file);
      made.push(url);
      return { contentType: file.type, url };
    };
    const { raceLogo, medal, shirt, medals3, acrylic } = values.pictures;
    const plain = madeRace(toForm(values));
    setRace({
      ...plain,
      ...known('RaceLogo', image(raceLogo)),
      ...known('MedalImage', image(medal)),
      ...known('ShirtImage', image(shirt)),
      ...known('Medals3Image', image(medals3)),
      ...known('AcrylicImage', image(acrylic)),
      CommunityPartners: {
        ...plain.CommunityPartners,
        Partners: plain.CommunityPartners.Partners.map((partner, at) => ({
          ...partner,
          ...known('Image', image(values.CommunityPartnersData[at]?.image ?? null)),
        })),
      },
      MemImages: values.memories.map((file, at) => ({
        imageId: String(at),
        ...(image(file) ?? { contentType: file.type }),
      })),
    });
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [values]);
  return race;
}

/** A field only where it is known: the core tells a missing one from an empty one. */
function known<Name extends string>(name: Name, image: Image | undefined): { [key in Name]?: Image } {
  return (image ? { [name]: image } : {}) as { [key in Name]?: Image };
}

function Head({ race }: { race: Race }) {
  const state = registration(race);
  const canceled = race.isCanceled === 'True';
  return (
    <header className="grid items-center gap-8 desk:grid-cols-2">
      <RaceBib
        race={{ ...race, Race: race.Race || 'Your race' }}
        photo
        void={canceled}
        {...(canceled ? { stamp: <Stamp tone="live">{state.label}</Stamp> } : {})}
      />
      <div className="flex flex-col items-start gap-4">
        <h2 className="display text-3xl">{race.Race || 'Your race'}</h2>
        <p className="text-lg">{race.Date ? `${race.Day}, ${race.Date}` : 'Date to be announced'}</p>
        <Distances rows={race.DistanceStartTimes.filter((row) => row.distance.trim() !== '')} />
        <RegisterButton race={race} size="lg" />
      </div>
    </header>
  );
}

function parts(race: Race): RailSection[] {
  const location = locationFrame(race.Coordinates, race.StringAddress);
  const shown = sectionsOf(race);
  const media = mediaParts(race);
  const all: (RailSection | false)[] = [
    {
      id: 'preview-location',
      title: 'Location & Information',
      open: true,
      content: (
        <Stack>
          <Words text={race.About} />
          {shown.militaryBase && (
            <Notice tone="info" title={shown.militaryBase.base}>
              {shown.militaryBase.deadline && <p>{shown.militaryBase.deadline}</p>}
              {shown.militaryBase.form && <p className="break-all">{shown.militaryBase.form}</p>}
            </Notice>
          )}
          {race.StringAddress && <p className="label">{race.StringAddress}</p>}
          {location && <Frame source={location} height={400} />}
        </Stack>
      ),
    },
    {
      id: 'preview-details',
      title: 'Race Details',
      content: (
        <Stack>
          <Titled title="Packet pick-up" text={race.PacketPickUp} />
          <List title="Amenities" items={race.Amenities} />
          <Titled title="Timing" text={race.Timing} />
          <Titled title="More information" text={race.MoreInfo} />
        </Stack>
      ),
    },
    {
      id: 'preview-course',
      title: 'The Course',
      content: (
        <Stack>
          <Words text={race.CourseDescription} />
          {shown.courses.map((frame) => (
            <Frame key={frame.url} source={frame} height={400} />
          ))}
        </Stack>
      ),
    },
    {
      id: 'preview-awards',
      title: 'Awards & Prizes',
      content: (
        <Stack>
          <Words text={race.AwardText} />
          <ul className={`grid grid-cols-2 gap-4 ${shown.fourPrizes ? 'desk:grid-cols-4' : 'desk:grid-cols-3'}`}>
            {shown.prizes.map((prize) => (
              <li key={prize.kind}>
                <Picture
                  eager
                  image={prize.image}
                  alt={prize.label}
                  className="aspect-square w-full rounded-control border border-rule bg-card object-contain"
                />
              </li>
            ))}
          </ul>
        </Stack>
      ),
    },
    shown.partners !== undefined && {
      id: 'preview-partners',
      title: 'Community Partners',
      content: (
        <Stack>
          {shown.partners.empty ? (
            <EmptyState title={shown.partners.empty} />
          ) : (
            <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              {shown.partners.logos.map((logo) => (
                <li key={logo.image.url}>
                  <Picture eager image={logo.image} alt={logo.label} className="aspect-[3/2] w-full object-contain" />
                </li>
              ))}
            </ul>
          )}
          {/* As they will look; they lead away, so here they lead nowhere. */}
          <p className="flex flex-wrap gap-3">
            {shown.partners.buttons.map((button) => (
              <span key={button.label} className={buttonStyle()} {...(button.href ? {} : { 'data-disabled': true })}>
                {button.label}
              </span>
            ))}
          </p>
        </Stack>
      ),
    },
    { id: 'preview-training', title: 'Training', content: <Words text={race.Training} /> },
    { id: 'preview-rules', title: 'Race Rules', content: <List items={race.Rules} /> },
    { id: 'preview-safety', title: 'Safety Information', content: <Words text={race.Safety} /> },
    shown.accommodation !== undefined && {
      id: 'preview-stay',
      title: 'Accommodation Information',
      content: <Words text={shown.accommodation} />,
    },
    { id: 'preview-refund', title: 'Refund Policy', content: <Words text={race.Refund} /> },
    { id: 'preview-memories', title: 'Memories', content: <Carousel images={race.MemImages} /> },
    {
      id: 'preview-media',
      title: 'Race Media & Content',
      content: (
        <Stack>
          {media.map((part) =>
            part.frame ? (
              <Frame key={part.kind} source={part.frame} height={400} />
            ) : (
              <EmptyState key={part.kind} title={part.missing} />
            ),
          )}
        </Stack>
      ),
    },
  ];
  return all.filter((one) => one !== false);
}

function Stack({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-6">{children}</div>;
}

function Words({ text }: { text: string }) {
  return text.trim() === '' ? <p className="text-ink-3">Nothing written yet.</p> : <Prose text={text} />;
}

function Titled({ title, text }: { title: string; text: string }) {
  if (text.trim() === '') return null;
  return (
    <div>
      <h3 className="label mb-1">{title}</h3>
      <Prose text={text} />
    </div>
  );
}

function List({ title, items }: { title?: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      {title && <h3 className="label mb-1">{title}</h3>}
      <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6 marker:text-line">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shown as they stand; entries may be alike.
          <li key={`${at}-${item}`}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/** The gallery, wrapping around at both ends. */
function Carousel({ images }: { images: readonly Image[] }) {
  const [at, setAt] = useState(0);
  const image = images[at];
  if (!image) return <p className="text-ink-3">No images selected.</p>;
  const step = (by: number) => setAt((at + by + images.length) % images.length);
  return (
    <section aria-label="Memories" aria-roledescription="carousel" className="flex max-w-3xl flex-col gap-3">
      <Picture
        eager
        image={image}
        alt={`Memory ${at + 1} of ${images.length}`}
        className="aspect-[3/2] w-full rounded-control object-cover"
      />
      <div className="flex items-center gap-3">
        <Button icon aria-label="Previous picture" onPress={() => step(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <Button icon aria-label="Next picture" onPress={() => step(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
        <span className="tabular text-ink-2" aria-live="polite">
          {at + 1} of {images.length}
        </span>
      </div>
    </section>
  );
}
