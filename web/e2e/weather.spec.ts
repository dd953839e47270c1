import type { Page } from '@playwright/test';
import { ADMIN, expect, type Splitline, test } from './server';

const RACE = 'Weather Half';
const PLACES = 'https://geocoding-api.open-meteo.com/**';
const FORECASTS = 'https://api.open-meteo.com/**';

/** The date in the given number of days, in the form's format. */
function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Creates a race through the API as its administrator. */
async function createRace(page: Page, splitline: Splitline, date: string, startTime = '8:30 AM', over = {}) {
  const headers = { origin: splitline.url };
  const login = await page.request.post(`${splitline.url}/api/login`, {
    headers,
    data: { username: ADMIN.email, password: ADMIN.password },
  });
  expect(login.ok()).toBe(true);
  const created = await page.request.post(`${splitline.url}/api/createPage`, {
    headers,
    multipart: {
      Race: RACE,
      Date: date,
      Distance: 'Half',
      DistanceStartTimes: JSON.stringify([{ distance: 'Half', startTime }]),
      CardLocation: 'Bronx, NY',
      Info: `/race/${RACE}`,
      About: 'Hills.',
      StringAddress: 'Van Cortlandt Park, Bronx, NY',
      ...over,
    },
  });
  expect(created.ok(), await created.text()).toBe(true);
}

/** Mocks the geocoder: like the real one, it has `results` only if a place is found. Returns the requested names. */
async function geocoder(page: Page, known: Record<string, [number, number]>): Promise<string[]> {
  const requested: string[] = [];
  await page.route(PLACES, (route) => {
    const name = new URL(route.request().url()).searchParams.get('name') ?? '';
    requested.push(name);
    const found = known[name];
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: {
        ...(found
          ? {
              results: [
                {
                  id: 5110302,
                  name,
                  latitude: found[0],
                  longitude: found[1],
                  elevation: 25,
                  feature_code: 'PPL',
                  country_code: 'US',
                  timezone: 'America/New_York',
                  admin1: 'New York',
                },
              ],
            }
          : {}),
        generationtime_ms: 0.61,
      },
    });
  });
  return requested;
}

/** Mocks the forecast service with hourly values for the requested days. Returns the parameters of the requests. */
async function forecaster(page: Page): Promise<URLSearchParams[]> {
  const requested: URLSearchParams[] = [];
  await page.route(FORECASTS, (route) => {
    const query = new URL(route.request().url()).searchParams;
    requested.push(query);
    const days = [...new Set([query.get('start_date'), query.get('end_date')])];
    const hours = days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => ({ day, hour })));
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: {
        latitude: 40.9,
        longitude: -73.88,
        utc_offset_seconds: -14_400,
        timezone: 'America/New_York',
        timezone_abbreviation: 'EDT',
        hourly_units: { time: 'iso8601', temperature_2m: '°F', weather_code: 'wmo code' },
        hourly: {
          time: hours.map(({ day, hour }) => `${day}T${String(hour).padStart(2, '0')}:00`),
          temperature_2m: hours.map(({ hour }) => 40.4 + hour),
          weather_code: hours.map(({ hour }) => (hour === 7 ? 61 : 0)),
        },
      },
    });
  });
  return requested;
}

const strip = (page: Page, part = 'morning') => page.getByRole('region', { name: `Race ${part} weather` });

test('the weather of a race’s morning is shown, with the place that the third search finds', async ({
  page,
  splitline,
}) => {
  const date = daysAhead(5);
  await createRace(page, splitline, date);
  const places = await geocoder(page, { 'Van Cortlandt Park': [40.898, -73.886] });
  const forecasts = await forecaster(page);
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await strip(page).scrollIntoViewIfNeeded();
  await expect(strip(page).getByRole('listitem')).toHaveCount(6);
  await expect(strip(page).getByRole('listitem').first()).toContainText(/7 AM\s*Rain, 47°/);
  await expect(strip(page).getByRole('listitem').last()).toContainText(/12 PM\s*Sunny, 52°/);
  expect(places).toEqual(['Van Cortlandt Park, Bronx, NY', 'Van Cortlandt Park, Bronx', 'Van Cortlandt Park']);
  expect(Object.fromEntries(forecasts[0] ?? [])).toMatchObject({
    latitude: '40.898',
    longitude: '-73.886',
    temperature_unit: 'fahrenheit',
    timezone: 'auto',
    start_date: date,
    end_date: date,
  });
});

test('a race too far ahead shows no weather, and no other third party receives a request', async ({
  page,
  splitline,
}) => {
  await createRace(page, splitline, daysAhead(60));
  await geocoder(page, { 'Van Cortlandt Park, Bronx, NY': [40.898, -73.886] });
  await page.route(FORECASTS, (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: true, reason: "Parameter 'start_date' is out of allowed range from 2026-08-19 to 2026-12-06" },
    }),
  );
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(splitline.url) && !request.url().includes('open-meteo')) foreign.push(request.url());
  });
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await strip(page).scrollIntoViewIfNeeded();
  await expect(strip(page)).toContainText('Weather unavailable');
  expect(foreign).toEqual([]);
});

test('an unknown place has no weather', async ({ page, splitline }) => {
  await createRace(page, splitline, daysAhead(5));
  const places = await geocoder(page, {});
  const forecasts = await forecaster(page);
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await strip(page).scrollIntoViewIfNeeded();
  await expect(strip(page)).toContainText('Weather unavailable');
  expect(places).toHaveLength(3);
  expect(forecasts).toEqual([]);
});

test('an evening race shows six hours across midnight for its stored coordinates, without a geocoder request', async ({
  page,
  splitline,
}) => {
  const date = daysAhead(5);
  await createRace(page, splitline, date, '9:30 PM', { Coordinates: '40.9, -73.88' });
  const places = await geocoder(page, {});
  const forecasts = await forecaster(page);
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await strip(page, 'evening').scrollIntoViewIfNeeded();
  await expect(strip(page, 'evening').getByRole('listitem')).toHaveCount(6);
  await expect(strip(page, 'evening').getByRole('listitem').last()).toContainText(/1 AM/);
  expect(places).toEqual([]);
  expect(Object.fromEntries(forecasts[0] ?? [])).toMatchObject({
    latitude: '40.9',
    longitude: '-73.88',
    start_date: date,
    end_date: daysAhead(6),
  });
});

test('a weather service that hangs is reported after eight seconds as not answering', async ({ page, splitline }) => {
  await createRace(page, splitline, daysAhead(5), '8:30 AM', { Coordinates: '40.9, -73.88' });
  await page.route(FORECASTS, () => {});
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await strip(page).scrollIntoViewIfNeeded();
  await expect(strip(page)).toContainText('The weather service did not answer.', { timeout: 9500 });
  await expect(strip(page)).not.toContainText('two weeks');
});
