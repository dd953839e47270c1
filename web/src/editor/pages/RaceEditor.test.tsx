import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { raceQuery } from '@/api';
import type { Race } from '@/core';
import * as desk from '@/core/pkg/desk';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { EditServer } from '@/test/editor';

const server = withServer();
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // On a wide screen every section is open.
  setWidth(1440);
});

async function open(over: Partial<Race> = {}, races = new EditServer({ Refund: 'No refunds.', ...over })) {
  server.use(...races.handlers);
  const site = openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  return { ...site, races, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

/** The element of a part. */
const part = (id: string) => within(document.querySelector(`[data-part="${id}"]`) as HTMLElement);

/** Sets a field's text at once instead of typing it letter by letter, and leaves the field. */
function write(id: string, label: string, text: string) {
  const field = part(id).getByLabelText(label, { exact: true });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

const edit = async (user: ReturnType<typeof userEvent.setup>, id: string) =>
  user.click(part(id).getByRole('button', { name: /^Edit/ }));
const save = async (user: ReturnType<typeof userEvent.setup>, id: string) =>
  user.click(part(id).getByRole('button', { name: /^Save/ }));

test('every section is in the navigation; rules, safety and accommodation are separate ones', async () => {
  await open();
  const rail = within(screen.getByRole('navigation', { name: 'Sections of the page' }));
  expect(rail.getAllByRole('link')).toHaveLength(14);
  for (const name of ['Race Rules', 'Safety Information', 'Accommodation Information'])
    expect(rail.getByRole('link', { name })).toBeDefined();
});

test('saving leaves the edit mode, shows a message for three seconds, and updates every page at once', async () => {
  const { user, races, queries } = await open();
  queries.setQueryData(raceQuery('Shore Half').queryKey, races.races.get('Shore Half'));
  await edit(user, 'refund');
  expect(document.activeElement).toBe(part('refund').getByLabelText('Refund Policy'));
  write('refund', 'Refund Policy', 'Transfers only.');
  await save(user, 'refund');
  expect(await part('refund').findByText('Refund policy updated successfully!')).toBeDefined();
  expect(part('refund').getByText('Transfers only.')).toBeDefined();
  expect(races.requests).toEqual([
    {
      path: 'updateContentSections',
      body: { RaceName: 'Shore Half', Refund: 'Transfers only.', Versions: { refund: 'v1' } },
    },
  ]);
  expect(queries.getQueryData<Race>(raceQuery('Shore Half').queryKey)?.Refund).toBe('Transfers only.');
  await waitFor(() => expect(part('refund').queryByText('Refund policy updated successfully!')).toBeNull(), {
    timeout: 4000,
  });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Edit'));
});

test('Cancel discards the changes and can be undone', async () => {
  const { user } = await open();
  await edit(user, 'refund');
  write('refund', 'Refund Policy', 'Something else');
  await user.click(part('refund').getByRole('button', { name: /^Cancel/ }));
  expect(part('refund').getByText('No refunds.')).toBeDefined();
  await user.click(part('refund').getByRole('button', { name: 'Bring them back' }));
  expect(part('refund').getByDisplayValue('Something else')).toBeDefined();
});

test('a header without a name is not sent; after a rename the editor stays open', async () => {
  const { user, races, router } = await open();
  await edit(user, 'header');
  write('header', 'Race name', '  ');
  await save(user, 'header');
  expect(await part('header').findByText('Race name is required')).toBeDefined();
  expect(races.requests).toEqual([]);
  write('header', 'Race name', 'Harbor Half');
  // Another part is edited at the same time, and must stay in its edit mode.
  await edit(user, 'safety');
  write('safety', 'Safety Information', 'Medics everywhere.');
  await save(user, 'header');
  part('safety').getByRole('textbox').focus();
  expect(await screen.findByText('Race updated successfully!')).toBeDefined();
  // The end of the save does not move the focus back.
  expect(document.activeElement).toBe(part('safety').getByRole('textbox'));
  expect(races.requests[0]?.body).toMatchObject({ RaceName: 'Shore Half', EditedName: 'Harbor Half' });
  await waitFor(() => expect(router.state.location.search).toEqual({ race: 'Harbor Half' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbor Half' })).toBeDefined();
  expect(part('safety').getByDisplayValue('Medics everywhere.')).toBeDefined();
  await save(user, 'safety');
  expect(await screen.findByText('Safety information updated successfully!')).toBeDefined();
  expect(races.requests[1]?.body).toMatchObject({ RaceName: 'Harbor Half', Safety: 'Medics everywhere.' });
});

test.each([
  [
    { status: 409, body: { code: 'DUPLICATE_NAME', message: '' } },
    'A race with this name already exists. Please use a different name.',
  ],
  [
    { status: 404, body: { code: 'RACE_NOT_FOUND', message: 'x' } },
    'Race not found. Please refresh the page and try again.',
  ],
  [{ status: 400 }, 'Invalid data. Please check your inputs.'],
  [{ status: 401 }, 'You are not authorized to make changes. Please log in again.'],
  [{ status: 500 }, 'An error occurred while saving. Please try again.'],
  ['cut' as const, 'An error occurred while saving. Please try again.'],
])('a header save that ends with %j shows a message and keeps the text', async (end, words) => {
  const { user, races } = await open();
  await edit(user, 'header');
  write('header', 'Registration link', 'https://example.com/new');
  races.next = end;
  await save(user, 'header');
  expect(await part('header').findByText(words)).toBeDefined();
  expect(part('header').getByDisplayValue('https://example.com/new')).toBeDefined();
  const logIn = part('header').queryByRole('link', { name: /Log in/ });
  expect(logIn !== null).toBe(end !== 'cut' && end.status === 401);
});

test('a save without changes is reported, and the edit mode is left', async () => {
  const { user, races } = await open();
  await edit(user, 'header');
  races.next = { status: 304 };
  await save(user, 'header');
  expect(await part('header').findByText('No changes were made to the race.')).toBeDefined();
  expect(part('header').getByRole('button', { name: /^Edit/ })).toBeDefined();
});

test('list rows are sorted by keyboard, removed and added, and the focus moves along', async () => {
  const { user, races } = await open({ Amenities: ['Water', 'Chip timing', 'Medal'] });
  await edit(user, 'details');
  const rows = () =>
    part('details')
      .getAllByLabelText(/^Amenity \d$/)
      .map((field) => (field as HTMLInputElement).value);
  part('details').getByRole('button', { name: 'Move amenity 3 up' }).focus();
  await user.keyboard('{Enter}');
  expect(rows()).toEqual(['Water', 'Medal', 'Chip timing']);
  await waitFor(() =>
    expect(document.activeElement).toBe(part('details').getByRole('button', { name: 'Move amenity 2 up' })),
  );
  await user.keyboard('{Enter}');
  expect(rows()).toEqual(['Medal', 'Water', 'Chip timing']);
  await user.click(part('details').getByRole('button', { name: 'Remove amenity 2' }));
  await user.click(part('details').getByRole('button', { name: 'Add an amenity' }));
  await waitFor(() => expect(document.activeElement).toBe(part('details').getByLabelText('Amenity 3')));
  await save(user, 'details');
  await screen.findByText('Race details updated successfully!');
  expect(races.requests[0]?.body).toMatchObject({ Amenities: ['Medal', 'Chip timing', ''] });
});

test('a map is checked when it is pasted, and previewed as the page will show it', async () => {
  const { user } = await open();
  await edit(user, 'course');
  write('course', 'Course map 1', 'https://evil.example/map');
  expect(document.querySelector('[data-part="course"] [data-invalid]')).not.toBeNull();
  write('course', 'Course map 1', 'https://www.google.com/maps?q=40.6,-73.9&output=embed');
  await waitFor(() => expect(document.querySelector('[data-part="course"] [data-invalid]')).toBeNull());
  expect(part('course').getAllByText(/^Google Maps/)).not.toHaveLength(0);
});

test('each course map is named by its distance, when it is shown and while it is edited', async () => {
  const map = (id: number) => `https://ridewithgps.com/embeds?type=route&id=${id}`;
  const rows = [
    { distance: 'Half', startTime: '7:30 AM' },
    { distance: '10K', startTime: '8:00 AM' },
  ];
  const { user } = await open({ Course1: map(1), Course2: map(2), Course3: map(3), DistanceStartTimes: rows });
  const titles = () =>
    part('course')
      .getAllByRole('link', { name: /^Open .* at RideWithGPS/ })
      .map((link) => link.textContent?.replace(/^Open (.*) at .*$/, '$1'));
  expect(titles()).toEqual(['Half course map', '10K course map', 'Course map 3']);
  await edit(user, 'course');
  expect(titles()).toEqual(['Half course map', '10K course map', 'Course map 3']);
});

test('an empty part of the media page says so, and what the page shows instead', async () => {
  await open({ RaceMap: '', YoutubeLink: '', SmugMugEmbed: '' });
  for (const title of ['Course Map Not Added', 'Live Stream Not Added', 'Photo Gallery Not Added'])
    expect(part('media').getByText(title)).toBeDefined();
  expect(part('media').getByText(/the media page says “Course Map Coming Soon”\.$/)).toBeDefined();
});

test('a distance without a name is refused at its row', async () => {
  const { user, races } = await open();
  await edit(user, 'header');
  write('header', 'Distance 1', ' ');
  await save(user, 'header');
  expect(part('header').getByText('Please name this distance, or remove it.')).toBeDefined();
  expect(races.requests).toEqual([]);
});

test('the history shows who changed what, and restores a version', async () => {
  const { user, races } = await open();
  server.use(
    http.get(`${API}/sectionHistory/:name`, () =>
      HttpResponse.json({
        entries: [
          {
            id: '2',
            at: '2030-01-02T12:00:00Z',
            by: 'ada',
            changes: [{ field: 'Refund', label: 'Refund policy', old: 'A', new: 'B' }],
          },
          { id: '1', at: '2030-01-01T12:00:00Z', by: 'ben', changes: [], original: true },
        ],
      }),
    ),
  );
  await user.click(part('refund').getByRole('button', { name: /^History/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('ada')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: /^Restore this/ }));
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  expect(races.requests[0]).toEqual({
    path: 'restoreSection',
    body: { RaceName: 'Shore Half', part: 'refund', id: '1', Versions: { refund: 'v1' } },
  });
});

test('the usual rules follow their settings until somebody edits them', async () => {
  const settings = { requireID: 'True', noCoaches: 'False', AgeRequirement: 12 } as const;
  const { user, races } = await open({ ...settings, Rules: desk.defaultRules(settings) });
  const rules = () =>
    part('rules')
      .getAllByLabelText(/^Rule \d+$/)
      .map((field) => (field as HTMLTextAreaElement).value);
  await edit(user, 'rules');
  await user.click(part('rules').getByRole('switch', { name: /No coaches/ }));
  expect(rules()).toEqual(desk.defaultRules({ ...settings, noCoaches: 'True' }));
  write('rules', 'Rule 1', 'My own rule.');
  await user.click(part('rules').getByRole('switch', { name: /photo ID/ }));
  expect(rules()[0]).toBe('My own rule.');
  await user.click(part('rules').getByRole('button', { name: 'Write the usual rules again' }));
  expect(rules()).toEqual(desk.defaultRules({ ...settings, noCoaches: 'True', requireID: 'False' }));
  await user.click(part('rules').getByRole('button', { name: 'Bring back my own rules' }));
  await save(user, 'rules');
  await part('rules').findByText('Rules updated successfully!');
  expect(races.requests[0]?.body).toMatchObject({ requireID: 'False', noCoaches: 'True', AgeRequirement: 12 });
  expect(races.requests[0]?.body.Rules).toContain('My own rule.');
});

test('usual rules that were joined into one entry count as edited', async () => {
  const settings = { requireID: 'True', noCoaches: 'False', AgeRequirement: 12 } as const;
  const own = desk.defaultRules(settings).join('\n');
  const { user } = await open({ ...settings, Rules: [own] });
  await edit(user, 'rules');
  await user.click(part('rules').getByRole('switch', { name: /No coaches/ }));
  expect(part('rules').getByLabelText('Rule 1')).toHaveProperty('value', own);
  await user.click(part('rules').getByRole('button', { name: 'Write the usual rules again' }));
  await user.click(part('rules').getByRole('button', { name: 'Bring back my own rules' }));
  expect(part('rules').getByLabelText('Rule 1')).toHaveProperty('value', own);
});

test('problems of fields with several inputs are shown too', async () => {
  const { user } = await open();
  await edit(user, 'accommodation');
  write('accommodation', 'Accommodation Information', 'x'.repeat(20_001));
  expect(part('accommodation').getByText('Please keep this under 20000 characters.')).toBeDefined();
  await edit(user, 'header');
  for (let more = 0; more < 6; more += 1)
    await user.click(part('header').getByRole('button', { name: 'Add a distance' }));
  for (const [at, field] of part('header')
    .getAllByLabelText(/^Distance \d+$/)
    .entries()) {
    fireEvent.change(field, { target: { value: `${at}${'y'.repeat(55)}` } });
  }
  expect(part('header').getByText('Please keep this under 300 characters.')).toBeDefined();
});

test('the text of a third course is restored when the course is removed and added again', async () => {
  const { user } = await open();
  await edit(user, 'course');
  await user.click(part('course').getByRole('radio', { name: '3' }));
  write('course', 'Course map 3', 'https://ridewithgps.com/routes/1234567');
  await user.click(part('course').getByRole('radio', { name: '2' }));
  expect(part('course').queryByLabelText('Course map 3')).toBeNull();
  await user.click(part('course').getByRole('radio', { name: '3' }));
  expect(part('course').getByLabelText('Course map 3')).toHaveProperty(
    'value',
    'https://ridewithgps.com/routes/1234567',
  );
});

test('the former name of a renamed race opens the race that has the name now', async () => {
  const races = new EditServer({ Refund: 'No refunds.' });
  const byId = http.get(`${API}/AllRacePages`, ({ request }) => {
    const asked = new URL(request.url).searchParams;
    const [old, next] = [races.races.get('Shore Half 2026'), races.races.get('Shore Half')];
    // The first race, unless the request is for the other one.
    const other = asked.get('id') === 'B' || (asked.get('id') === null && asked.get('name') === 'Shore Half' && old);
    const [id, race] = other ? ['B', next] : ['A', old ?? next];
    return HttpResponse.json({ id, race, versions: races.versions });
  });
  server.use(...races.handlers);
  server.use(byId);
  openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await edit(user, 'header');
  write('header', 'Race name', 'Shore Half 2026');
  await save(user, 'header');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half 2026' });
  await user.click(screen.getByRole('link', { name: 'Back to Race Selection' }));
  await user.click(await screen.findByRole('button', { name: 'Duplicate Shore Half 2026' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Race name' }), { target: { value: 'Shore Half' } });
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Shore Half' })).toBeDefined();
  expect((await screen.findAllByText('Date to be announced')).length).toBeGreaterThan(0);
  expect(screen.queryByText(/is called/)).toBeNull();
});
