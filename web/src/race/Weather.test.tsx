import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Race } from '@/core';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { aRace } from '@/test/race';

const server = withServer();
const GEOCODING = 'https://places.test/v1/search';
const FORECAST = 'https://weather.test/v1/forecast';

beforeEach(() => {
  setWidth(1440);
  document.head.append(
    Object.assign(document.createElement('meta'), {
      name: 'splitline-site',
      content: JSON.stringify({ geocoderUrl: GEOCODING, forecastUrl: FORECAST }),
    }),
  );
});
afterEach(() => {
  document.head.querySelector('meta[name="splitline-site"]')?.remove();
});

/** The hours of one day: 60° at midnight and one degree more every hour. */
const hourly = {
  time: Array.from({ length: 24 }, (_, hour) => `2030-06-15T${String(hour).padStart(2, '0')}:00`),
  temperature_2m: Array.from({ length: 24 }, (_, hour) => 60 + hour),
  weather_code: Array.from({ length: 24 }, (_, hour) => (hour === 7 ? 95 : 0)),
};

/** Mocks the race and both services. The geocoder finds the places in `known`; returns the requests that the services received. */
function serve(over: Partial<Race>, known: string[], forecast = () => HttpResponse.json({ hourly })) {
  const received = { places: [] as string[], forecasts: [] as URLSearchParams[] };
  server.use(
    http.get(`${API}/race/:name`, () =>
      HttpResponse.json({
        race: aRace({ DistanceStartTimes: [{ distance: 'Half', startTime: '8:30 AM' }], ...over }),
      }),
    ),
    http.get(GEOCODING, ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? '';
      received.places.push(name);
      return HttpResponse.json(
        known.includes(name)
          ? { results: [{ name, latitude: 40.89, longitude: -73.89 }], generationtime_ms: 0.5 }
          : { generationtime_ms: 0.5 },
      );
    }),
    http.get(FORECAST, ({ request }) => {
      received.forecasts.push(new URL(request.url).searchParams);
      return forecast();
    }),
  );
  return received;
}

const strip = () => screen.findByRole('region', { name: 'Race morning weather' });

describe('the weather strip', () => {
  test('looks up the address, then without its state, then up to the comma; shows six hours from one before the start', async () => {
    const received = serve({ StringAddress: 'Van Cortlandt Park, Bronx, NY' }, ['Van Cortlandt Park']);
    openSite('/race/Shore%20Half');
    const hours = await within(await strip()).findAllByRole('listitem');
    expect(received.places).toEqual([
      'Van Cortlandt Park, Bronx, NY',
      'Van Cortlandt Park, Bronx',
      'Van Cortlandt Park',
    ]);
    expect(hours.map((hour) => hour.textContent?.replace('Fahrenheit', ''))).toEqual([
      expect.stringContaining('7 AMThunderstorm, 67°'),
      expect.stringContaining('8 AMSunny, 68°'),
      expect.stringContaining('9 AMSunny, 69°'),
      expect.stringContaining('10 AMSunny, 70°'),
      expect.stringContaining('11 AMSunny, 71°'),
      expect.stringContaining('12 PMSunny, 72°'),
    ]);
    expect(Object.fromEntries(received.forecasts[0] ?? [])).toEqual({
      latitude: '40.89',
      longitude: '-73.89',
      hourly: 'temperature_2m,weather_code',
      temperature_unit: 'fahrenheit',
      timezone: 'auto',
      start_date: '2030-06-15',
      end_date: '2030-06-15',
    });
  });

  test('when the service answers 400, for a race too far ahead, the strip says so', async () => {
    serve({ StringAddress: 'Albany' }, ['Albany'], () =>
      HttpResponse.json({ error: true, reason: "Parameter 'start_date' is out of allowed range" } as never, {
        status: 400,
      }),
    );
    openSite('/race/Shore%20Half');
    expect(await within(await strip()).findByText('Weather unavailable')).toBeTruthy();
  });

  test('stored coordinates are used for the forecast without the geocoder', async () => {
    const received = serve({ StringAddress: 'Albany', Coordinates: '40.5, -74.1' }, ['Albany']);
    openSite('/race/Shore%20Half');
    expect(await within(await strip()).findByText('7 AM')).toBeTruthy();
    expect(received.forecasts[0]?.get('latitude')).toBe('40.5');
    expect(received.places).toEqual([]);
  });

  test('an evening race shows six hours, two of them after midnight, under its own heading', async () => {
    const hours = Array.from({ length: 48 }, (_, i) => i);
    const two = {
      time: hours.map((i) => `2030-06-${15 + Math.floor(i / 24)}T${String(i % 24).padStart(2, '0')}:00`),
      temperature_2m: hours.map(() => 60),
      weather_code: hours.map(() => 0),
    };
    const received = serve(
      { Coordinates: '40.5, -74.1', DistanceStartTimes: [{ distance: '5K', startTime: '9:00 PM' }] },
      [],
      () => HttpResponse.json({ hourly: two }),
    );
    openSite('/race/Shore%20Half');
    const evening = await screen.findByRole('region', { name: 'Race evening weather' });
    const shown = await within(evening).findAllByRole('listitem');
    expect(shown.map((hour) => hour.textContent?.match(/^\d+ [AP]M/)?.[0])).toEqual([
      '8 PM',
      '9 PM',
      '10 PM',
      '11 PM',
      '12 AM',
      '1 AM',
    ]);
    expect(received.forecasts[0]?.get('end_date')).toBe('2030-06-16');
  });

  test('the message for a failed service is the same however far ahead the race is', async () => {
    serve({ Coordinates: '40.5, -74.1' }, [], () => HttpResponse.json({} as never, { status: 502 }));
    openSite('/race/Shore%20Half');
    expect(await within(await strip()).findByText(/did not answer/)).toBeTruthy();
    expect(screen.queryByText(/two weeks ahead/)).toBeNull();
  });

  test('without a place no forecast is requested', async () => {
    const received = serve({ StringAddress: 'Nowhere', Coordinates: '' }, []);
    openSite('/race/Shore%20Half');
    expect(await within(await strip()).findByText('Weather unavailable')).toBeTruthy();
    expect(received.forecasts).toEqual([]);
  });

  test('an unreachable service is not an error of the page', async () => {
    serve({ StringAddress: 'Albany' }, ['Albany'], () => HttpResponse.error() as never);
    openSite('/race/Shore%20Half');
    expect(await within(await strip()).findByText('Weather unavailable')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Shore Half' })).toBeTruthy();
  });
});
