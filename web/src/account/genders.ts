/** The genders under which results are listed, as they are chosen in forms. */
export const GENDERS = [
  { id: 'f', label: 'Women' },
  { id: 'm', label: 'Men' },
  { id: 'a', label: 'Non-Binary' },
];
