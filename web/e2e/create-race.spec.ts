import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { picture } from './pictures';
import { ADMIN, expect, type Splitline, test } from './server';

const MAP = 'https://www.google.com/maps?q=40.6602,-73.9690&z=14&output=embed';

async function openForm(context: BrowserContext, splitline: Splitline): Promise<Page> {
  const login = await context.request.post(`${splitline.url}/api/login`, {
    headers: { Origin: splitline.url },
    data: { username: ADMIN.email, password: ADMIN.password },
  });
  expect(login.ok()).toBe(true);
  const page = await context.newPage();
  await page.goto(`${splitline.url}/CreateRace`);
  await expect(page.getByRole('heading', { name: 'Create New Race' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept All' }).click();
  return page;
}

/** Fills every field of the form, and selects every kind of file. */
async function fillEverything(page: Page, race: string) {
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const files = (name: string, of: ReturnType<typeof picture>[], at = 0) =>
    page.locator(`input[type=file][name="${name}"]`).nth(at).setInputFiles(of);
  await fill('Race name', race);
  await fill('Date', 'June 19, 2027');
  await page.getByLabel('Date', { exact: true }).press('Tab');
  await fill('Distance 2', '15K');
  await page.getByRole('button', { name: 'Remove distance 3' }).click();
  await fill('Registration link', 'https://example.com/register');
  await fill('Location', 'Lake City, NY');
  await fill('Website path', `/race/${race}`);
  await fill('About', 'Along the harbor and back.');
  await fill('Address', '1 Harbor Road, Lake City, NY');
  await fill('Coordinates', '40.6602, -73.9690');
  await page.getByText('The race is on a military base').click();
  await fill('Name of the base', 'Fort Harbor');
  await fill('Deadline for the form', 'May 1');
  await fill('Link to the form', 'https://example.com/base');
  await fill('Course description', 'Flat, with one bridge.');
  await page.getByRole('radio', { name: '3', exact: true }).click();
  for (const at of [1, 2, 3]) await fill(`Course map ${at}`, MAP.replace('z=14', `z=${10 + at}`));
  await fill('Packet pick-up', 'At the pavilion from six.');
  await fill('Timing', 'Chips on the bib.');
  await fill('More information', 'Bags are kept at the pavilion.');
  for (const amenity of ['Water', 'Chip timing']) {
    await page.getByRole('button', { name: 'Add an amenity' }).click();
    const fields = page.getByRole('textbox', { name: /^Amenity/ });
    await expect(fields.last()).toBeFocused();
    await page.keyboard.type(amenity);
  }
  await page.getByRole('button', { name: 'Move amenity 2 up' }).click();
  await page.getByText('No coaches or pacers').click();
  await page.getByText('Show community partners and sponsors').click();
  for (const link of ['one', 'two']) {
    await page.getByRole('button', { name: 'Add a partner' }).click();
    const links = page.locator('[data-field="CommunityPartnersData"]').getByLabel(/^Link of partner \d+$/);
    await links.last().fill(`https://example.com/${link}`);
  }
  await files('communityPartnerImages', [picture('two.png', 300, 150)], 1);
  for (const [button, name] of [
    ['Donate button', 'Donate link'],
    ['Volunteer button', 'Volunteer link'],
    ['Become a Sponsor button', 'Sponsor link'],
  ] as const) {
    await page.getByText(button).click();
    await fill(name, `https://example.com/${name.split(' ')[0]}`);
  }
  await fill('Training', 'Run easy, most days.');
  await fill('Safety information', 'Medics at every second water station.');
  await page.getByText('Show accommodation information').click();
  await fill('Accommodation information', 'The inn by the pier.');
  await fill('Refund policy', 'No refunds.');
  await fill('Award text', 'Acrylic for the first three.');
  for (const name of ['raceLogo', 'medal', 'shirt', 'medals3', 'acrylic']) await files(name, [picture(`${name}.png`)]);
  await files('memImages', [picture('a.png'), picture('b.png', 640, 360, [196, 40, 28])]);
  await expect(page.getByText('2 images selected')).toBeVisible();
  await fill('Race map', MAP);
  await fill('Live stream', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ');
}

/** Texts that the race's public page contains. */
const SHOWN = [
  'Along the harbor and back.',
  'This race is on a military base: Fort Harbor',
  'Flat, with one bridge.',
  'At the pavilion from six.',
  'Chip timing',
  'The inn by the pier.',
  'Acrylic for the first three.',
  'Run easy, most days.',
  'No refunds.',
];

test('a race with every field and every kind of file is previewed, fails to send without a network, is sent again and published', async ({
  browser,
  splitline,
}) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await openForm(context, splitline);
  const refused: string[] = [];
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
  await fillEverything(page, 'Harbor Half');
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'Preview' }).click();
  const phone = page.frameLocator('iframe[title^="Phone preview"]');
  const desktop = page.frameLocator('iframe[title^="Desktop preview"]');
  for (const text of SHOWN) await expect(desktop.getByText(text).first()).toBeAttached();
  // Each preview is a frame of its own width: sections are closed on the phone and open on the desktop.
  await expect(phone.getByRole('button', { name: 'The Course' })).toHaveAttribute('aria-expanded', 'false');
  await expect(desktop.getByRole('heading', { name: 'The Course' })).toBeVisible();
  await expect(desktop.getByRole('button', { name: 'The Course' })).toHaveCount(0);
  await expectAccessible(page);
  expect(refused).toEqual([]);

  await page.getByRole('radio', { name: 'Edit' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create Race' }).click();
  await expect(page.getByText('Error: No response from server.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Race created successfully!').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Race name', { exact: true })).toHaveValue('');

  await page.getByRole('link', { name: 'Open its page' }).click();
  for (const text of SHOWN) await expect(page.getByText(text).first()).toBeAttached();
  await expect(page.locator('[data-layout="4"] img')).toHaveCount(4);
  await expect(page.getByText('15K').first()).toBeVisible();
  const race = await (await context.request.get(`${splitline.url}/api/race/Harbor%20Half?images=url`)).json();
  expect(race.race.Amenities).toEqual(['Chip timing', 'Water']);
  expect(race.race.CommunityPartners.Partners.map((one: { Image?: unknown }) => Boolean(one.Image))).toEqual([
    false,
    true,
  ]);
  expect(race.race.MemImages).toHaveLength(2);

  // The same name again is rejected.
  await page.goto(`${splitline.url}/CreateRace`);
  await page.getByLabel('Race name', { exact: true }).fill('harbor half');
  await page.getByRole('button', { name: 'Create Race' }).click();
  await expect(
    page.getByText('Error: A race with this name already exists. Please use a different name.'),
  ).toBeVisible();
});

test('a draft can be continued on another machine, and neither machine overwrites the other', async ({
  browser,
  splitline,
}) => {
  const office = await openForm(await browser.newContext(), splitline);
  const name = (page: Page) => page.getByLabel('Race name', { exact: true });
  await name(office).fill('From the office');
  await expect(office.getByText(/saved on the server/i)).toBeVisible();

  const home = await openForm(await browser.newContext(), splitline);
  await home.getByRole('button', { name: /^Continue this draft from/ }).click();
  await expect(name(home)).toHaveValue('From the office');
  await name(home).fill('From home');
  await expect(home.getByText(/saved on the server/i)).toBeVisible();
  // Leaving the page saves the draft.
  await home.getByRole('link', { name: 'Races' }).first().click();
  await expect(home.getByRole('heading', { name: 'Races', level: 1 })).toBeVisible();

  await name(office).fill('From the office, later');
  await expect(office.getByText('This draft was changed elsewhere')).toBeVisible({ timeout: 20_000 });
  await office.getByRole('button', { name: /^Take the one from/ }).click();
  await expect(name(office)).toHaveValue('From home');
  await office.getByRole('button', { name: 'Bring it back' }).click();
  await expect(name(office)).toHaveValue('From the office, later');

  // A chosen picture is not part of a draft, so leaving asks for confirmation; without one it does not.
  await office.locator('input[name="medal"]').setInputFiles([picture('medal.png')]);
  await office.getByRole('button', { name: 'Remove Medal' }).waitFor();
  await office.getByRole('link', { name: 'Races' }).first().click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await office.getByRole('button', { name: 'Remove Medal' }).click();
  await office.getByRole('link', { name: 'Races' }).first().click();
  await expect(office.getByRole('heading', { name: 'Races', level: 1 })).toBeVisible();
});

test('no typed text widens the page, and the submit bar never covers the focused field', async ({
  browser,
  splitline,
}) => {
  const page = await openForm(await browser.newContext({ viewport: { width: 1440, height: 900 } }), splitline);
  await page.getByLabel('Rule 1', { exact: true }).fill('W'.repeat(300));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(1440);
  const behind: string[] = [];
  await page.getByLabel('Rule 7', { exact: true }).focus();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement;
      const foot = [...document.querySelectorAll('form *')].find(
        (other) => getComputedStyle(other).position === 'sticky' && other.textContent?.includes('sections ready'),
      );
      const inFoot = foot?.contains(one) ?? true;
      const covered = one.getBoundingClientRect().bottom > (foot?.getBoundingClientRect().top ?? 0) + 1;
      return { inFoot, name: one.getAttribute('name') ?? one.textContent ?? '', covered };
    });
    if (now.inFoot) break;
    if (now.covered) behind.push(now.name);
  }
  expect(behind).toEqual([]);
});
