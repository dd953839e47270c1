import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Race } from '@/core';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { aRace } from '@/test/race';

const server = withServer();
beforeEach(() => setWidth(1440));

function serve(over: Partial<Race> = {}) {
  server.use(http.get(`${API}/race/:name`, () => HttpResponse.json({ race: aRace(over) })));
}

const image = { contentType: 'image/webp', url: '/images/abc', width: 600, height: 600 };
const section = (name: string) => screen.findByRole('region', { name });

describe('a race page', () => {
  test('shows its name, day, date, distances with start times, and Register', async () => {
    serve({ Link: 'https://example.com/register', DistanceStartTimes: [{ distance: 'Half', startTime: '7:30 AM' }] });
    openSite('/race/Shore%20Half');
    expect(await screen.findByRole('heading', { level: 1, name: 'Shore Half' })).toBeTruthy();
    const header = screen.getAllByRole('banner').at(-1);
    expect(document.body.textContent).toContain('June 15, 2030');
    expect(header?.ownerDocument.body.textContent).toContain('7:30 AM');
    const [register] = screen.getAllByRole('link', { name: /Register for Shore Half/ });
    expect(register?.getAttribute('href')).toBe('https://example.com/register');
    expect(register?.getAttribute('target')).toBe('_blank');
    await waitFor(() => expect(document.title).toBe('Shore Half · Splitline'));
  });

  test('takes the name from the address without its leading colon, in any case of the path', async () => {
    let requestedName = '';
    server.use(
      http.get(`${API}/race/:name`, ({ params }) => {
        requestedName = String(params.name);
        return HttpResponse.json({ race: aRace() });
      }),
    );
    openSite('/RACE/:Shore%20Half');
    await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
    expect(requestedName).toBe('Shore Half');
  });

  test('a canceled race cannot be registered for, even when it is also full, and says why', async () => {
    serve({ isCanceled: 'True', MaxCapacity: 'True', Link: 'https://example.com/register' });
    openSite('/race/Shore%20Half');
    const [button] = await screen.findAllByRole('button', { name: 'Canceled' });
    expect(button?.getAttribute('aria-disabled')).toBe('true');
    expect(button?.getAttribute('aria-description')).toBe('Please visit the Info Page for more details.');
    expect(screen.queryByRole('link', { name: /Register for/ })).toBeNull();
  });

  test('a race that is over is marked, with links to its times, its media and the coming races', async () => {
    const requestedRaces: (string | null)[] = [];
    server.use(
      http.get(`${API}/raceWinners`, ({ request }) => {
        requestedRaces.push(new URL(request.url).searchParams.get('race'));
        return HttpResponse.json({ provisional: false, contests: [{ contest: '10K', winners: [] }] });
      }),
    );
    const RaceMap = { provider: 'RideWithGPS', url: 'https://ridewithgps.com/embeds?id=1', title: 'Course map' };
    serve({
      Date: 'June 15, 2019',
      Day: 'Saturday',
      Link: 'https://example.com/register',
      Frames: { RaceMap } as Race['Frames'],
    });
    openSite('/race/Shore%20Half');
    const notice = within(await screen.findByRole('complementary', { name: 'This race is over' }));
    expect(notice.getByText('It was on Saturday, June 15, 2019.')).toBeTruthy();
    expect((await notice.findByRole('link', { name: 'Times and ranks' })).getAttribute('href')).toBe(
      '/results?race=Shore+Half',
    );
    expect(notice.getByRole('link', { name: 'Race media' }).getAttribute('href')).toBe('/race/Shore%20Half/media');
    expect(notice.getByRole('link', { name: 'Coming races' }).getAttribute('href')).toBe('/races');
    expect(requestedRaces).toEqual(['Shore Half']);
    // None of the spec's three states of Register is for a race that is over, so the button stays.
    expect(screen.getByRole('link', { name: /Register for Shore Half/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
  });

  test('a race that is over, was never timed and has no media links to neither times nor media', async () => {
    server.use(http.get(`${API}/raceWinners`, () => HttpResponse.json({ provisional: true, contests: [] })));
    serve({ Date: 'June 15, 2019', Day: 'Saturday', isCanceled: 'True' });
    openSite('/race/Shore%20Half');
    const notice = within(await screen.findByRole('complementary', { name: 'This race did not take place' }));
    await waitFor(() => expect(notice.getAllByRole('link').map((one) => one.textContent)).toEqual(['Coming races']));
  });

  test('the page of a race that is over announces nothing for the future', async () => {
    server.use(
      http.get(`${API}/raceWinners`, () => HttpResponse.json({ provisional: true, contests: [] })),
      http.get(`${API}/race-media/:name`, () => HttpResponse.json({ race: aRace({ Date: 'June 15, 2019' }) })),
    );
    serve({ Date: 'June 15, 2019', Day: 'Saturday' });
    const { router } = openSite('/race/Shore%20Half');
    expect(await screen.findByText('This race is over, and no map of it was kept.')).toBeTruthy();
    expect(screen.queryByText(/coming soon|come after race day|Look again before/i)).toBeNull();
    await act(() => router.navigate({ to: '/race/$RaceName/media', params: { RaceName: 'Shore Half' } }));
    expect(await screen.findByText('Live Stream Not Currently Available')).toBeTruthy();
    expect(screen.queryByText(/Check back on race day/)).toBeNull();
  });

  test('a race is over when its live window has closed, in its own time zone', async () => {
    server.use(http.get(`${API}/raceWinners`, () => HttpResponse.json({ provisional: true, contests: [] })));
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-06-15T20:00:00Z') });
    try {
      const day = { Date: 'June 15, 2026', Day: 'Monday' };
      serve({ ...day, TimeZone: 'Pacific/Honolulu' });
      openSite('/race/Shore%20Half');
      await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
      expect(screen.queryByText('This race is over')).toBeNull();
      expect(screen.getByRole('complementary', { name: 'Live now' })).toBeTruthy();
      cleanup();
      serve({ ...day, TimeZone: 'America/New_York' });
      openSite('/race/Shore%20Half');
      expect(await screen.findByText('This race is over')).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  test('a race without a date says that it is to be announced, in its header and on its card', async () => {
    serve({ Date: '', Day: '' });
    openSite('/race/Shore%20Half');
    expect(await screen.findByText('Date to be announced')).toBeTruthy();
    expect(within(await section('Race Card')).getByText('To be announced')).toBeTruthy();
    expect(screen.queryByText('This race is over')).toBeNull();
  });

  test('a full race shows the reason next to its button', async () => {
    serve({ MaxCapacity: 'True', Link: 'https://example.com/register' });
    openSite('/race/Shore%20Half');
    expect(await screen.findByText('Registration is closed. This race is at max capacity.')).toBeTruthy();
  });

  test('a single memory has no arrow buttons', async () => {
    serve({ MemImages: [{ ...image, imageId: 'one' }] as Race['MemImages'] });
    openSite('/race/Shore%20Half');
    expect(await screen.findByRole('img', { name: 'Shore Half, picture 1' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next picture' })).toBeNull();
  });

  test('conditional sections are shown only when they are enabled', async () => {
    serve();
    openSite('/race/Shore%20Half');
    await section('Race Card');
    for (const name of ['Community Partners', 'Accommodation Information']) {
      expect(screen.queryByRole('region', { name })).toBeNull();
    }
    expect(screen.queryByText(/military base/)).toBeNull();
  });

  test('without a logo the first-sponsor text is shown, and each button follows its toggle', async () => {
    serve({
      MilitaryBase: 'True',
      MilitaryBaseName: 'Fort Test',
      Accommodation: [{ Enabled: 'True', Description: 'Rooms at the inn' }],
      CommunityPartners: { Enabled: 'True', Partners: [{ Link: 'https://bagels.example.com' }] },
      DonateButton: [{ Enabled: 'True', Link: 'https://example.com/donate' }],
      VolunteerButton: [{ Enabled: 'False', Link: 'https://example.com/help' }],
      SponsorButton: [{ Enabled: 'False', Link: '' }],
    });
    openSite('/race/Shore%20Half');
    const partners = within(await section('Community Partners'));
    expect(partners.getByText('Be The First To Sponsor This Race')).toBeTruthy();
    expect(partners.getByRole('link', { name: /Donate/ })).toBeTruthy();
    expect((partners.getByRole('button', { name: 'Volunteer' }) as HTMLButtonElement).disabled).toBe(true);
    expect(partners.queryByText('Become a Sponsor')).toBeNull();
    expect(screen.getByText(/military base: Fort Test/)).toBeTruthy();
    expect(screen.getByText('Rooms at the inn')).toBeTruthy();
  });

  test.each([
    ['with an acrylic picture', { MedalImage: image, AcrylicImage: image }, '4'],
    ['without one', { MedalImage: image, ShirtImage: image, Medals3Image: image }, '3'],
  ])('awards %s use the layout of %#', async (_name, pictures, layout) => {
    serve(pictures);
    openSite('/race/Shore%20Half');
    const awards = await section('Awards & Prizes');
    expect(awards.querySelector('[data-layout]')?.getAttribute('data-layout')).toBe(layout);
  });

  test('the strip of partners can be paused', async () => {
    serve({
      CommunityPartners: { Enabled: 'True', Partners: [{ Link: 'https://bagels.example.com', Image: image }] },
    });
    openSite('/race/Shore%20Half');
    const partners = within(await section('Community Partners'));
    expect(partners.getAllByRole('link', { name: /bagels.example.com/ })).toHaveLength(1);
    await userEvent.click(partners.getByRole('button', { name: /Pause/ }));
    expect(partners.getByRole('button', { name: /Play/ })).toBeTruthy();
  });

  test('on a phone only the race card starts open', async () => {
    setWidth(390);
    serve();
    openSite('/race/Shore%20Half');
    const card = await screen.findByRole('button', { name: 'Race Card' });
    expect(card.getAttribute('aria-expanded')).toBe('true');
    const others = screen
      .getAllByRole('button')
      .filter((one) => one.hasAttribute('aria-expanded') && one !== card && one.closest('article'));
    expect(others.length).toBeGreaterThan(4);
    for (const one of others) expect(one.getAttribute('aria-expanded')).toBe('false');
  });

  test('a frame is loaded only after the visitor agrees, from the address that the core made, and sandboxed', async () => {
    serve({
      Frames: { Map: { provider: 'Google Maps', url: 'https://www.google.com/maps?q=1', title: 'Map of the start' } },
    });
    openSite('/race/Shore%20Half');
    const location = await section('Location & Information');
    expect(location.querySelector('iframe')).toBeNull();
    await userEvent.click(within(location).getByRole('button', { name: /Map of the start/ }));
    const frame = location.querySelector('iframe');
    expect(frame?.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(frame?.getAttribute('title')).toBe('Map of the start');
  });
});

test('a visitor who accepted cookies sees the frames at once', async () => {
  localStorage.setItem('cookieConsent', 'accepted');
  localStorage.setItem('analyticsConsent', 'accepted');
  serve({ Frames: { Map: { provider: 'Strava', url: 'https://www.strava.com/x', title: 'Map' } } });
  openSite('/race/Shore%20Half');
  const location = await section('Location & Information');
  await waitFor(() => expect(location.querySelector('iframe')).toBeTruthy());
  localStorage.clear();
});

test('a race page offers a calendar entry and a Share button', async () => {
  serve();
  openSite('/race/Shore%20Half');
  const entry = await screen.findByRole('link', { name: 'Add to calendar' });
  expect(entry.getAttribute('href')).toBe('/calendar/Shore%20Half.ics');
  expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy();
});

describe('a race that cannot be loaded', () => {
  test.each([
    [404, "Race not found. The race you're looking for doesn't exist or may have been removed."],
    [503, 'Server error. Please try again later.'],
    [418, "Error loading race: 418 I'm a Teapot"],
  ])('shows the reason for status %s', async (status, words) => {
    const statusText = status === 418 ? "I'm a Teapot" : '';
    server.use(
      http.get(`${API}/race/:name`, () =>
        HttpResponse.json({ code: 'x', message: 'not for people' }, { status, statusText }),
      ),
    );
    openSite('/race/Nowhere');
    expect(await screen.findByRole('heading', { name: 'Unable to Load Race' })).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse All Races' }).getAttribute('href')).toBe('/races');
  });

  test('a response without a race is handled as a race not found', async () => {
    server.use(http.get(`${API}/race/:name`, () => HttpResponse.json({})));
    openSite('/race/Nowhere');
    expect(await screen.findByText(/^Race not found/)).toBeTruthy();
  });

  test('a lost connection is not reported as a race that does not exist, and the page recovers by itself', async () => {
    let online = false;
    server.use(
      http.get(`${API}/race/:name`, () => (online ? HttpResponse.json({ race: aRace() }) : HttpResponse.error())),
      http.get(`${API}/health`, () => (online ? HttpResponse.text('ok') : HttpResponse.error())),
    );
    openSite('/race/Shore%20Half');
    expect(await screen.findByText('Network error. Please check your internet connection and try again.')).toBeTruthy();
    expect(screen.queryByText('0000')).toBeNull();
    expect(screen.queryByText(/did not start/i)).toBeNull();
    online = true;
    expect(await screen.findByRole('heading', { level: 1, name: 'Shore Half' }, { timeout: 5000 })).toBeTruthy();
  });

  test('no response within ten seconds is a timeout', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.use(http.get(`${API}/race/:name`, () => delay('infinite')));
    openSite('/race/Nowhere');
    await act(() => vi.advanceTimersByTimeAsync(10_500));
    expect(
      await screen.findByText('Request timeout. Please check your connection and try again.', {}, { timeout: 10_000 }),
    ).toBeTruthy();
    vi.useRealTimers();
  });

  test('a response that cannot be parsed is an unexpected error', async () => {
    server.use(http.get(`${API}/race/:name`, () => HttpResponse.text('<html>')));
    openSite('/race/Nowhere');
    expect(await screen.findByText('An unexpected error occurred. Please try again.')).toBeTruthy();
  });

  test.each([
    [404, "Race media not found. The race media you're looking for doesn't exist or may have been removed."],
    [500, 'Server error. Please try again later.'],
    [418, "Error loading race media: 418 I'm a Teapot"],
  ])('the media page has its own text for status %s', async (status, words) => {
    const statusText = status === 418 ? "I'm a Teapot" : '';
    server.use(http.get(`${API}/race-media/:name`, () => HttpResponse.json({}, { status, statusText })));
    openSite('/race/Nowhere/media');
    expect(await screen.findByRole('heading', { name: 'Unable to Load Race Media' })).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  });
});
