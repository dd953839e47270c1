/** What stands in each section of the form, in the order of SPEC §2. */
import { type ReactNode, useMemo } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { Flag } from '@/core';
import { Button, NumberField, Segmented } from '@/ui';
import { ADDRESS, COORDINATES, COURSE_COUNTS, LIVE_STREAM, PHOTO_GALLERY } from '../shared/fieldWords';
import { CardPreview } from './CardPreview';
import { Choice, DateLine, EmbedLines, Line, Lines, LinkLine, Memories, Picture, Toggle, When } from './controls';
import { DistanceRows, Partners, TextList, useNoRules, useUsualRules } from './lists';
import { useProblem, useProblemStore } from './problems';
import { courseHint, joinDistances, pathTyped, timeZones, visibilityWords } from './rules';
import type { SectionId } from './sections';
import type { Values } from './values';

const two = 'grid grid-cols-1 gap-6 sm:grid-cols-2';

function Card() {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <CardPreview />
      <div className="flex flex-col gap-6">
        <Distance />
        <Line name="CardLocation" label="Location" placeholder="Brooklyn, NY" />
        <Line
          name="Info"
          label="Website path"
          hint="Where the card's Info button leads."
          placeholder="/race/Name"
          meant={pathTyped}
        />
        <Picture
          name="raceLogo"
          label="Race image"
          hint="Recommended size 1200 × 800. Without one, the bib is the picture."
          fit="photo"
        />
      </div>
    </div>
  );
}

/** The distances as the card names them: those of the rows, once a row has a name (SPEC §5). */
function Distance() {
  const rows = useWatch<Values, 'DistanceStartTimes'>({ name: 'DistanceStartTimes' });
  const follows = joinDistances(rows) !== '';
  return (
    <Line
      name="Distance"
      label="Distance"
      hint={
        follows ? 'The names of the distances under Name and schedule.' : 'On the card while no distance has a name.'
      }
      isReadOnly={follows}
    />
  );
}

function Schedule() {
  const zones = useMemo(zoneOptions, []);
  return (
    <>
      <Line name="Race" label="Race name" hint="The page's address is made from it." />
      <div className={two}>
        <DateLine name="Date" label="Date" />
        <Choice name="TimeZone" label="Time zone" options={zones} />
      </div>
      <DistanceRows />
      <LinkLine name="Link" label="Registration link" />
      <div className="flex flex-col gap-2">
        <Toggle name="MaxCapacity">Race is at max capacity</Toggle>
        <Toggle name="isCanceled">Race is canceled</Toggle>
        <Toggle name="isHidden">{visibilityWords().createHidden}</Toggle>
        <p className="text-sm text-ink-2">{visibilityWords().createHiddenText}</p>
      </div>
    </>
  );
}

/** `Eastern Time (America/New York)`. */
function zoneOptions() {
  return timeZones().map((id) => {
    const part = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longGeneric' })
      .formatToParts()
      .find((one) => one.type === 'timeZoneName');
    const name = id.replaceAll('_', ' ');
    return { id, label: part && part.value !== id ? `${part.value} (${name})` : name };
  });
}

function Location() {
  return (
    <>
      <Lines name="About" label="About" rows={6} />
      <div className={two}>
        <Line name="StringAddress" {...ADDRESS} />
        <Line name="Coordinates" {...COORDINATES} />
      </div>
      <div className="flex flex-col gap-6">
        <Toggle name="MilitaryBase">The race is on a military base</Toggle>
        <When flag="MilitaryBase">
          <div className={`${two} border-l-4 border-rule pl-4 sm:pl-6`}>
            <Line name="MilitaryBaseName" label="Name of the base" />
            <Line name="MilitaryBaseDeadline" label="Deadline for the form" placeholder="May 1" />
            <LinkLine name="MilitaryBaseFormLink" label="Link to the form" className="sm:col-span-2" />
          </div>
        </When>
      </div>
    </>
  );
}

function Course() {
  const { field } = useController<Values, 'NumberOfCourses'>({ name: 'NumberOfCourses' });
  const rows = useWatch<Values, 'DistanceStartTimes'>({ name: 'DistanceStartTimes' });
  return (
    <>
      <Lines name="CourseDescription" label="Course description" rows={5} />
      <div data-field="NumberOfCourses" className="flex flex-col items-start gap-2">
        <span className="label text-sm" aria-hidden="true">
          Number of courses
        </span>
        <Segmented
          label="Number of courses"
          options={COURSE_COUNTS}
          value={field.value === 3 ? '3' : '2'}
          onChange={(id) => field.onChange(Number(id))}
        />
      </div>
      <EmbedLines name="Course1" kind="Course" label="Course map 1" hint={courseHint(1, rows)} />
      <EmbedLines name="Course2" kind="Course" label="Course map 2" hint={courseHint(2, rows)} />
      {field.value === 3 && <EmbedLines name="Course3" kind="Course" label="Course map 3" hint={courseHint(3, rows)} />}
    </>
  );
}

function Details() {
  return (
    <>
      <Lines name="PacketPickUp" label="Packet pick-up" />
      <Lines name="Timing" label="Timing" />
      <Lines name="MoreInfo" label="More information" />
      <TextList name="Amenities" title="Amenities" item="Amenity" />
    </>
  );
}

function Rules() {
  const rules = useUsualRules();
  const none = useNoRules();
  const flip = (on: boolean): Flag => (on ? 'False' : 'True');
  return (
    <>
      <div className="flex flex-col gap-4">
        <Toggle name="requireID" onToggle={(on) => rules.changed({ requireID: flip(on) })}>
          A photo ID is required at packet pick-up
        </Toggle>
        <Toggle name="noCoaches" onToggle={(on) => rules.changed({ noCoaches: flip(on) })}>
          No coaches or pacers on the course
        </Toggle>
        <Age onChanged={(before) => rules.changed({ AgeRequirement: before })} />
      </div>
      <TextList name="Rules" title="Rules" item="Rule" />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" tone="quiet" onPress={rules.write}>
          {none ? 'Write the usual rules' : 'Write the usual rules again'}
        </Button>
        {rules.undo && (
          <Button size="sm" onPress={rules.undo}>
            Bring back my own rules
          </Button>
        )}
      </div>
    </>
  );
}

function Age({ onChanged }: { onChanged: (before: number) => void }) {
  const { field } = useController<Values, 'AgeRequirement'>({ name: 'AgeRequirement' });
  const store = useProblemStore();
  const error = useProblem('AgeRequirement');
  return (
    <div data-field="AgeRequirement">
      <NumberField
        label="Youngest age in years"
        hint="0 lets everyone run."
        className="max-w-56"
        minValue={0}
        value={field.value}
        error={error}
        onBlur={() => store.touch('AgeRequirement')}
        onChange={(age) => {
          const before = field.value;
          field.onChange(Number.isNaN(age) ? 0 : age);
          onChanged(before);
        }}
      />
    </div>
  );
}

function PartnersSection() {
  return (
    <>
      <Toggle name="CommunityPartnersEnabled">Show community partners and sponsors on the page</Toggle>
      <Partners />
      <fieldset className="flex flex-col gap-4">
        <legend className="label mb-2 text-base">Buttons</legend>
        <Toggle name="DonateButtonEnabled">Donate button</Toggle>
        <When flag="DonateButtonEnabled">
          <LinkLine name="DonateLink" label="Donate link" />
        </When>
        <Toggle name="VolunteerButtonEnabled">Volunteer button</Toggle>
        <When flag="VolunteerButtonEnabled">
          <LinkLine name="VolunteerLink" label="Volunteer link" />
        </When>
        <Toggle name="SponsorButtonEnabled">Become a Sponsor button</Toggle>
        <When flag="SponsorButtonEnabled">
          <LinkLine name="SponsorLink" label="Sponsor link" />
        </When>
      </fieldset>
    </>
  );
}

function Policies() {
  const { setValue } = useFormContext<Values>();
  return (
    <>
      <Lines name="Training" label="Training" />
      <Lines name="Safety" label="Safety information" />
      <div className="flex flex-col gap-4">
        <Toggle
          name="AccommodationEnabled"
          // The list's own flag says the same (SPEC §4).
          onToggle={(on) => setValue('Accommodation.0.Enabled', on ? 'True' : 'False')}
        >
          Show accommodation information
        </Toggle>
        <Lines
          name="Accommodation.0.Description"
          label="Accommodation information"
          hint="Shown on the page only when switched on."
        />
      </div>
      <Lines name="Refund" label="Refund policy" />
    </>
  );
}

function Awards() {
  return (
    <>
      <Lines name="AwardText" label="Award text" />
      <div className={two}>
        <Picture name="medal" label="Medal" />
        <Picture name="shirt" label="Shirt" />
        <Picture name="medals3" label="Age-group medals" />
        <Picture name="acrylic" label="Acrylic award" hint="With it, the page shows four prizes." />
      </div>
    </>
  );
}

function Media() {
  return (
    <>
      <EmbedLines name="RaceMap" kind="RaceMap" label="Race map" hint="The live map and the media page show it." />
      <EmbedLines name="YoutubeLink" kind="Video" {...LIVE_STREAM} />
      <EmbedLines name="SmugMugEmbed" kind="Gallery" {...PHOTO_GALLERY} />
    </>
  );
}

/** The sections' contents. Made once: they never change as a whole, only their fields do. */
export const CONTENTS: Record<SectionId, ReactNode> = {
  card: <Card />,
  schedule: <Schedule />,
  location: <Location />,
  course: <Course />,
  details: <Details />,
  rules: <Rules />,
  partners: <PartnersSection />,
  policies: <Policies />,
  awards: <Awards />,
  memories: <Memories />,
  media: <Media />,
};
