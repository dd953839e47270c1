/** The forecast of a race's morning, asked of two services of others. What to ask and what to show, the core says. */
import { queryOptions } from '@tanstack/react-query';
import { siteSettings, timeLimit } from '@/api';
import { core, type Forecast, type Race, type WeatherDays, type WeatherEnd, type WeatherSlot } from '@/core';

/** How long a forecast stays good, in milliseconds: the service renews its own every hour. */
const FRESH_MS = 30 * 60_000;

/** What a race's weather depends on. */
export type WeatherFacts = Pick<
  Race,
  'Race' | 'Date' | 'DistanceStartTimes' | 'StringAddress' | 'CardLocation' | 'Coordinates'
>;

/** Why there are no hours. */
export class NoWeather extends Error {
  override readonly name = 'NoWeather';
  constructor(readonly end: WeatherEnd) {
    super(end);
  }
}

/** The hours of the strip. Fails with {@link NoWeather}, which the strip says in words: no weather is no reason to alarm anybody. */
export const weatherQuery = (race: WeatherFacts) =>
  queryOptions({
    queryKey: ['weather', race.Date, race.StringAddress, race.CardLocation, race.Coordinates, race.DistanceStartTimes],
    queryFn: async ({ signal }): Promise<WeatherSlot[]> => {
      const start = core().distanceEarliest(race.DistanceStartTimes);
      const days = start && core().weatherDays(race.Date, start);
      if (!start || !days) throw new NoWeather('no-forecast');
      // One limit for all that is asked, so that a service that hangs ends in words.
      const limit = timeLimit(core().weatherPatienceMs(), signal);
      const place = await find(race, limit);
      if (!place) throw new NoWeather('unknown-place');
      const slots = core().weatherSlots(await forecastAt(place, days, limit), start);
      if (slots.length === 0) throw new NoWeather('no-forecast');
      return slots;
    },
    staleTime: FRESH_MS,
    retry: false,
    // The services are other people's, so they are not asked until they answer; but once more when the network is back.
    refetchOnReconnect: true,
  });

/** Degrees, as the services write them. */
interface Point {
  latitude: number | string;
  longitude: number | string;
}

/** Where a race is: its own coordinates, else the geocoder's first answer to the core's tries. */
async function find(race: WeatherFacts, signal: AbortSignal): Promise<Point | undefined> {
  const [latitude, longitude] = race.Coordinates.split(',').map((one) => one.trim());
  if (latitude && longitude) return { latitude, longitude };
  for (const name of core().weatherPlaces(race.StringAddress.trim() || race.CardLocation)) {
    const found = await ask<{ results?: Point[] }>(
      siteSettings().geocoderUrl,
      { name, count: 1, language: 'en', format: 'json' },
      signal,
    );
    // A place that is not found has no `results` at all.
    const [first] = found.results ?? [];
    if (first) return first;
  }
  return undefined;
}

async function forecastAt(
  { latitude, longitude }: Point,
  { first, last }: WeatherDays,
  signal: AbortSignal,
): Promise<Forecast> {
  const { hourly } = await ask<{
    hourly?: { time?: string[]; temperature_2m?: (number | null)[]; weather_code?: (number | null)[] };
  }>(
    siteSettings().forecastUrl,
    {
      latitude,
      longitude,
      hourly: 'temperature_2m,weather_code',
      temperature_unit: 'fahrenheit',
      timezone: 'auto',
      start_date: first,
      end_date: last,
    },
    signal,
  );
  if (!hourly?.time || !hourly.temperature_2m || !hourly.weather_code) throw new NoWeather('failed');
  return { time: hourly.time, temperature: known(hourly.temperature_2m), code: known(hourly.weather_code) };
}

/** A service's answer. HTTP 400 is its way to say that it has none for the day. */
async function ask<T>(base: string, query: Record<string, string | number>, signal: AbortSignal): Promise<T> {
  const url = new URL(base, location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  let answer: Response;
  try {
    // They need to know neither the visitor nor the page.
    answer = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (answer.ok) return (await answer.json()) as T;
  } catch {
    throw new NoWeather('failed');
  }
  throw new NoWeather(answer.status === 400 ? 'no-forecast' : 'failed');
}

/** An hour that the service knows nothing of is null there. */
const known = (list: readonly (number | null)[]) => list.map((one) => one ?? undefined);
