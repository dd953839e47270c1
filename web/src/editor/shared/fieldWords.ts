/** What both editors say at the same field of a race. */

/** The address of the start. */
export const ADDRESS = {
  label: 'Address',
  hint: 'Places the map where there are no coordinates.',
  placeholder: 'Street, town, state',
};

/** The coordinates of the start. */
export const COORDINATES = {
  label: 'Coordinates',
  hint: 'Latitude and longitude; they go before the address.',
  placeholder: '40.8448, -73.8648',
};

/** At a map that is pasted. */
export const MAP_HINT = 'An address, or the embed code of the map.';

/** The film of the race. */
export const LIVE_STREAM = { label: 'Live stream', hint: 'The address of the video.' };

/** Its pictures. */
export const PHOTO_GALLERY = { label: 'Photo gallery', hint: 'An address, or the embed code of the gallery.' };

/** How many courses a race may have (SPEC §5), as choices. */
export const COURSE_COUNTS = [
  { id: '2', label: '2' },
  { id: '3', label: '3' },
] as const;
