/** A race under a name that it no longer has, a hidden one, and one that is not there. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { API, openSite, withServer } from '@/test/app';
import { aRace } from '@/test/race';

const server = withServer();

test.each([
  ['/race/Spring%20Half', '/race/Fall%20Half', 'race'],
  ['/race/Spring%20Half/media', '/race/Fall%20Half/media', 'race-media'],
])('%s takes the name that the race has now', async (old, now, call) => {
  const asked: string[] = [];
  server.use(
    http.get(`${API}/${call}/:name`, ({ params }) => {
      asked.push(String(params.name));
      return HttpResponse.json({ race: aRace({ Race: 'Fall Half' }) });
    }),
  );
  const { router } = openSite(old);
  await waitFor(() => expect(router.state.location.pathname).toBe(decodeURIComponent(now)));
  expect(router.history.length).toBe(1);
  expect((await screen.findAllByRole('heading', { level: 1, name: 'Fall Half' })).length).toBe(1);
  await waitFor(() => expect(document.title).toContain('Fall Half'));
  // What was read under the old name is shown; nothing is read twice.
  expect(asked).toEqual(['Spring Half']);
});

test('a hidden race says so, and leads to where it is published', async () => {
  server.use(
    http.get(`${API}/race/:name`, () => HttpResponse.json({ race: aRace({ Race: 'Fall Half', isHidden: 'True' }) })),
  );
  openSite('/race/Fall%20Half');
  expect(await screen.findByText('Hidden')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'publish it in Edit Pages' });
  expect(link.getAttribute('href')).toBe('/EditRaces?race=Fall+Half');
});

test('a race that is not there has the title of any unknown page', async () => {
  server.use(http.get(`${API}/race/:name`, () => new HttpResponse(null, { status: 404 })));
  openSite('/race/Nowhere');
  await screen.findByRole('heading', { name: 'Unable to Load Race' });
  await waitFor(() => expect(document.title).toBe('Splitline'));
});

test.each(['/results', '/tickets', '/profile', '/AuditLog', '/nowhere'])(
  '%s has no screen: 404 for everybody',
  async (path) => {
    openSite(path);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Splitline'));
  },
);
