import type { Race, RaceCard } from '@/core';
// Imported directly: by @/core the desk's rules would be loaded, and a test could not find a route that fails to load them.
import { createDefaults, createRace } from '@/core/pkg/desk';

/** A race that the core creates from an empty form, with some fields replaced. */
export function aRace(over: Partial<Race> = {}): Race {
  return {
    ...createRace(createDefaults(), []),
    Race: 'Shore Half',
    Date: 'June 15, 2030',
    Day: 'Saturday',
    ...over,
  };
}

/** A race of the calendar, far in the future and open for registration, with some fields replaced. */
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
