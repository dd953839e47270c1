import type { Race, RaceCard } from '@/core';
// The package itself: by @/core the desk's rules would be there for a screen whose route forgets them.
import { createDefaults, createRace } from '@/core/pkg/desk';

/** A race made by the core from an empty form, with what a test needs laid over it. */
export function aRace(over: Partial<Race> = {}): Race {
  return {
    ...createRace(createDefaults(), []),
    Race: 'Shore Half',
    Date: 'June 15, 2030',
    Day: 'Saturday',
    ...over,
  };
}

/** A race of the calendar, far ahead and open, with what a test needs laid over it. */
export function aCard(over: Partial<RaceCard> = {}): RaceCard {
  return {
    Race: 'Shore Half',
    Date: 'June 15, 2090',
    Day: 'Thursday',
    Distance: 'Half',
    DistanceStartTimes: [{ distance: 'Half', startTime: '7:30 AM' }],
    CardLocation: 'Brooklyn, NY',
    Info: '',
    isCanceled: 'False',
    MaxCapacity: 'False',
    Link: 'https://example.com/register',
    TimeZone: 'America/New_York',
    ...over,
  };
}
