import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { Image, MemImage, Race } from '@/core';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { EditServer } from '@/test/editor';
import { aRace } from '@/test/race';

const server = withServer();
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  setWidth(1440);
});

// The shortest PNG that has a start and an end.
const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
]);
const picture = (name: string) => new File([PNG], name, { type: 'image/png' });
const image = (hash: string): Image => ({ contentType: 'image/webp', url: `/images/${hash}`, width: 600, height: 400 });
const memory = (imageId: string): MemImage => ({ imageId, ...image(imageId) });

/** A parsed save: its texts, and its files as `field: name`, or `field: (empty)` for a file without content. */
interface Sent {
  path: string;
  texts: Record<string, string>;
  /** The ids of the pictures in the request. */
  ids: string[];
  files: string[];
}

/** Opens the editor of a race, on a server that accepts multipart saves. Each save uses up one of `answers`; without one it succeeds. */
async function open(over: Partial<Race> = {}) {
  const races = new EditServer(over);
  const sent: Sent[] = [];
  const answers: Response[] = [];
  const multipart = (path: string, apply: (race: Race, body: Sent) => Race) =>
    http.put(`${API}/${path}`, async ({ request }) => {
      const body = parseBody(new URL(request.url).pathname, await request.text());
      sent.push(body);
      const answer = answers.shift();
      if (answer) return answer;
      const race = apply(races.races.get('Shore Half') as Race, body);
      races.races.set('Shore Half', race);
      return HttpResponse.json({ message: 'Saved.', updatedRace: race, versions: {}, RaceName: race.Race });
    });
  server.use(
    ...races.handlers,
    multipart('updatePrizeImages/:race', (race) => race),
    multipart('updateRaceCard/:race', (race, { texts }) => ({ ...race, ...texts })),
    multipart('updateCommunityPartners', (race) => race),
    multipart(':race/memory-images', (race, { texts, ids, files }) => ({
      ...race,
      MemImages: memoriesAfter(race.MemImages, texts.action, ids, files),
    })),
  );
  openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), sent, answers };
}

/** The memories after a request. */
function memoriesAfter(images: readonly MemImage[], action: string | undefined, ids: string[], files: string[]) {
  if (action === 'remove') return images.filter(({ imageId }) => !ids.includes(imageId));
  if (action === 'order') return ids.map((id) => images.find(({ imageId }) => imageId === id) as MemImage);
  return [...images, ...files.map(memory)];
}

/** Parses a body: JSON or multipart. */
function parseBody(path: string, text: string): Sent {
  if (text.startsWith('{')) {
    const { imageIds, ...texts } = JSON.parse(text) as Record<string, string> & { imageIds?: never };
    return { path, texts, ids: imageIds ?? [texts.imageId ?? ''], files: [] };
  }
  const sent: Sent = { path, texts: {}, ids: [], files: [] };
  for (const [, name = '', file, value = ''] of text.matchAll(
    /name="([^"]+)"(?:; filename="([^"]*)")?[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*?)\r\n--/g,
  )) {
    if (file === undefined) sent.texts[name] = value;
    else sent.files.push(`${name}: ${value === '' ? '(empty)' : file}`);
  }
  return sent;
}

type User = ReturnType<typeof userEvent.setup>;
const part = (id: string) => within(document.querySelector(`[data-part="${id}"]`) as HTMLElement);
const edit = (user: User, id: string) => user.click(part(id).getByRole('button', { name: /^Edit/ }));
const save = (user: User, id: string) => user.click(part(id).getByRole('button', { name: /^Save/ }));
const input = (id: string, name: string, at = 0) =>
  document.querySelectorAll<HTMLInputElement>(`[data-part="${id}"] input[name="${name}"]`)[at] as HTMLInputElement;

function write(id: string, label: string, text: string) {
  const field = part(id).getByLabelText(label, { exact: true });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

test('of the card only changed fields are sent, together with its picture', async () => {
  const { user, sent } = await open({ CardLocation: 'Brooklyn, NY' });
  await edit(user, 'card');
  expect(part('card').getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(true);
  write('card', 'Location', 'Staten Island, NY');
  await user.upload(input('card', 'raceLogo'), picture('card.png'));
  await part('card').findByText('New');
  await save(user, 'card');
  expect(await part('card').findByText('Race card updated successfully!')).toBeDefined();
  expect(sent).toMatchObject([
    {
      path: '/api/updateRaceCard/Shore%20Half',
      texts: { CardLocation: 'Staten Island, NY' },
      files: ['raceLogo: card.png'],
    },
  ]);
  expect(Object.keys(sent[0]?.texts ?? {})).not.toContain('Distance');
  // After the save no file is chosen any more.
  await edit(user, 'card');
  expect(part('card').queryByText('New')).toBeNull();
});

test('blanks around a card’s text do not count as a change and are not sent', async () => {
  const { user, sent } = await open({ CardLocation: 'Brooklyn, NY' });
  await edit(user, 'card');
  write('card', 'Location', 'Brooklyn, NY ');
  await save(user, 'card');
  expect(await part('card').findByText('No valid changes detected to save.')).toBeDefined();
  expect(sent).toEqual([]);
});

test.each([
  [
    () => HttpResponse.json({ code: 'x', message: 'The picture is broken.' }, { status: 400 }),
    'The picture is broken.',
  ],
  [() => HttpResponse.error(), 'Failed to update race card. Please try again.'],
])('a card that cannot be saved shows the reason and keeps its text', async (answer, words) => {
  const { user, answers } = await open();
  answers.push(answer());
  await edit(user, 'card');
  write('card', 'Location', 'Staten Island, NY');
  await save(user, 'card');
  expect(await part('card').findByText(words)).toBeDefined();
  expect(part('card').getByDisplayValue('Staten Island, NY')).toBeDefined();
});

test('prize pictures are marked, a mark can be undone, and the marks are applied on save', async () => {
  const { user, sent } = await open({ MedalImage: image('m'), ShirtImage: image('s'), AcrylicImage: image('a') });
  await edit(user, 'prizes');
  await user.upload(input('prizes', 'medal'), picture('medal.png'));
  await part('prizes').findByText('New');
  await user.click(part('prizes').getByRole('button', { name: 'Remove Shirt' }));
  await user.click(part('prizes').getByRole('button', { name: 'Remove Acrylic award' }));
  expect(part('prizes').getAllByText('To be deleted')).toHaveLength(2);
  await user.click(part('prizes').getByRole('button', { name: 'Keep Acrylic award' }));
  await save(user, 'prizes');
  expect(await part('prizes').findByText('Awards updated successfully!')).toBeDefined();
  expect(sent).toEqual([
    {
      path: '/api/updatePrizeImages/Shore%20Half',
      texts: { imagesToDelete: '["shirt"]' },
      ids: [],
      files: ['medal: medal.png'],
    },
  ]);
});

test('a prize file that is not a picture is refused at once, with the core’s message', async () => {
  const { user } = await open();
  await edit(user, 'prizes');
  await user.upload(input('prizes', 'shirt'), new File(['words'], 'shirt.png', { type: 'image/png' }));
  expect(await part('prizes').findByText(/This is not a picture/)).toBeDefined();
  expect(part('prizes').queryByText('New')).toBeNull();
});

test('a partner keeps its logo when it is moved, and only a new logo is sent', async () => {
  const Partners = [
    { Link: 'https://a.example', Image: image('a') },
    { Link: 'https://b.example', Image: image('b') },
  ];
  const { user, sent } = await open({ CommunityPartners: { Enabled: 'True', Partners } });
  await edit(user, 'partners');
  await user.click(part('partners').getByRole('button', { name: 'Move partner 2 up' }));
  await user.click(part('partners').getByRole('button', { name: 'Add a partner' }));
  await user.upload(input('partners', 'communityPartnerImages', 2), picture('c.png'));
  await part('partners').findByText('New');
  await user.click(part('partners').getByRole('button', { name: 'Add a partner' }));
  write('partners', 'Link of partner 4', 'https://d.example');
  await save(user, 'partners');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(JSON.parse(sent[0]?.texts.CommunityPartnersData ?? '')).toMatchObject([
    { Link: 'https://b.example', keep: 1 },
    { Link: 'https://a.example', keep: 0 },
    { Link: '' },
    { Link: 'https://d.example' },
  ]);
  expect(sent[0]?.files).toEqual(['communityPartnerImages: c.png', 'communityPartnerImages: (empty)']);
});

test('memories are sent one by one; a failed one remains with the reason and can be sent again', async () => {
  const { user, sent, answers } = await open({ MemImages: [memory('old')] });
  await edit(user, 'memories');
  await user.upload(input('memories', 'memories'), [picture('a.png'), picture('b.png')]);
  await part('memories').findByText('b.png');
  answers.push(HttpResponse.json({ code: 'x', message: 'The picture is broken.' }, { status: 400 }));
  await save(user, 'memories');
  expect((await part('memories').findAllByText('The picture is broken.')).length).toBeGreaterThan(0);
  expect(sent.map(({ files }) => files)).toEqual([['memories: a.png'], ['memories: b.png']]);
  expect(sent[0]?.texts).toEqual({ action: 'add' });
  await user.click(await part('memories').findByRole('button', { name: 'Retry a.png' }));
  expect(await part('memories').findByText('1 image(s) added successfully!')).toBeDefined();
  expect(part('memories').getByText('1 / 3')).toBeDefined();
});

/** The saved state in the response to a save that changed nothing: the race has this memory. */
const unchanged = (id: string) => ({
  updatedRace: aRace({ MemImages: [memory(id)] }),
  versions: {},
  RaceName: 'Shore Half',
});

test('a picture that the race already has is not counted as added', async () => {
  const { user, answers } = await open({ MemImages: [memory('old')] });
  await edit(user, 'memories');
  await user.upload(input('memories', 'memories'), [picture('a.png'), picture('b.png')]);
  await part('memories').findByText('b.png');
  answers.push(
    HttpResponse.json({ code: 'NO_CHANGES', message: 'No changes were made to the race.', ...unchanged('old') }),
  );
  await save(user, 'memories');
  expect(await part('memories').findByText('1 image(s) added successfully!')).toBeDefined();
});

test('a memory is deleted after a confirmation, and the carousel’s index stays valid', async () => {
  const { user, sent } = await open({ MemImages: [memory('a'), memory('b')] });
  // Back from the first picture is the last one.
  await user.click(part('memories').getByRole('button', { name: 'Previous picture' }));
  expect(part('memories').getByText('2 / 2')).toBeDefined();
  await user.click(part('memories').getByRole('button', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Are you sure you want to delete this image?')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await part('memories').findByText('Image deleted successfully!')).toBeDefined();
  expect(sent).toMatchObject([{ path: '/api/Shore%20Half/memory-images', texts: { action: 'remove', imageId: 'b' } }]);
  expect(part('memories').getByText('1 / 1')).toBeDefined();
});

test('restoring memories shows the server’s message', async () => {
  const { user } = await open({ MemImages: [memory('a')] });
  const entries = [
    { id: '2', at: '2030-01-02T12:00:00Z', by: 'ada', changes: [] },
    { id: '1', at: '2030-01-01T12:00:00Z', by: 'ben', changes: [] },
  ];
  const message = 'Earlier memories restored: 1 picture brought back.';
  server.use(
    http.get(`${API}/sectionHistory/:name`, () => HttpResponse.json({ entries })),
    http.post(`${API}/restoreSection`, () => HttpResponse.json({ message, ...unchanged('a') })),
  );
  await user.click(part('memories').getByRole('button', { name: /^History/ }));
  await user.click(await screen.findByRole('button', { name: /^Restore this/ }));
  expect(await part('memories').findByText(message)).toBeDefined();
});

test('deleting a picture keeps those that are chosen but not uploaded yet', async () => {
  const { user } = await open({ MemImages: [memory('a')] });
  await edit(user, 'memories');
  await user.upload(input('memories', 'memories'), [picture('new.png')]);
  await part('memories').findByText('new.png');
  await user.click(part('memories').getByRole('button', { name: /^Delete/ }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await part('memories').findByText('Image deleted successfully!')).toBeDefined();
  expect(part('memories').getByText('new.png')).toBeDefined();
});

test('memories are sorted by buttons and saved in that order, and several are deleted after one confirmation', async () => {
  const { user, sent } = await open({ MemImages: [memory('a'), memory('b'), memory('c')] });
  await edit(user, 'memories');
  await user.click(part('memories').getByRole('button', { name: 'Move picture 3 earlier' }));
  await user.click(part('memories').getByRole('button', { name: 'Move picture 3 earlier' }));
  expect(part('memories').getByText('picture 3 is now 1 of 3')).toBeDefined();
  expect(part('memories').getByText('Not saved yet')).toBeDefined();
  await save(user, 'memories');
  expect(await part('memories').findByText('Order saved successfully!')).toBeDefined();
  expect(sent.at(-1)).toMatchObject({ path: '/api/Shore%20Half/memory-images', texts: { action: 'order' } });
  expect(sent.at(-1)?.ids).toEqual(['c', 'a', 'b']);

  await edit(user, 'memories');
  await user.click(part('memories').getByRole('checkbox', { name: 'Select picture 1' }));
  await user.click(part('memories').getByRole('checkbox', { name: 'Select picture 3' }));
  await user.click(part('memories').getByRole('button', { name: 'Delete 2 pictures' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Are you sure you want to delete these 2 images?')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await part('memories').findByText('2 images deleted successfully!')).toBeDefined();
  expect(sent.at(-1)).toMatchObject({ texts: { action: 'remove' }, ids: ['c', 'b'] });
  await user.click(part('memories').getByRole('button', { name: /^Cancel/ }));
  expect(part('memories').getByText('1 / 1')).toBeDefined();
});

test('https:// is added to a typed link when the field is left', async () => {
  const { user } = await open({ DonateButton: [{ Enabled: 'True', Link: '' }] });
  await edit(user, 'buttons');
  write('buttons', 'Donate: link', 'www.example.com/donate');
  expect(part('buttons').getByLabelText<HTMLInputElement>('Donate: link').value).toBe('https://www.example.com/donate');
});

test('a button’s link is shown and checked only while its switch is on', async () => {
  const { user } = await open({ DonateButton: [{ Enabled: 'False', Link: 'https://give.example' }] });
  await edit(user, 'buttons');
  expect(part('buttons').queryByLabelText('Donate: link')).toBeNull();
  await user.click(part('buttons').getByRole('switch', { name: 'Donate' }));
  expect(part('buttons').getByLabelText<HTMLInputElement>('Donate: link').value).toBe('https://give.example');
  write('buttons', 'Donate: link', 'javascript:alert(1)');
  await save(user, 'buttons');
  expect(part('buttons').getByLabelText('Donate: link').getAttribute('aria-invalid')).toBe('true');
});
