/** The forecast for a race, fetched from two third-party services. The core decides what to request and what to show. */
import { queryOptions } from '@tanstack/react-query';
import { siteSettings, timeLimit } from '@/api';
import { core, type Forecast, type Race, type WeatherDays, type WeatherFailure, type WeatherSlot } from '@/core';

/** How long a forecast is reused, in milliseconds: the service updates its own every hour. */
const FRESH_MS = 30 * 60_000;

/** The fields of a race that determine its forecast. */
export type WeatherFacts = Pick<
  Race,
  'Race' | 'Date' | 'DistanceStartTimes' | 'StringAddress' | 'CardLocation' | 'Coordinates'
>;

/** The error when there is no forecast; `end` is the reason. */
export class NoWeather extends Error {
  override readonly name = 'NoWeather';
  constructor(readonly end: WeatherFailure) {
    super(end);
  }
}

/** The hours that the strip shows. Fails with {@link NoWeather}, which the strip explains in a text: it is not an error of the page. */
export const weatherQuery = (race: WeatherFacts) =>
  queryOptions({
    queryKey: ['weather', race.Date, race.StringAddress, race.CardLocation, race.Coordinates, race.DistanceStartTimes],
    queryFn: async ({ signal }): Promise<WeatherSlot[]> => {
      const start = core().distanceEarliest(race.DistanceStartTimes);
      const days = start && core().weatherDays(race.Date, start);
      if (!start || !days) throw new NoWeather('no-forecast');
      // One time limit for all requests together, so that a service that does not answer leads to a message.
      const limit = timeLimit(core().weatherTimeoutMs(), signal);
      const place = await findPlace(race, limit);
      if (!place) throw new NoWeather('unknown-place');
      const slots = core().weatherSlots(await forecastAt(place, days, limit), start);
      if (slots.length === 0) throw new NoWeather('no-forecast');
      return slots;
    },
    staleTime: FRESH_MS,
    retry: false,
    // Third-party services are not retried until they answer; only once more after the network is back.
    refetchOnReconnect: true,
  });

/** Coordinates in degrees, as the services write them. */
interface Point {
  latitude: number | string;
  longitude: number | string;
}

/** Returns the race's coordinates; without them, the geocoder's first result for the names from the core, tried in order. */
async function findPlace(race: WeatherFacts, signal: AbortSignal): Promise<Point | undefined> {
  const [latitude, longitude] = race.Coordinates.split(',').map((one) => one.trim());
  if (latitude && longitude) return { latitude, longitude };
  for (const name of core().weatherPlaces(race.StringAddress.trim() || race.CardLocation)) {
    const found = await fetchJson<{ results?: Point[] }>(
      siteSettings().geocoderUrl,
      { name, count: 1, language: 'en', format: 'json' },
      signal,
    );
    // `results` is absent when the place is not found.
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
  const { hourly } = await fetchJson<{
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
  return {
    time: hourly.time,
    temperature: withoutNulls(hourly.temperature_2m),
    code: withoutNulls(hourly.weather_code),
  };
}

/** Returns a service's response. The service answers 400 when it has no forecast for the day. */
async function fetchJson<T>(base: string, query: Record<string, string | number>, signal: AbortSignal): Promise<T> {
  const url = new URL(base, location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  let response: Response;
  try {
    // Neither cookies nor the page's address are sent to the service.
    response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (response.ok) return (await response.json()) as T;
  } catch {
    throw new NoWeather('failed');
  }
  throw new NoWeather(response.status === 400 ? 'no-forecast' : 'failed');
}

/** The service sends null for an hour without a value; the core expects undefined. */
const withoutNulls = (list: readonly (number | null)[]) => list.map((one) => one ?? undefined);
