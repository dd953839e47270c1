/** The content of each section of the form, in the order of SPEC §2. */
import type { ReactNode } from 'react';
import type { FormSection } from '@/core';
import { fileKey } from '@/ui';
import { ChosenPictures } from '../kit/ChosenPictures';
import { chosenFile, chosenImage, refusalOf } from '../kit/chosen';
import {
  AccommodationFields,
  ButtonFields,
  CourseMaps,
  MilitaryFields,
  PartnerFields,
  RuleFields,
  TWO,
} from '../kit/composed';
import { Field } from '../kit/Field';
import { useForm, useFormState, useValue } from '../kit/form';
import { FieldAnchor, FlagSwitch } from '../kit/inputs';
import { DistanceRows } from '../kit/List';
import { joinDistances, visibilityWords } from '../kit/rules';
import { CardPreview } from './CardPreview';

function Card() {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <CardPreview />
      <div className="flex flex-col gap-6">
        <Distance />
        <Field name="CardLocation" />
        <Field name="Info" hint="Where the card's Info button leads." />
        <Field name="RaceLogo" hint="Recommended size 1200 × 800. Without one, the bib is the picture." />
      </div>
    </div>
  );
}

/** The card's text for the distances. Read-only once a row has a name: then it is computed from the rows (SPEC §5). */
function Distance() {
  const computed = useFormState(({ draft }) => joinDistances(draft.DistanceStartTimes) !== '');
  return (
    <Field
      name="Distance"
      hint={
        computed ? 'The names of the distances under Name and Schedule.' : 'On the card while no distance has a name.'
      }
      isReadOnly={computed}
    />
  );
}

function Schedule() {
  const { createHidden, createHiddenText } = visibilityWords();
  return (
    <>
      <Field name="Race" />
      <div className={TWO}>
        <Field name="Date" />
        <Field name="TimeZone" />
      </div>
      <DistanceRows />
      <Field name="Link" />
      <div className="flex flex-col gap-2">
        <Field name="MaxCapacity" />
        <Field name="isCanceled" />
        <Hidden label={createHidden} />
        <p className="text-sm text-ink-2">{createHiddenText}</p>
      </div>
    </>
  );
}

/** The switch for a page that is hidden at first. Only Create Race has it: later, the Publish and Hide buttons change it. */
function Hidden({ label }: { label: string }) {
  const form = useForm();
  const value = useValue('isHidden');
  return (
    <FieldAnchor field="isHidden">
      <FlagSwitch name="isHidden" value={value} onChange={(isHidden) => form.set({ isHidden })}>
        {label}
      </FlagSwitch>
    </FieldAnchor>
  );
}

function Location() {
  return (
    <>
      <Field name="About" rows={6} />
      <div className={TWO}>
        <Field name="StringAddress" />
        <Field name="Coordinates" />
      </div>
      <div className="flex flex-col gap-6">
        <MilitaryFields />
      </div>
    </>
  );
}

function Course() {
  return (
    <>
      <Field name="CourseDescription" rows={5} />
      <CourseMaps />
    </>
  );
}

function Details() {
  return (
    <>
      <Field name="PacketPickUp" />
      <Field name="Timing" />
      <Field name="MoreInfo" />
      <Field name="Amenities" />
    </>
  );
}

function Partners() {
  return (
    <>
      <PartnerFields label="Show community partners and sponsors on the page" />
      <fieldset className="flex flex-col gap-4">
        <legend className="label mb-2 text-base">Buttons</legend>
        <ButtonFields name="DonateButton" label="Donate button" linkLabel="Donate link" />
        <ButtonFields name="VolunteerButton" label="Volunteer button" linkLabel="Volunteer link" />
        <ButtonFields name="SponsorButton" label="Become a Sponsor button" linkLabel="Sponsor link" />
      </fieldset>
    </>
  );
}

function Policies() {
  return (
    <>
      <Field name="Training" />
      <Field name="Safety" />
      <div className="flex flex-col gap-4">
        <AccommodationFields
          label="Show accommodation information"
          title="Accommodation information"
          hint="Shown on the page only when switched on."
        />
      </div>
      <Field name="Refund" />
    </>
  );
}

function Awards() {
  return (
    <>
      <Field name="AwardText" />
      <div className={TWO}>
        <Field name="MedalImage" />
        <Field name="ShirtImage" />
        <Field name="Medals3Image" />
        <Field name="AcrylicImage" />
      </div>
    </>
  );
}

function Memories() {
  const form = useForm();
  const images = useValue('MemImages');
  const files = images.map(chosenFile).filter((file) => file !== undefined);
  const count = files.filter((file) => refusalOf(file) === undefined).length;
  return (
    <FieldAnchor field="memImages">
      <ChosenPictures
        name="memImages"
        label="Pictures of past races"
        files={files}
        onChange={(chosen) =>
          form.set({ MemImages: chosen.map((file) => ({ imageId: fileKey(file), ...chosenImage(file) })) })
        }
      />
      <p aria-live="polite" className="mt-3 text-sm text-ink-2">
        {count === 0 ? 'No images selected' : `${count} ${count === 1 ? 'image' : 'images'} selected`}
      </p>
    </FieldAnchor>
  );
}

function Media() {
  return (
    <>
      <Field name="RaceMap" label="Race map" hint="The live map and the media page show it." />
      <Field name="YoutubeLink" />
      <Field name="SmugMugEmbed" />
      <Field name="LiveSites" />
    </>
  );
}

/** The sections' contents. The elements are created once, because only the fields in them change. */
export const CONTENTS: Record<FormSection, ReactNode> = {
  card: <Card />,
  schedule: <Schedule />,
  location: <Location />,
  course: <Course />,
  details: <Details />,
  rules: <RuleFields title="Rules" />,
  partners: <Partners />,
  policies: <Policies />,
  awards: <Awards />,
  memories: <Memories />,
  media: <Media />,
};
