/** The form's sections in their order (SPEC §2), which fields belong to each, and when one is done. */

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
  /** The fields of which one is enough for the section to be done, or where `all` says so every one. */
  done: readonly string[];
  all?: true;
}

/** All of them, as they stand on the page. */
export const SECTIONS: readonly SectionInfo[] = [
  {
    id: 'card',
    title: 'Race card',
    fields: ['Distance', 'CardLocation', 'Info', 'raceLogo'],
    done: ['CardLocation', 'Info', 'raceLogo'],
  },
  {
    id: 'schedule',
    title: 'Name and schedule',
    fields: ['Race', 'Date', 'TimeZone', 'DistanceStartTimes', 'MaxCapacity', 'isCanceled', 'isHidden', 'Link'],
    done: ['Race', 'Date'],
    all: true,
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
    done: ['About', 'StringAddress', 'Coordinates'],
  },
  {
    id: 'course',
    title: 'The course',
    fields: ['CourseDescription', 'NumberOfCourses', 'Course1', 'Course2', 'Course3'],
    done: ['CourseDescription', 'Course1', 'Course2'],
  },
  {
    id: 'details',
    title: 'Race details and amenities',
    fields: ['PacketPickUp', 'Timing', 'MoreInfo', 'Amenities'],
    done: ['PacketPickUp', 'Timing', 'MoreInfo', 'Amenities'],
  },
  {
    id: 'rules',
    title: 'Race rules',
    fields: ['requireID', 'noCoaches', 'AgeRequirement', 'Rules'],
    done: ['requireID', 'noCoaches', 'AgeRequirement', 'Rules'],
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
    done: ['CommunityPartnersEnabled', 'DonateButtonEnabled', 'VolunteerButtonEnabled', 'SponsorButtonEnabled'],
  },
  {
    id: 'policies',
    title: 'Training, safety and refunds',
    fields: ['Training', 'Safety', 'AccommodationEnabled', 'Accommodation', 'Refund'],
    done: ['Training', 'Safety', 'AccommodationEnabled', 'Refund'],
  },
  {
    id: 'awards',
    title: 'Awards and prizes',
    fields: ['AwardText', 'medal', 'shirt', 'medals3', 'acrylic'],
    done: ['AwardText', 'medal', 'shirt', 'medals3', 'acrylic'],
  },
  { id: 'memories', title: 'Memories', fields: ['memImages'], done: ['memImages'] },
  {
    id: 'media',
    title: 'Race media',
    fields: ['RaceMap', 'YoutubeLink', 'SmugMugEmbed'],
    done: ['RaceMap', 'YoutubeLink', 'SmugMugEmbed'],
  },
];

/** The section in which a field stands; `Rules.3` stands with `Rules`. */
export function sectionOf(field: string): SectionId | undefined {
  const name = field.split('.')[0] ?? field;
  return SECTIONS.find((section) => section.fields.includes(name))?.id;
}
