import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RaceCard } from '@/core';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { aCard } from '@/test/race';

const server = withServer();
beforeEach(() => setWidth(1440));

const serve = (...cards: RaceCard[]) => server.use(http.get(`${API}/getRaceCards`, () => HttpResponse.json(cards)));

const three = () =>
  serve(
    aCard({ Race: 'Shore Half', Date: 'June 15, 2090' }),
    aCard({
      Race: 'Bay 5K',
      Date: 'July 4, 2090',
      CardLocation: 'Newark, NJ',
      MaxCapacity: 'True',
      DistanceStartTimes: [{ distance: '5K', startTime: '8:00 AM' }],
    }),
    aCard({ Race: 'Old', Date: 'June 15, 2019' }),
  );

describe('the calendar', () => {
  test('lists the coming races by month and the past ones below', async () => {
    three();
    openSite('/races');
    const months = within(await screen.findByRole('region', { name: 'Coming races' }));
    expect(months.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'June 2090',
      'July 2090',
    ]);
    expect(months.getByText('Sold out')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Past races' })).getByRole('link', { name: /Old/ })).toBeTruthy();
    expect(screen.getByText('3 races')).toBeTruthy();
  });

  test('its filters are read from the address and written to it', async () => {
    three();
    const { router } = openSite('/races?state=NJ');
    expect(await screen.findByRole('link', { name: /Bay 5K, / })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Shore Half, / })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('State'), 'NY');
    await userEvent.selectOptions(screen.getByLabelText('Month'), 'June 2090');
    await userEvent.click(screen.getByLabelText('Open for registration'));
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'NY', month: '2090-06', open: '1' }));
    expect(screen.getByRole('link', { name: /Shore Half, / })).toBeTruthy();
    expect(screen.getByText('1 race fits')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Share' }), 'the view can be shared').toBeTruthy();
  });

  test('when no race fits the filters, it says so and links to all races', async () => {
    three();
    const { router } = openSite('/races?distance=5K&state=NY');
    expect(await screen.findByText('No coming race fits these filters')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Show all races' }));
    expect(await screen.findByRole('link', { name: /Shore Half, / })).toBeTruthy();
    expect(router.state.location.search).toEqual({});
  });

  test('offers a calendar entry for each race and a feed of all races', async () => {
    three();
    openSite('/races');
    const entry = await screen.findByRole('link', { name: 'Add Shore Half to your calendar' });
    expect(entry.getAttribute('href')).toBe('/calendar/Shore%20Half.ics');
    expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(
      'webcal://site.test/calendar.ics',
    );
  });

  test('a canceled race is marked and has no calendar entry', async () => {
    serve(aCard({ isCanceled: 'True' }));
    openSite('/races');
    expect((await screen.findAllByText('Canceled')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('link', { name: /to your calendar/ })).toBeNull();
  });

  test('without any race it says that none is planned', async () => {
    serve();
    openSite('/races');
    expect(await screen.findByText('No race is planned right now')).toBeTruthy();
  });
});
