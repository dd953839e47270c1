/** The forecast of a race's morning, asked of two services of others. What to ask and what to show, the core says. */
import { queryOptions } from '@tanstack/react-query';
import { REQUEST_TIMEOUT_MS, siteSettings } from '@/api';
import { core, type Forecast, type Race, type WeatherSlot } from '@/core';

/** How long a forecast stays good, in milliseconds: the service renews its own every hour. */
const FRESH_MS = 30 * 60_000;

/** What a race's weather depends on. */
export type WeatherFacts = Pick<
  Race,
  'Race' | 'Date' | 'DistanceStartTimes' | 'StringAddress' | 'CardLocation' | 'Coordinates'
>;

/** The hours of the strip; empty when there is no forecast. It never fails: no weather is no reason to alarm anybody. */
export const weatherQuery = (race: WeatherFacts) =>
  queryOptions({
    queryKey: ['weather', race.Date, race.StringAddress, race.CardLocation, race.Coordinates, race.DistanceStartTimes],
    queryFn: async ({ signal }): Promise<WeatherSlot[]> => {
      const start = core().distanceEarliest(race.DistanceStartTimes);
      const day = isoDay(race.Date);
      const place = start && day ? await find(race, signal) : undefined;
      const forecast = start && day && place ? await forecastAt(place, day, signal) : undefined;
      return start && forecast ? core().weatherSlots(forecast, start) : [];
    },
    staleTime: FRESH_MS,
    retry: false,
  });

/** Degrees, as the services write them. */
interface Point {
  latitude: number | string;
  longitude: number | string;
}

/** Where a race is: the geocoder's first answer to the core's tries, else the race's own coordinates. */
async function find(race: WeatherFacts, signal: AbortSignal): Promise<Point | undefined> {
  for (const name of core().weatherPlaces(race.StringAddress.trim() || race.CardLocation)) {
    const found = await ask<{ results?: Point[] }>(
      siteSettings().geocoderUrl,
      { name, count: 1, language: 'en', format: 'json' },
      signal,
    );
    // A place that is not found has no `results` at all.
    const [first] = found?.results ?? [];
    if (first) return first;
  }
  const [latitude, longitude] = race.Coordinates.split(',').map((one) => one.trim());
  return latitude && longitude ? { latitude, longitude } : undefined;
}

async function forecastAt(
  { latitude, longitude }: Point,
  day: string,
  signal: AbortSignal,
): Promise<Forecast | undefined> {
  const answer = await ask<{
    hourly?: { time?: string[]; temperature_2m?: (number | null)[]; weather_code?: (number | null)[] };
  }>(
    siteSettings().forecastUrl,
    {
      latitude,
      longitude,
      hourly: 'temperature_2m,weather_code',
      temperature_unit: 'fahrenheit',
      timezone: 'auto',
      start_date: day,
      end_date: day,
    },
    signal,
  );
  const hourly = answer?.hourly;
  return hourly?.time && hourly.temperature_2m && hourly.weather_code
    ? { time: hourly.time, temperature: known(hourly.temperature_2m), code: known(hourly.weather_code) }
    : undefined;
}

/** A service's answer; undefined when it has none. HTTP 400 is its way to say that the day is too far ahead. */
async function ask<T>(
  base: string,
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<T | undefined> {
  const url = new URL(base, location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      // They need to know neither the visitor nor the page.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return answer.ok ? ((await answer.json()) as T) : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** An hour that the service knows nothing of is null there. */
const known = (list: readonly (number | null)[]) => list.map((one) => one ?? undefined);

function isoDay(date: string): string | undefined {
  try {
    return core().dateIso(date);
  } catch {
    return undefined;
  }
}
