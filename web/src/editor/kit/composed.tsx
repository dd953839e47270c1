/** Fields that consist of several inputs and are used by both editors. */
import { useState } from 'react';
import type { Flag, Partner, Race, RuleSettings } from '@/core';
import { Button, Segmented } from '@/ui';
import { Field, IfFlag } from './Field';
import { type Draft, useForm, useFormState, useValue } from './form';
import { FieldAnchor, FlagSwitch, LinkLine, TextLines } from './inputs';
import { List, TextList } from './List';
import { RecordPicture } from './Picture';
import { courseHint, courseTitle, fieldNamed, hasOwnRules, updatedRules, usualRules } from './rules';

/** CSS classes for two fields next to each other, where there is room. */
export const TWO = 'grid grid-cols-1 gap-6 sm:grid-cols-2';

/** The fields for a race on a military base; all but the switch are shown only when it is on. */
export function MilitaryFields() {
  return (
    <>
      <Field name="MilitaryBase" />
      <IfFlag flag="MilitaryBase">
        <div className={`${TWO} border-l-4 border-rule pl-4 sm:pl-6`}>
          <Field name="MilitaryBaseName" />
          <Field name="MilitaryBaseDeadline" />
          <Field name="MilitaryBaseFormLink" className="sm:col-span-2" />
        </div>
      </IfFlag>
    </>
  );
}

/** Two or three course maps (SPEC §5), with a preview of this height in pixels if given. */
export function CourseMaps({ preview }: { preview?: number }) {
  const form = useForm();
  const rows = useValue('DistanceStartTimes');
  const three = useFormState(({ draft }) => (draft.NumberOfCourses ?? (draft.Course3.trim() ? 3 : 2)) === 3);
  // The content of the third map when it was removed: it is restored when the third map is shown again. A new race's draft keeps it
  // itself, also across a reload, since a form with two maps is sent without the third. A saved race has no number of maps of its
  // own: its third map is removed by a blank text.
  const [third, setThird] = useState('');
  const choose = (count: string) => {
    const { Course3 } = form.draft;
    if (count === '2') setThird(Course3);
    const removed = count === '2' && form.adapter.saved !== undefined;
    form.set({ NumberOfCourses: Number(count), Course3: removed ? '' : Course3 || third });
  };
  const map = (number: number) => ({
    hint: courseHint(number, rows),
    ...(preview ? { preview, previewTitle: courseTitle(number, rows) } : {}),
  });
  return (
    <>
      <FieldAnchor field="NumberOfCourses" className="flex flex-col items-start gap-2">
        <span className="label text-sm" aria-hidden="true">
          Number of courses
        </span>
        <Segmented label="Number of courses" options={COUNTS} value={three ? '3' : '2'} onChange={choose} />
      </FieldAnchor>
      <Field name="Course1" {...map(1)} />
      <Field name="Course2" {...map(2)} />
      {three && <Field name="Course3" {...map(3)} />}
    </>
  );
}

const COUNTS = [
  { id: '2', label: '2' },
  { id: '3', label: '3' },
] as const;

const settingsOf = ({ requireID, noCoaches, AgeRequirement }: Draft): RuleSettings => ({
  requireID,
  noCoaches,
  AgeRequirement,
});

/** The change of the rules that follows from a change of their settings. */
const withRules = (draft: Draft, changes: Partial<Draft>): Partial<Draft> => ({
  Rules: updatedRules(draft.Rules, settingsOf(draft), settingsOf({ ...draft, ...changes })),
});

/** The rules, and the settings from which the usual rules are generated. */
export function RuleFields({ title, hideTitle = false }: { title: string; hideTitle?: boolean }) {
  return (
    <>
      <div className="flex flex-col gap-4">
        <Field name="requireID" alsoChange={withRules} />
        <Field name="noCoaches" alsoChange={withRules} />
        <Field name="AgeRequirement" alsoChange={withRules} />
      </div>
      <TextList name="Rules" label={title} hideTitle={hideTitle} />
      <UsualRules />
    </>
  );
}

/** A button that replaces the rules by the usual ones, and one that restores the user's own. */
function UsualRules() {
  const form = useForm();
  const none = useFormState(({ draft }) => draft.Rules.length === 0);
  const [own, setOwn] = useState<string[]>();
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        size="sm"
        tone="quiet"
        onPress={() => {
          const { Rules } = form.draft;
          const settings = settingsOf(form.draft);
          setOwn(hasOwnRules(Rules, settings) ? Rules : undefined);
          form.set({ Rules: usualRules(settings) });
        }}
      >
        {none ? 'Write the usual rules' : 'Write the usual rules again'}
      </Button>
      {own && (
        <Button
          size="sm"
          onPress={() => {
            form.set({ Rules: own });
            setOwn(undefined);
          }}
        >
          Bring back my own rules
        </Button>
      )}
    </div>
  );
}

/** A button of the race page: its switch, and its link while it is on (SPEC §5). Switching it off keeps the link. */
export function ButtonFields({
  name,
  label,
  linkLabel,
}: {
  name: 'DonateButton' | 'VolunteerButton' | 'SponsorButton';
  label: string;
  linkLabel: string;
}) {
  const form = useForm();
  const { Enabled = 'False' as Flag, Link = '' } = useValue(name)[0] ?? {};
  const [, link = name] = fieldNamed(name).names;
  const set = (change: { Enabled?: Flag; Link?: string }) => form.set({ [name]: [{ Enabled, Link, ...change }] });
  return (
    <div className="flex flex-col gap-3">
      <FlagSwitch value={Enabled} onChange={(on) => set({ Enabled: on })}>
        {label}
      </FlagSwitch>
      {Enabled === 'True' && (
        <LinkLine name={link} label={linkLabel} value={Link} onChange={(text) => set({ Link: text })} />
      )}
    </div>
  );
}

/** The accommodation text, and the switch whether the page shows it. */
export function AccommodationFields({
  label,
  title,
  ...words
}: {
  label: string;
  title: string;
  hint?: string;
  rows?: number;
}) {
  const form = useForm();
  const { Enabled = 'False' as Flag, Description = '' } = useValue('Accommodation')[0] ?? {};
  const set = (change: Partial<Race['Accommodation'][number]>) =>
    form.set({ Accommodation: [{ Enabled, Description, ...change }] });
  return (
    <>
      <FlagSwitch value={Enabled} onChange={(on) => set({ Enabled: on })}>
        {label}
      </FlagSwitch>
      <TextLines
        name="Accommodation.0.Description"
        label={title}
        {...words}
        value={Description}
        onChange={(text) => set({ Description: text })}
      />
    </>
  );
}

/** The sponsors: the switch whether the page shows them, and a link and a logo for each, in the order of the page. */
export function PartnerFields({ label }: { label: string }) {
  const form = useForm();
  const enabled = useFormState(({ draft }) => draft.CommunityPartners.Enabled);
  return (
    <>
      <FlagSwitch
        value={enabled}
        onChange={(Enabled) => form.set({ CommunityPartners: { ...form.draft.CommunityPartners, Enabled } })}
      >
        {label}
      </FlagSwitch>
      <List<Partner>
        name="CommunityPartners"
        problemName="CommunityPartnersData"
        title="Partners"
        item={fieldNamed('CommunityPartners').item}
        of={(draft) => draft.CommunityPartners.Partners}
        put={withPartners}
        createRow={() => ({ Link: '' })}
      >
        {(at) => <PartnerRow at={at} />}
      </List>
    </>
  );
}

const withPartners = (Partners: Partner[], { CommunityPartners }: Draft): Partial<Draft> => ({
  CommunityPartners: { ...CommunityPartners, Partners },
});

function PartnerRow({ at }: { at: number }) {
  const form = useForm();
  const partner = useFormState(({ draft }) => draft.CommunityPartners.Partners[at]);
  const { Image: image, ...rest } = partner ?? { Link: '' };
  const put = (next: Partner) =>
    form.set(withPartners(form.draft.CommunityPartners.Partners.with(at, next), form.draft));
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[16rem_minmax(0,1fr)]">
      <RecordPicture
        name="communityPartnerImages"
        problemName={`communityPartnerImages.${at}`}
        label={`Logo of partner ${at + 1}`}
        use="logo"
        image={image}
        onChange={(next) => put(next ? { ...rest, Image: next } : rest)}
      />
      <LinkLine
        name={`CommunityPartnersData.${at}.Link`}
        label={`Link of partner ${at + 1}`}
        hint={image ? '' : 'Without a logo it is kept, but not shown on the page.'}
        value={rest.Link}
        onChange={(Link) => put({ ...(image ? { Image: image } : {}), Link })}
      />
    </div>
  );
}
