/** The colour that goes with a distance's word. Never shown without the word (VISUAL.md). */

/** A distance's tone: a token of the theme. */
export type Tone = 'd5k' | 'd10k' | 'dhalf' | 'dtri' | 'ink';

/** Classes of each tone, written out so that Tailwind finds them. */
export const toneFill: Record<Tone, string> = {
  d5k: 'bg-d5k text-on-fill',
  d10k: 'bg-d10k text-on-fill',
  dhalf: 'bg-dhalf text-on-fill',
  dtri: 'bg-dtri text-on-fill',
  ink: 'bg-ink text-page',
};

/** The same tones as text. */
export const toneText: Record<Tone, string> = {
  d5k: 'text-d5k',
  d10k: 'text-d10k',
  dhalf: 'text-dhalf',
  dtri: 'text-dtri',
  ink: 'text-ink',
};

/** The tone of one distance's name, by its look only; unknown ones are ink. */
export function distanceTone(name: string): Tone {
  const word = name.toLowerCase();
  if (/\btri|sprint|olympic|duathlon/.test(word)) return 'dtri';
  if (/half|13\.1|21\s?k/.test(word)) return 'dhalf';
  if (/10\s?k/.test(word)) return 'd10k';
  if (/5\s?k/.test(word)) return 'd5k';
  return 'ink';
}

const weight: Record<Tone, number> = { dtri: 4, dhalf: 3, d10k: 2, d5k: 1, ink: 0 };

/** The tone of a whole race: that of its greatest distance. */
export function raceTone(names: readonly string[]): Tone {
  return names.map(distanceTone).reduce<Tone>((best, one) => (weight[one] > weight[best] ? one : best), 'ink');
}
