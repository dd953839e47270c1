/** The colour that goes with a distance's word. Never shown without the word (VISUAL.md). */
import { core, type DistanceTone as Tone } from '@/core';

export type { Tone };

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
  return core().raceTone([name]);
}

/** The tone of a whole race: that of its greatest distance. */
export function raceTone(names: readonly string[]): Tone {
  return core().raceTone([...names]);
}
