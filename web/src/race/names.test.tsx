/** The pages of a race under its former name, of a hidden race and of a race that does not exist. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { API, openSite, withServer } from '@/test/app';
import { aRace } from '@/test/race';

const server = withServer();

test.each([
  ['/race/Spring%20Half', '/race/Fall%20Half', 'race'],
  ['/race/Spring%20Half/media', '/race/Fall%20Half/media', 'race-media'],
])('%s changes to the address with the current name', async (old, now, call) => {
  const requestedNames: string[] = [];
  server.use(
    http.get(`${API}/${call}/:name`, ({ params }) => {
      requestedNames.push(String(params.name));
      return HttpResponse.json({ race: aRace({ Race: 'Fall Half' }) });
    }),
  );
  const { router } = openSite(old);
  await waitFor(() => expect(router.state.location.pathname).toBe(decodeURIComponent(now)));
  expect(router.history.length).toBe(1);
  expect((await screen.findAllByRole('heading', { level: 1, name: 'Fall Half' })).length).toBe(1);
  await waitFor(() => expect(document.title).toContain('Fall Half'));
  // The response for the old name is shown; there is no second request.
  expect(requestedNames).toEqual(['Spring Half']);
});

test('a hidden race is marked, with a link to publish it', async () => {
  server.use(
    http.get(`${API}/race/:name`, () => HttpResponse.json({ race: aRace({ Race: 'Fall Half', isHidden: 'True' }) })),
  );
  openSite('/race/Fall%20Half');
  expect(await screen.findByText('Hidden')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'publish it in Edit Pages' });
  expect(link.getAttribute('href')).toBe('/EditRaces?race=Fall+Half');
});

test('a race that does not exist has the title of any unknown page', async () => {
  server.use(http.get(`${API}/race/:name`, () => new HttpResponse(null, { status: 404 })));
  openSite('/race/Nowhere');
  await screen.findByRole('heading', { name: 'Unable to Load Race' });
  await waitFor(() => expect(document.title).toBe('Splitline'));
});

test.each(['/race/%E0%A4%A', '/race/%', '/race/%E0%A4%A/media'])('%s is no name: not found', async (path) => {
  const missing = () => new HttpResponse(null, { status: 404 });
  server.use(http.get(`${API}/race/:name`, missing), http.get(`${API}/race-media/:name`, missing));
  openSite(path);
  expect(await screen.findByRole('heading', { name: /^Unable to Load Race|^Page not found/ })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Splitline'));
});

test.each(['/timing/Spring%20Half', '/nowhere'])('%s has no page: not found for every visitor', async (path) => {
  openSite(path);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Splitline'));
});
