/** The race as its page would show it: the same sections in the same order, from the race that the core makes of the form. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Race } from '@/core';
import {
  Bib,
  Button,
  distanceTone,
  EmptyState,
  Frame,
  fileKey,
  Notice,
  type RailSection,
  SectionRail,
  Stamp,
  toneText,
  useFileUrl,
} from '@/ui';
import { locationFrame, madeRace, readDate, registration } from './rules';
import { toForm, type Values } from './values';

/** The preview of the form's values as they are now. */
export function Preview({ values }: { values: Values }) {
  const race = madeRace(toForm(values));
  return (
    <div className="flex flex-col gap-12">
      <Head race={race} logo={values.pictures.raceLogo} />
      <SectionRail label="Sections of the page" sections={parts(race, values)} />
    </div>
  );
}

function Head({ race, logo }: { race: Race; logo: File | null }) {
  const photo = useFileUrl(logo);
  const rows = race.DistanceStartTimes.filter((row) => row.distance?.trim());
  const state = registration(race);
  const date = readDate(race.Date);
  return (
    <header className="grid items-center gap-8 desk:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      {photo ? (
        <img src={photo} alt="" className="aspect-[3/2] w-full rounded-bib object-cover" />
      ) : (
        <Bib
          name={race.Race || 'Your race'}
          numerals={date ? date.iso.slice(5).replace('-', '') : '––––'}
          distances={rows.map((row) => row.distance ?? '')}
          void={race.isCanceled === 'True'}
          stamp={race.isCanceled === 'True' ? <Stamp tone="live">{state.label}</Stamp> : undefined}
        />
      )}
      <div className="flex flex-col gap-4">
        <h2 className="display text-3xl">{race.Race || 'Your race'}</h2>
        <p className="text-lg">{date ? `${date.weekday}, ${date.text}` : 'Date to come'}</p>
        <ul className="flex flex-col gap-1">
          {rows.map((row) => (
            <li key={`${row.distance} ${row.startTime}`} className="flex gap-3">
              <span className={`label min-w-16 ${toneText[distanceTone(row.distance ?? '')]}`}>{row.distance}</span>
              <span className="tabular">{row.startTime}</span>
            </li>
          ))}
        </ul>
        <p>
          <span
            className={`label inline-flex min-h-14 items-center rounded-control px-8 text-lg ${state.disabled ? 'border border-rule bg-sunk text-ink-3' : 'bg-road text-road-ink'}`}
          >
            {state.label}
          </span>
          {state.tooltip && <span className="mt-2 block text-sm text-ink-2">{state.tooltip}</span>}
        </p>
      </div>
    </header>
  );
}

function parts(race: Race, values: Values): RailSection[] {
  const location = locationFrame(race.Coordinates, race.StringAddress);
  const courses = [race.Frames.Course1, race.Frames.Course2, race.Frames.Course3].filter(
    (frame) => frame !== undefined,
  );
  const media = [race.Frames.RaceMap, race.Frames.Youtube, race.Frames.SmugMug].filter((frame) => frame !== undefined);
  const prizes = [values.pictures.medal, values.pictures.shirt, values.pictures.medals3, values.pictures.acrylic];
  const stay = race.Accommodation[0];
  const all: (RailSection | false)[] = [
    {
      id: 'preview-location',
      title: 'Location & Information',
      open: true,
      content: (
        <Stack>
          <Words text={race.About} />
          {race.MilitaryBase === 'True' && (
            <Notice tone="info" title={race.MilitaryBaseName || 'Military base'}>
              {race.MilitaryBaseDeadline && <p>{race.MilitaryBaseDeadline}</p>}
              {race.MilitaryBaseFormLink && <p className="text-sm break-all text-ink-2">{race.MilitaryBaseFormLink}</p>}
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
          {courses.map((frame) => (
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
          <div
            className={`grid grid-cols-2 gap-4 ${values.pictures.acrylic ? 'desk:grid-cols-4' : 'desk:grid-cols-3'}`}
          >
            {prizes.map((file) => file && <Photo key={fileKey(file)} file={file} />)}
          </div>
        </Stack>
      ),
    },
    race.CommunityPartners.Enabled === 'True' && {
      id: 'preview-partners',
      title: 'Community Partners',
      content: <Partners race={race} values={values} />,
    },
    { id: 'preview-training', title: 'Training', content: <Words text={race.Training} /> },
    { id: 'preview-rules', title: 'Race Rules', content: <List items={race.Rules} /> },
    { id: 'preview-safety', title: 'Safety Information', content: <Words text={race.Safety} /> },
    stay?.Enabled === 'True' && {
      id: 'preview-stay',
      title: 'Accommodation Information',
      content: <Words text={stay.Description ?? ''} />,
    },
    { id: 'preview-refund', title: 'Refund Policy', content: <Words text={race.Refund} /> },
    { id: 'preview-memories', title: 'Memories', content: <Carousel files={values.memories} /> },
    media.length > 0 && {
      id: 'preview-media',
      title: 'Race Media & Content',
      content: (
        <Stack>
          {media.map((frame) => (
            <Frame key={frame.url} source={frame} height={400} />
          ))}
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
  if (text.trim() === '') return <p className="text-ink-3">Nothing written yet.</p>;
  return <p className="max-w-prose whitespace-pre-line">{text}</p>;
}

function Titled({ title, text }: { title: string; text: string }) {
  if (text.trim() === '') return null;
  return (
    <div>
      <h3 className="label mb-1">{title}</h3>
      <Words text={text} />
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

function Photo({ file, className = 'aspect-square w-full object-contain' }: { file: File; className?: string }) {
  const url = useFileUrl(file);
  return url ? <img src={url} alt="" className={`rounded-control border border-rule bg-card ${className}`} /> : null;
}

function Partners({ race, values }: { race: Race; values: Values }) {
  const logos = values.CommunityPartnersData.filter((row) => row.image !== null);
  const buttons = [
    { label: 'Donate', button: race.DonateButton[0] },
    { label: 'Volunteer', button: race.VolunteerButton[0] },
    { label: 'Become a Sponsor', button: race.SponsorButton[0] },
  ].filter(({ button }) => button?.Enabled === 'True');
  return (
    <Stack>
      {logos.length === 0 ? (
        <EmptyState title="Be The First To Sponsor This Race" />
      ) : (
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {logos.map((row) => row.image && <Photo key={fileKey(row.image)} file={row.image} />)}
        </div>
      )}
      <p className="flex flex-wrap gap-3">
        {buttons.map(({ label, button }) => (
          <span
            key={label}
            className={`label inline-flex min-h-11 items-center rounded-control border px-4 ${button?.Link ? 'border-control bg-card' : 'border-rule bg-sunk text-ink-3'}`}
          >
            {label}
          </span>
        ))}
      </p>
    </Stack>
  );
}

/** The gallery, wrapping around at both ends. */
function Carousel({ files }: { files: readonly File[] }) {
  const [at, setAt] = useState(0);
  const file = files[at];
  if (!file) return <p className="text-ink-3">No pictures chosen yet.</p>;
  const step = (by: number) => setAt((at + by + files.length) % files.length);
  return (
    <section aria-label="Memories" aria-roledescription="carousel" className="flex max-w-3xl flex-col gap-3">
      <Photo file={file} className="aspect-[3/2] w-full object-cover" />
      <div className="flex items-center gap-3">
        <Button icon aria-label="Previous picture" onPress={() => step(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <Button icon aria-label="Next picture" onPress={() => step(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
        <span className="tabular text-ink-2" aria-live="polite">
          {at + 1} of {files.length}
        </span>
      </div>
    </section>
  );
}
