/** The form's sections in their order (SPEC §2), which fields belong to each, and when one has something in it. */
import type { Values } from './values';

/** A section's anchor. */
export type SectionId =
  | 'card'
  | 'schedule'
  | 'location'
  | 'course'
  | 'details'
  | 'rules'
  | 'partners'
  | 'policies'
  | 'awards'
  | 'memories'
  | 'media';

/** A section of the form. */
export interface SectionInfo {
  id: SectionId;
  title: string;
  /** The fields in it, by the names of the core and of the files. */
  fields: readonly string[];
  /** Whether something of its own is in it. */
  filled: (values: Values) => boolean;
}

const any = (...texts: readonly (string | number | File | null)[]) =>
  texts.some((text) => (typeof text === 'string' ? text.trim() !== '' : Boolean(text)));

/** All of them, as they stand on the page. */
export const SECTIONS: readonly SectionInfo[] = [
  {
    id: 'card',
    title: 'Race card',
    fields: ['Distance', 'CardLocation', 'Info', 'raceLogo'],
    filled: (v) => any(v.CardLocation, v.Info, v.pictures.raceLogo),
  },
  {
    id: 'schedule',
    title: 'Name and schedule',
    fields: ['Race', 'Date', 'TimeZone', 'DistanceStartTimes', 'MaxCapacity', 'isCanceled', 'isHidden', 'Link'],
    filled: (v) => any(v.Race) && any(v.Date),
  },
  {
    id: 'location',
    title: 'Location and information',
    fields: [
      'About',
      'StringAddress',
      'Coordinates',
      'MilitaryBase',
      'MilitaryBaseName',
      'MilitaryBaseDeadline',
      'MilitaryBaseFormLink',
    ],
    filled: (v) => any(v.About, v.StringAddress, v.Coordinates),
  },
  {
    id: 'course',
    title: 'The course',
    fields: ['CourseDescription', 'NumberOfCourses', 'Course1', 'Course2', 'Course3'],
    filled: (v) => any(v.CourseDescription, v.Course1, v.Course2),
  },
  {
    id: 'details',
    title: 'Race details and amenities',
    fields: ['PacketPickUp', 'Timing', 'MoreInfo', 'Amenities'],
    filled: (v) => any(v.PacketPickUp, v.Timing, v.MoreInfo) || v.Amenities.length > 0,
  },
  {
    id: 'rules',
    title: 'Race rules',
    fields: ['requireID', 'noCoaches', 'AgeRequirement', 'Rules'],
    filled: (v) => v.Rules.length > 0,
  },
  {
    id: 'partners',
    title: 'Community partners',
    fields: [
      'CommunityPartnersEnabled',
      'CommunityPartnersData',
      'communityPartnerImages',
      'DonateButtonEnabled',
      'DonateLink',
      'VolunteerButtonEnabled',
      'VolunteerLink',
      'SponsorButtonEnabled',
      'SponsorLink',
    ],
    filled: (v) => v.CommunityPartnersEnabled === 'True',
  },
  {
    id: 'policies',
    title: 'Training, safety and refunds',
    fields: ['Training', 'Safety', 'AccommodationEnabled', 'Accommodation', 'Refund'],
    filled: (v) => any(v.Training, v.Safety, v.Refund) || v.AccommodationEnabled === 'True',
  },
  {
    id: 'awards',
    title: 'Awards and prizes',
    fields: ['AwardText', 'medal', 'shirt', 'medals3', 'acrylic'],
    filled: (v) => any(v.AwardText, v.pictures.medal, v.pictures.shirt, v.pictures.medals3, v.pictures.acrylic),
  },
  { id: 'memories', title: 'Memories', fields: ['memImages'], filled: (v) => v.memories.length > 0 },
  {
    id: 'media',
    title: 'Race media',
    fields: ['RaceMap', 'YoutubeLink', 'SmugMugEmbed'],
    filled: (v) => any(v.RaceMap, v.YoutubeLink, v.SmugMugEmbed),
  },
];

/** The section in which a field stands; `Rules.3` stands with `Rules`. */
export function sectionOf(field: string): SectionId | undefined {
  const name = field.split('.')[0] ?? field;
  return SECTIONS.find((section) => section.fields.includes(name))?.id;
}
