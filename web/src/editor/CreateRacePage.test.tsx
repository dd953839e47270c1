import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Profiler, type ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CreateForm, deskCore, loadCore, loadDesk } from '@/core';
import { FakeDrafts } from '@/test/drafts';
import { CreateRacePage } from './CreateRacePage';

// Default handlers, for requests that the page still sends when its test is over.
const server = setupServer(...new FakeDrafts().handlers);
/** The body of the last createPage request: the names and texts of its parts, and the field names of its files. */
let sent: { texts: Map<string, string>; files: string[] };
let drafts: FakeDrafts;

// The shortest PNG that has a start and an end.
const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
]);
const picture = (name = 'medal.png') => new File([PNG], name, { type: 'image/png' });

// The page is long: checking for every element whether it is visible takes most of the test's time.
configure({ defaultHidden: true });

beforeAll(async () => {
  await Promise.all([loadCore(), loadDesk()]);
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => {
  sessionStorage.clear();
  sent = { texts: new Map(), files: [] };
  drafts = new FakeDrafts();
  server.use(...drafts.handlers);
});
afterEach(() => {
  vi.restoreAllMocks();
  server.resetHandlers();
});
afterAll(() => server.close());

/** Answers createPage with this response, after recording the parts of its multipart body in `sent`. */
function answer(status: number, body: Record<string, unknown>) {
  server.use(
    http.post('*/api/createPage', async ({ request }) => {
      const text = await request.text();
      for (const [, name, file, value] of text.matchAll(
        /name="([^"]+)"(; filename="[^"]*")?[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*?)\r\n--/g,
      )) {
        if (name === undefined) continue;
        if (file === undefined) sent.texts.set(name, value ?? '');
        else sent.files.push(name);
      }
      return HttpResponse.json(body, { status });
    }),
  );
}

async function open(Page: () => ReactNode = CreateRacePage) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to={'/races' as never}>Races</Link>
        <Outlet />
      </>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page });
  const races = createRoute({ getParentRoute: () => root, path: '/races', component: () => <h1>All races</h1> });
  const routeTree = root.addChildren([page, races]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Create New Race' });
  // Opens all sections, whatever the width of happy-dom's screen, because tests fill in fields of any section.
  for (const closed of screen.queryAllByRole('button', { expanded: false })) {
    if (closed.closest('h2')) await user.click(closed);
  }
  return user;
}

/** Sets a field's text at once instead of typing it letter by letter, and leaves the field. */
function write(label: string, text: string) {
  const field = screen.getByLabelText(label, { exact: true });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

const problemAt = (label: string) => {
  const field = screen.getByLabelText(label, { exact: true });
  return within(field.closest('[data-field]') as HTMLElement);
};

test('an age that is no whole number stays in its field with the core’s message, and nothing is sent until it is corrected', async () => {
  const user = await open();
  answer(201, { RaceName: 'Spring Half' });
  write('Race name', 'Spring Half');
  const age = screen.getByRole('textbox', { name: 'Youngest age in years' }) as HTMLInputElement;
  const writeAge = (text: string) => {
    fireEvent.focus(age);
    fireEvent.change(age, { target: { value: text } });
    fireEvent.blur(age);
  };
  writeAge('17.5');
  const problem = within(age.closest('[data-field]') as HTMLElement);
  expect(problem.getByText('Please give the age in whole years.')).toBeDefined();
  expect(age.value).toBe('17.5');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  expect(sent.texts.size).toBe(0);
  writeAge('');
  writeAge('18');
  expect(problem.queryByText('Please give the age in whole years.')).toBeNull();
  expect(screen.getByDisplayValue('Runners must be at least 18 years old on race day.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  await waitFor(() => expect(sent.texts.get('AgeRequirement')).toBe('18'));
});

test('an invalid date shows the core’s message at its field until it is corrected', async () => {
  await open();
  write('Date', 'June 31, 2027');
  const words = deskCore().createCheck(
    { ...deskCore().createDefaults(), Race: 'Any', Date: 'June 31, 2027' },
    '2027-01-01',
    [],
  );
  expect(words.map((one) => one.field)).toEqual(['Date']);
  expect(await problemAt('Date').findByText(words[0]?.message ?? '')).toBeDefined();
  write('Date', '2027-06-15');
  await waitFor(() => expect(problemAt('Date').queryByText(words[0]?.message ?? '')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Date', { exact: true }).value).toBe('June 15, 2027');
  expect(problemAt('Date').getByText('Tuesday, June 15, 2027')).toBeDefined();
});

test('a date and a link are normalized when their fields are left', async () => {
  await open();
  write('Date', 'Sun 4/18/27');
  expect(screen.getByLabelText<HTMLInputElement>('Date', { exact: true }).value).toBe('April 18, 2027');
  write('Registration link', 'runsignup.com/Race/NJ');
  const link = screen.getByLabelText<HTMLInputElement>('Registration link', { exact: true });
  expect(link.value).toBe('https://runsignup.com/Race/NJ');
  write('Website path', 'spring-half');
  expect(screen.getByLabelText<HTMLInputElement>('Website path', { exact: true }).value).toBe('spring-half');
});

test('a form without a name is not sent: the summary leads to the field', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  const link = await screen.findByRole('link', { name: /Race name is required/ });
  await user.click(link);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Race name', { exact: true })));
});

test('every field of the form is sent under its wire name, together with the files', async () => {
  answer(201, { message: 'Race created successfully!', RaceName: 'Verrazzano Half' });
  const user = await open();
  write('Race name', 'Verrazzano Half');
  write('Date', 'April 12, 2027');
  write('Location', 'Brooklyn, NY');
  await user.click(screen.getByRole('button', { name: 'Add a partner' }));
  await user.click(screen.getByRole('button', { name: 'Add a partner' }));
  const file = (name: string, at = 0) =>
    document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)[at] as HTMLInputElement;
  await user.upload(file('communityPartnerImages', 1), picture('logo.png'));
  for (const name of ['raceLogo', 'medal', 'shirt', 'medals3', 'acrylic'])
    await user.upload(file(name), picture(`${name}.png`));
  await user.upload(file('memImages'), [picture('a.png'), picture('b.png')]);
  await screen.findByText('2 images selected');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  await screen.findByText('Race created successfully!');

  expect([...sent.texts.keys()].sort()).toEqual(Object.keys(deskCore().createDefaults()).sort());
  expect(sent.texts.get('Race')).toBe('Verrazzano Half');
  expect(sent.texts.get('MaxCapacity')).toBe('False');
  expect(JSON.parse(sent.texts.get('DistanceStartTimes') ?? '')).toEqual(
    deskCore().createDefaults().DistanceStartTimes,
  );
  expect(JSON.parse(sent.texts.get('CommunityPartnersData') ?? '')).toEqual([{ Link: '' }, { Link: '' }]);
  // The first partner has no logo: an empty file is sent at its position.
  expect(sent.files.sort()).toEqual(
    [
      'raceLogo',
      'medal',
      'shirt',
      'medals3',
      'acrylic',
      'communityPartnerImages',
      'communityPartnerImages',
      'memImages',
      'memImages',
    ].sort(),
  );
});

test('a taken name keeps the form and shows the message at the name', async () => {
  const message = 'A race with this name already exists. Please use a different name.';
  answer(409, { code: 'DUPLICATE_NAME', message });
  const user = await open();
  write('Race name', 'Verrazzano Half');
  write('About', 'Along the water.');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  expect(await screen.findByText(`Error: ${message}`)).toBeDefined();
  expect(problemAt('Race name').getByText(message)).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('About', { exact: true }).value).toBe('Along the water.');
  // The server's message is about the old name.
  write('Race name', 'Verrazzano Half 2');
  await waitFor(() => expect(problemAt('Race name').queryByText(message)).toBeNull());
});

test('the server’s refusals are shown at their fields', async () => {
  answer(400, {
    code: 'invalid',
    message: 'Please check the form.',
    fields: [{ field: 'medal', code: 'x', message: 'Broken picture.' }],
  });
  const user = await open();
  write('Race name', 'Verrazzano Half');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  expect(await screen.findByText('Error: Please check the form.')).toBeDefined();
  const place = document.querySelector('[data-field="medal"]') as HTMLElement;
  expect(within(place).getByText('Broken picture.')).toBeDefined();
});

/** The notice that contains a text. */
const noticeWith = async (words: string) => (await screen.findByText(words)).closest('[role]');

test.each([
  [413, {}, 'Error: Files too large. Please reduce image sizes.'],
  [500, {}, 'Error: Server error'],
  [503, { code: 'busy', message: 'The server is busy.' }, 'Error: The server is busy.'],
])('the message for status %i is shown in red', async (status, body, words) => {
  answer(status, body);
  const user = await open();
  write('Race name', 'Verrazzano Half');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  const notice = await noticeWith(words);
  expect(notice?.getAttribute('role')).toBe('alert');
  expect(notice?.className).toContain('border-l-live');
});

test('an expired session is reported with a link to log in', async () => {
  answer(401, { code: 'NOT_LOGGED_IN', message: 'Please log in first.' });
  const user = await open();
  write('Race name', 'Verrazzano Half');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  await screen.findByText('Error: Please log in first.');
  const link = screen.getByRole('link', { name: /^Error: Please log in first\./ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/login', '_blank']);
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
});

test('no section of an empty form is ready; default text counts once it is confirmed', async () => {
  const user = await open();
  expect(screen.getByText('0 of 11 sections ready')).toBeDefined();
  const offered = () => screen.queryAllByRole('switch', { name: 'The usual words are right for this race' });
  // Details, rules, policies, awards.
  expect(offered()).toHaveLength(4);
  const right = offered()[1] as HTMLElement;
  await user.click(right);
  expect(await screen.findByText('1 of 11 sections ready')).toBeDefined();
  await user.click(right);
  expect(await screen.findByText('0 of 11 sections ready')).toBeDefined();
  write('Rule 1', 'My own rule');
  expect(await screen.findByText('1 of 11 sections ready')).toBeDefined();
  expect(offered()).toHaveLength(3);
});

test('an age that was refused survives a reload as it was typed, and is gone with the form', async () => {
  const user = await open();
  const age = () => screen.getByRole('textbox', { name: 'Youngest age in years' }) as HTMLInputElement;
  fireEvent.focus(age());
  fireEvent.change(age(), { target: { value: '17.5' } });
  fireEvent.blur(age());
  cleanup();
  await open();
  expect(age().value).toBe('17.5');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  expect(await screen.findAllByText(/Please give the age in whole years\./)).not.toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Clear Form' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear Form' }));
  cleanup();
  await open();
  expect(age().value).toBe('12');
});

test('a confirmation of default text survives a reload and is reset for the next form', async () => {
  const user = await open();
  const right = () =>
    screen.getAllByRole('switch', { name: 'The usual words are right for this race' })[0] as HTMLElement;
  await user.click(right());
  cleanup();
  await open();
  expect(right()).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: 'Clear Form' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear Form' }));
  expect(await screen.findByText('0 of 11 sections ready')).toBeDefined();
  expect(right()).toHaveProperty('checked', false);
});

test('Enter in a list entry adds the next one', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add an amenity' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amenity 1', { exact: true })));
  await user.keyboard('Water{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amenity 2', { exact: true })));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Amenity 1', { exact: true }).value).toBe('Water');
});

test('a refused file among the memories is not counted', async () => {
  const user = await open();
  const input = document.querySelector<HTMLInputElement>('input[name="memImages"]') as HTMLInputElement;
  await user.upload(input, [picture('a.png'), new File(['no picture'], 'b.png', { type: 'image/png' })]);
  expect(await screen.findByText('1 image selected')).toBeDefined();
});

test('a request that cannot be made is reported in red', async () => {
  const user = await open();
  write('Race name', 'Verrazzano Half');
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(() => {
    throw new Error('no request');
  });
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  expect((await noticeWith('Error: Request setup failed.'))?.className).toContain('border-l-live');
});

test('a missing response is reported; text and pictures are kept, and Retry sends everything again', async () => {
  server.use(http.post('*/api/createPage', () => HttpResponse.error()));
  const user = await open();
  write('Race name', 'Verrazzano Half');
  const input = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`) as HTMLInputElement;
  await user.upload(input('medal'), picture());
  await user.upload(input('memImages'), [picture('a.png'), picture('b.png')]);
  await screen.findByText('2 images selected');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  expect((await noticeWith('Error: No response from server.'))?.className).toContain('border-l-live');
  expect(screen.getByLabelText<HTMLInputElement>('Race name', { exact: true }).value).toBe('Verrazzano Half');
  expect(screen.getByText('2 images selected')).toBeDefined();

  answer(201, { message: 'Race created successfully!', RaceName: 'Verrazzano Half' });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  const notice = await noticeWith('Race created successfully!');
  expect(notice?.className).toContain('border-l-success');
  expect(sent.files.sort()).toEqual(['medal', 'memImages', 'memImages']);
});

test('leaving asks for confirmation only when something would be lost: a chosen picture is in no draft', async () => {
  const user = await open();
  write('Race name', 'Verrazzano Half');
  const input = document.querySelector<HTMLInputElement>('input[name="medal"]') as HTMLInputElement;
  await user.upload(input, picture());
  await screen.findByRole('button', { name: 'Remove Medal' });
  await user.click(screen.getByRole('link', { name: 'Races' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('heading', { name: 'All races' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove Medal' }));
  await user.click(screen.getByRole('link', { name: 'Races' }));
  await screen.findByRole('heading', { name: 'All races' });
  // The text was saved on this device and on the server.
  await waitFor(() => expect(drafts.stored?.form.Race).toBe('Verrazzano Half'));
  expect(sessionStorage.length).toBeGreaterThan(0);
});

test('a draft from elsewhere is offered and fills the form', async () => {
  drafts.saveElsewhere({ ...deskCore().createDefaults(), Race: 'From the office', Amenities: ['Chip timing'] });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /^Continue this draft from/ }));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Race name', { exact: true }).value).toBe('From the office'),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Amenity 1', { exact: true }).value).toBe('Chip timing');
  expect(await screen.findByText(/saved on the server at/i)).toBeDefined();
});

test('a file that is not a picture is refused by its content, whatever its name', async () => {
  const user = await open();
  const input = document.querySelector<HTMLInputElement>('input[name="shirt"]') as HTMLInputElement;
  // A phone's HEIC may be chosen, so that the page can say why it is refused.
  expect(input.accept).toBe('image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,.heic,.heif');
  await user.upload(input, new File(['only words, and rather many of them'], 'shirt.png', { type: 'image/png' }));
  expect(await screen.findByText(/This is not a picture/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove Shirt' }));
  await waitFor(() => expect(screen.queryByText(/This is not a picture/)).toBeNull());
});

test('the draft is stored half a second after a change and holds no file', async () => {
  await open();
  write('Race name', 'Verrazzano Half');
  expect(sessionStorage.length).toBe(0);
  await waitFor(() => expect(sessionStorage.length).toBe(1), { timeout: 2000 });
  const [key] = Object.keys(sessionStorage);
  const draft = JSON.parse(sessionStorage.getItem(key ?? '') ?? '') as CreateForm;
  expect(draft.Race).toBe('Verrazzano Half');
  expect(Object.keys(draft).sort()).toEqual(Object.keys(deskCore().createDefaults()).sort());
});

test('the third course map that was removed is still in the draft, and returns when it is shown again', async () => {
  const user = await open();
  await user.click(screen.getByRole('radio', { name: '3' }));
  write('Course map 3', 'https://ridewithgps.com/routes/3');
  await user.click(screen.getByRole('radio', { name: '2' }));
  expect(screen.queryByLabelText('Course map 3', { exact: true })).toBeNull();
  await waitFor(() => expect(storedDraft().NumberOfCourses).toBe(2), { timeout: 2000 });
  expect(storedDraft().Course3).toBe('https://ridewithgps.com/routes/3');

  cleanup();
  await open();
  expect(screen.queryByLabelText('Course map 3', { exact: true })).toBeNull();
  await user.click(screen.getByRole('radio', { name: '3' }));
  expect(screen.getByLabelText<HTMLInputElement>('Course map 3', { exact: true }).value).toBe(
    'https://ridewithgps.com/routes/3',
  );
});

/** The draft that the browser holds. */
function storedDraft(): CreateForm {
  const [key] = Object.keys(sessionStorage);
  return JSON.parse(sessionStorage.getItem(key ?? '') || '{}') as CreateForm;
}

test('the last row of distances cannot be removed, and the field Distance follows the rows', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Remove distance 1' }));
  await user.click(screen.getByRole('button', { name: 'Remove distance 1' }));
  expect(screen.getByLabelText<HTMLInputElement>('Distance', { exact: true }).value).toBe('5K');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove distance 1' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Add a distance' }));
  write('Distance 2', '15K');
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Distance', { exact: true }).value).toBe('5K, 15K'),
  );
});

test('rules can be sorted without dragging; the focus moves along and the move is announced', async () => {
  const user = await open();
  const rule = (at: number) => screen.getByLabelText<HTMLInputElement>(`Rule ${at}`, { exact: true }).value;
  const [first, second] = [rule(1), rule(2)];
  await user.click(screen.getByRole('button', { name: 'Move rule 2 up' }));
  await waitFor(() => expect([rule(1), rule(2)]).toEqual([second, first]));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move rule 1 up' }).disabled).toBe(true);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move rule 1 down'));
  expect(screen.getByText(/^Rule 2 is now 1 of \d+$/)).toBeDefined();
});

test('typing a letter renders its own field, not the form', async () => {
  // The render time relative to that of the whole form, so that the machine's speed does not matter.
  let shares: number[] = [];
  await open(() => (
    <Profiler id="form" onRender={(_id, _phase, actual, full) => shares.push(actual / full)}>
      <CreateRacePage />
    </Profiler>
  ));
  for (const label of ['Race name', 'About', 'Rule 3']) {
    write(label, 'first');
    shares = [];
    write(label, 'second');
    expect(Math.max(...shares), label).toBeLessThan(0.2);
  }
});

test('the usual rules follow their settings until somebody edits them', async () => {
  const user = await open();
  const rules = () => screen.queryAllByLabelText(/^Rule \d+$/).map((field) => (field as HTMLInputElement).value);
  const usual = deskCore().defaultRules({ requireID: 'True', noCoaches: 'True', AgeRequirement: 12 });
  await user.click(screen.getByRole('switch', { name: /No coaches/ }));
  await waitFor(() => expect(rules()).toEqual(usual));
  write('Rule 1', 'My own rule');
  await user.click(screen.getByRole('switch', { name: /No coaches/ }));
  expect(rules()).toEqual(['My own rule', ...usual.slice(1)]);
  await user.click(screen.getByRole('button', { name: 'Write the usual rules again' }));
  await waitFor(() => expect(rules()[0]).not.toBe('My own rule'));
  await user.click(screen.getByRole('button', { name: 'Bring back my own rules' }));
  await waitFor(() => expect(rules()).toEqual(['My own rule', ...usual.slice(1)]));
});

test('usual rules that were joined into one entry count as edited and do not follow the settings', async () => {
  const settings = { requireID: 'True', noCoaches: 'False', AgeRequirement: 12 } as const;
  const own = deskCore().defaultRules(settings).join('\n');
  sessionStorage.setItem('splitline.createRace', JSON.stringify({ ...deskCore().createDefaults(), Rules: [own] }));
  const user = await open();
  await user.click(screen.getByRole('switch', { name: /No coaches/ }));
  const rules = screen.queryAllByLabelText(/^Rule \d+$/).map((field) => (field as HTMLTextAreaElement).value);
  expect(rules).toEqual([own]);
});

test('two seconds after success the form is emptied, and the link to the page remains', async () => {
  answer(201, { message: 'Race created successfully!', RaceName: 'Verrazzano Half' });
  const user = await open();
  write('Race name', 'Verrazzano Half');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  const link = await screen.findByRole('link', { name: 'Open its page' });
  expect(link.getAttribute('href')).toBe('/race/Verrazzano%20Half');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Race name', { exact: true }).value).toBe(''), {
    timeout: 4000,
  });
  expect(sessionStorage.length).toBe(0);
  expect(screen.getByRole('link', { name: 'Open its page' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Edit this page' }).getAttribute('href')).toBe(
    '/EditRaces?race=Verrazzano+Half',
  );
  // The banner disappears after three seconds; the links remain.
  await waitFor(() => expect(screen.queryByText('Race created successfully!')).toBeNull(), { timeout: 4000 });
  expect(screen.getByRole('link', { name: 'Open its page' })).toBeDefined();
});

test('two quick presses send one race', async () => {
  let calls = 0;
  server.use(
    http.post('*/api/createPage', async () => {
      calls += 1;
      return HttpResponse.json({ message: 'Race created successfully!', RaceName: 'Spring Half' }, { status: 201 });
    }),
  );
  await open();
  write('Race name', 'Spring Half');
  const button = screen.getByRole('button', { name: 'Create Race' });
  // Within one event, before anything is rendered.
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByText('Race created successfully!');
  expect(calls).toBe(1);
});

test('after a lost response, a taken name comes with a link to the race that may already exist', async () => {
  server.use(http.post('*/api/createPage', () => HttpResponse.error()));
  const user = await open();
  write('Race name', 'Spring Half');
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  await screen.findByText('Error: No response from server.');
  answer(409, {
    code: 'DUPLICATE_NAME',
    message: 'A race with this name already exists. Please use a different name.',
  });
  await user.click(screen.getByRole('button', { name: 'Create Race' }));
  const look = await screen.findByRole('link', { name: /Look at it in Edit Pages/ });
  expect(look.getAttribute('href')).toBe('/EditRaces?race=Spring%20Half');
});
