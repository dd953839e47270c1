import { deskCore, type Race } from '@/core';

/** A race made by the core from an empty form, with what a test needs laid over it. */
export function aRace(over: Partial<Race> = {}): Race {
  return {
    ...deskCore().createRace(deskCore().createDefaults(), []),
    Race: 'Shore Half',
    Date: 'June 15, 2030',
    Day: 'Saturday',
    ...over,
  };
}
