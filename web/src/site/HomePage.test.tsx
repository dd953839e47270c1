import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import type { RaceCard } from '@/core';
import { API, openSite, withServer } from '@/test/app';
import { aRace, aCard as card } from '@/test/race';

const server = withServer();

const serve = (...cards: RaceCard[]) =>
  server.use(
    http.get(`${API}/getRaceCards`, () => HttpResponse.json(cards)),
    http.get(`${API}/raceWinners`, ({ request }) =>
      HttpResponse.json({
        provisional: true,
        contests:
          new URL(request.url).searchParams.get('race') === 'Old'
            ? [
                {
                  contest: '10K',
                  winners: [
                    { name: 'Ann Ng', gender: 'f', time: '43:08' },
                    { name: 'Bo Day', gender: 'm', time: '41:28' },
                  ],
                },
              ]
            : [],
      }),
    ),
    http.get(`${API}/race/:name`, ({ params }) =>
      HttpResponse.json({
        race: aRace({
          Race: String(params.name),
          Training: 'Twelve weeks are plenty.',
          CommunityPartners: { Enabled: 'True', Partners: [] },
          VolunteerButton: [{ Enabled: 'True', Link: 'https://example.com/help' }],
        }),
      }),
    ),
  );

test('the next race is shown first, with its countdown and Register; a canceled race is never the next one', async () => {
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
  expect(screen.getByRole('link', { name: /Old/ }).getAttribute('href')).toBe('/results?race=Old');
});

test('the winners of past races are shown, for races in which somebody has finished', async () => {
  serve(card({}), card({ Race: 'Old', Date: 'June 15, 2019' }), card({ Race: 'Untimed', Date: 'June 15, 2018' }));
  openSite('/home');
  expect(await screen.findByText(/Ann Ng 43:08, Bo Day 41:28/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /Untimed/ }).textContent).not.toMatch(/unofficial/i);
});

test('the training text and the buttons to help are those of the next race', async () => {
  serve(card({}));
  openSite('/');
  expect(await screen.findByText('Twelve weeks are plenty.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Volunteer/ }).getAttribute('href')).toBe('https://example.com/help');
  expect(screen.queryByRole('link', { name: /Donate/ })).toBeNull();
});

test('without any race the page says that none is planned', async () => {
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
