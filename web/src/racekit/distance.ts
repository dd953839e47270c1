/** The colours of the distances. A colour is never shown without the distance's name (VISUAL.md). */
import { core, type DistanceTone as Tone } from '@/core';

export type { Tone };

/** The classes of each tone as a background, written out so that Tailwind finds them. */
export const toneFill: Record<Tone, string> = {
  d5k: 'bg-d5k text-on-fill',
  d10k: 'bg-d10k text-on-fill',
  dhalf: 'bg-dhalf text-on-fill',
  dtri: 'bg-dtri text-on-fill',
  ink: 'bg-ink text-page',
};

/** The classes of each tone as a text colour. */
export const toneText: Record<Tone, string> = {
  d5k: 'text-d5k',
  d10k: 'text-d10k',
  dhalf: 'text-dhalf',
  dtri: 'text-dtri',
  ink: 'text-ink',
};

/** The tone of one distance, determined by its name; `ink` for an unknown one. */
export function distanceTone(name: string): Tone {
  return core().raceTone([name]);
}

/** The tone of a race: that of its greatest distance. */
export function raceTone(names: readonly string[]): Tone {
  return core().raceTone([...names]);
}
