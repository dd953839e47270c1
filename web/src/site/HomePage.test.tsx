import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import type { RaceCard } from '@/core';
import { API, openSite, withServer } from '@/test/app';

const server = withServer();

function card(over: Partial<RaceCard>): RaceCard {
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

const serve = (...cards: RaceCard[]) => server.use(http.get(`${API}/getRaceCards`, () => HttpResponse.json(cards)));

test('the next race stands first, with its countdown and Register; a canceled one is never the next', async () => {
  serve(
    card({ Race: 'Later', Date: 'July 4, 2091' }),
    card({ Race: 'Canceled One', Date: 'June 1, 2090', isCanceled: 'True' }),
    card({}),
    card({ Race: 'Old', Date: 'June 15, 2019' }),
  );
  openSite('/home');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Shore Half');
  expect(screen.getByRole('timer')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Register for Shore Half/ })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Past races' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Old/ }).getAttribute('href')).toBe('/race/Old');
});

test('with no race at all, the page says so and what comes', async () => {
  serve();
  openSite('/');
  expect(await screen.findByText('No race is planned yet')).toBeTruthy();
});

test('when the races cannot be loaded, it says so and offers to try again', async () => {
  server.use(http.get(`${API}/getRaceCards`, () => HttpResponse.json({ code: 'x', message: 'x' }, { status: 500 })));
  openSite('/');
  expect(await screen.findByText('Server error. Please try again later.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
});
