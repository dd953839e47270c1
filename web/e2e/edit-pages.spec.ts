import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { picture } from './pictures';
import { raceByApi } from './races';
import { ADMIN, expect, type Splitline, test } from './server';

const RACE = 'Harbor Half';

async function logIn(page: Page, splitline: Splitline, to: string) {
  await page.goto(`${splitline.url}${to}`);
  await page.getByLabel('Username or e-mail').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !/login/i.test(url.pathname));
  await page.getByRole('button', { name: 'Accept All' }).click();
}

/** Selects files in the input of a multipart field. */
async function choose(within: Page | Locator, field: string, ...names: string[]) {
  await within
    .locator(`input[type=file][name="${field}"]`)
    .first()
    // Each picture has another colour: an identical picture would not be added again.
    .setInputFiles(names.map((name, at) => picture(name, 600, 400, [19, 106, 40 * at])));
}

/** A change of a part: the messages of a successful save and of one without a network, and the text that visitors then see. */
interface Change {
  part: string;
  change: (box: Locator) => Promise<void>;
  saved: string;
  failed: string;
  visible?: string;
  /** Checks that the form still has the change after a failed save. */
  checkKept?: (box: Locator) => Promise<void>;
}

/** A change of a part that consists of one text field. */
function text(part: string, label: string, words: string, saved: string, failed: string): Change {
  const field = (box: Locator) => box.getByLabel(label, { exact: true });
  return {
    part,
    saved,
    failed,
    visible: words,
    change: (box) => field(box).fill(words),
    checkKept: (box) => expect(field(box)).toHaveValue(words),
  };
}

const CHANGES: Change[] = [
  {
    ...text(
      'header',
      'Registration link',
      'https://example.com/other',
      'Race updated successfully!',
      'An error occurred while saving. Please try again.',
    ),
    visible: '',
  },
  text(
    'location',
    'About',
    'Past the lighthouse, and home again.',
    'Location and information updated successfully!',
    'Failed to update location and information',
  ),
  text(
    'details',
    'Packet pick-up',
    'At the boathouse from half past five.',
    'Race details updated successfully!',
    'Failed to update race details',
  ),
  {
    part: 'partners',
    saved: 'Community partners updated successfully!',
    failed: 'Failed to update community partners',
    change: async (box) => {
      await box.getByRole('button', { name: 'Add a partner' }).click();
      await box.getByLabel('Link of partner 2').fill('https://example.com/bakery');
      await box
        .locator('input[type=file][name="communityPartnerImages"]')
        .last()
        .setInputFiles([picture('bakery.png', 300, 150)]);
    },
    checkKept: (box) => expect(box.getByLabel('Link of partner 2')).toHaveValue('https://example.com/bakery'),
  },
  {
    part: 'buttons',
    saved: 'Buttons updated successfully!',
    failed: 'Failed to update buttons',
    visible: 'Donate',
    change: async (box) => {
      // By the keyboard: pictures above that are still loading move the switch, and a click that begins before and ends after that is none.
      await box.getByRole('switch', { name: 'Donate' }).press('Space');
      await box.getByLabel('Donate: link').fill('https://example.com/donate');
    },
    checkKept: (box) => expect(box.getByLabel('Donate: link')).toHaveValue('https://example.com/donate'),
  },
  text(
    'course',
    'Course description',
    'Two bridges now, and still flat.',
    'Course information updated successfully!',
    'Failed to update course information',
  ),
  text(
    'awards',
    'Awards',
    'Everybody gets a lantern.',
    'Awards updated successfully!',
    'Failed to update awards. Please try again.',
  ),
  {
    part: 'prizes',
    saved: 'Awards updated successfully!',
    failed: 'Failed to update awards. Please try again.',
    change: (box) => choose(box, 'acrylic', 'acrylic.png'),
    checkKept: (box) => expect(box.getByText('New', { exact: false }).first()).toBeVisible(),
  },
  text(
    'training',
    'Training',
    'Long runs on Sundays.',
    'Training information updated successfully!',
    'Failed to update training information',
  ),
  text('rules', 'Rule 1', 'Lights on before dawn.', 'Rules updated successfully!', 'Failed to update rules'),
  text(
    'safety',
    'Safety Information',
    'Boats along the shore.',
    'Safety information updated successfully!',
    'Failed to update safety information',
  ),
  {
    part: 'accommodation',
    saved: 'Accommodation information updated successfully!',
    failed: 'Failed to update accommodation information',
    visible: 'The inn keeps twenty rooms.',
    change: async (box) => {
      await box.getByText('Show accommodation information on the page').click();
      await box.getByLabel('Accommodation Information', { exact: true }).fill('The inn keeps twenty rooms.');
    },
    checkKept: (box) =>
      expect(box.getByLabel('Accommodation Information', { exact: true })).toHaveValue('The inn keeps twenty rooms.'),
  },
  text(
    'refund',
    'Refund Policy',
    'Transfers until a week before.',
    'Refund policy updated successfully!',
    'Failed to update refund policy',
  ),
  {
    ...text(
      'card',
      'Location',
      'Harbor City, NJ',
      'Race card updated successfully!',
      'Failed to update race card. Please try again.',
    ),
  },
  {
    part: 'media',
    saved: 'Race media updated successfully!',
    failed: 'Failed to update race media',
    change: (box) => box.getByLabel('Live stream').fill('https://www.youtube.com/watch?v=abcdefghijk'),
    checkKept: (box) =>
      expect(box.getByLabel('Live stream')).toHaveValue('https://www.youtube.com/watch?v=abcdefghijk'),
  },
];

const boxOf = (page: Page, part: string) => page.locator(`[data-part="${part}"]`);
const save = (box: Locator) => box.getByRole('button', { name: /^Save( Changes)?$/ }).click();

test('a page is changed part by part, deleted and restored, and a save that failed without a network loses nothing', async ({
  page,
  browser,
  splitline,
}) => {
  test.setTimeout(300_000);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  await raceByApi(splitline, RACE);
  await logIn(page, splitline, '/EditRaces');

  const visitor = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const publicPage = `${splitline.url}/race/${encodeURIComponent(RACE)}`;
  await page.getByLabel('Search by race name').fill('harb');
  await page.getByRole('link', { name: RACE }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: RACE })).toBeVisible();
  for (const change of CHANGES) await test.step(change.part, () => saveTwice(page, visitor, publicPage, change));
  await test.step('memories', () => memories(page, visitor, publicPage));

  await test.step('delete and restore', async () => {
    await page.getByRole('link', { name: 'Back to Race Selection' }).click();
    await page.getByRole('button', { name: `DELETE ${RACE}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Delete' });
    await expect(dialog.getByRole('button', { name: 'DELETE' })).toBeDisabled();
    await dialog.getByLabel('Race name').fill(RACE);
    await goOffline(page);
    await dialog.getByRole('button', { name: 'DELETE' }).click();
    await expect(dialog.getByText('Error deleting race. Please try again.')).toBeVisible();
    await goOnline(page);
    await dialog.getByRole('button', { name: 'DELETE' }).click();
    await expect(dialog).toBeHidden();
    expect((await visitor.goto(publicPage))?.status()).toBe(404);
    await page.getByRole('button', { name: `Restore ${RACE}` }).click();
    await expect(page.getByRole('link', { name: RACE }).first()).toBeVisible();
    expect((await visitor.goto(publicPage))?.status()).toBe(200);
    await expect(visitor.getByText('Everybody gets a lantern.').first()).toBeAttached();
  });
  expect(pageErrors).toEqual([]);
});

/**
 * Takes the network away, and waits until the page says so: its note moves what is below, and a click that begins before and ends after
 * that is none.
 */
async function goOffline(page: Page) {
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
}

/** The opposite. */
async function goOnline(page: Page) {
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline.', { exact: false })).toBeHidden();
}

/** Changes a part, saves it without a network, checks that nothing is lost, and saves it again. */
async function saveTwice(
  page: Page,
  visitor: Page,
  publicPage: string,
  { part, change, saved, failed, checkKept, visible }: Change,
) {
  const box = boxOf(page, part);
  await box.getByRole('button', { name: /^Edit / }).click();
  await change(box);
  await goOffline(page);
  await save(box);
  await expect(box.getByText(failed).first()).toBeVisible();
  await checkKept?.(box);
  await goOnline(page);
  await save(box);
  await expect(box.getByText(saved).first()).toBeVisible({ timeout: 30_000 });
  if (visible === undefined || visible === '') return;
  await visitor.goto(publicPage);
  await expect(visitor.getByText(visible).first()).toBeAttached();
}

/** Adds two memories and deletes one, each after a first attempt without a network. */
async function memories(page: Page, visitor: Page, publicPage: string) {
  const box = boxOf(page, 'memories');
  const shown = async () => {
    await visitor.goto(publicPage);
    return visitor.locator('[aria-roledescription="carousel"]').last().textContent();
  };
  await box.getByRole('button', { name: 'Edit Memories' }).click();
  await choose(box, 'memories', 'three.png', 'four.png');
  await goOffline(page);
  await save(box);
  await expect(box.getByText('Failed to add images. Please try again.').first()).toBeVisible();
  await goOnline(page);
  await save(box);
  await expect(box.getByText('2 image(s) added successfully!').first()).toBeVisible({ timeout: 30_000 });
  expect(await shown()).toContain('4');

  const remove = async (message: string) => {
    await box.getByRole('button', { name: /^Delete/ }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog.getByText('Are you sure you want to delete this image?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(box.getByText(message).first()).toBeVisible();
  };
  await goOffline(page);
  await remove('Failed to delete image.');
  await goOnline(page);
  await remove('Image deleted successfully!');
  await expect(box.getByText('1 / 3')).toBeVisible();
}

test('two directors change one section: the second chooses between both versions, and the history restores the first', async ({
  browser,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  const at = `/EditRaces?race=${encodeURIComponent(RACE)}`;
  const [ada, ben] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  for (const director of [ada, ben]) {
    await logIn(director, splitline, at);
    await boxOf(director, 'training').getByRole('button', { name: 'Edit Training' }).click();
  }
  const write = async (director: Page, words: string) => {
    const box = boxOf(director, 'training');
    await box.getByLabel('Training', { exact: true }).fill(words);
    await save(box);
  };
  await write(ada, 'Hills on Tuesdays.');
  await expect(ada.getByText('Training information updated successfully!').first()).toBeVisible();
  await write(ben, 'Rest on Mondays.');
  const dialog = ben.getByRole('dialog').or(ben.getByRole('alertdialog'));
  await expect(dialog.getByText('Hills on Tuesdays.').first()).toBeVisible();
  await expect(dialog.getByText('Rest on Mondays.').first()).toBeVisible();
  await expectAccessible(ben);
  await dialog.getByRole('button', { name: /mine|my/i }).click();
  await expect(ben.getByText('Training information updated successfully!').first()).toBeVisible();

  await boxOf(ben, 'training').getByRole('button', { name: 'History of Training' }).click();
  const history = ben.getByRole('dialog');
  await expect(history.getByText('Hills on Tuesdays.').first()).toBeVisible();
  await expectAccessible(ben);
  await history
    .getByRole('button', { name: /restore/i })
    .first()
    .click();
  await expect(boxOf(ben, 'training').getByText('Hills on Tuesdays.').first()).toBeVisible();
});

test('a director without a mouse finds a race, sorts its rules, saves and goes back', async ({ page, splitline }) => {
  await raceByApi(splitline, RACE);
  await logIn(page, splitline, '/EditRaces');
  const keys = page.keyboard;
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());
  /** Presses Tab until the focused element has a matching name. */
  const reach = async (words: RegExp) => {
    for (let steps = 0; steps < 120; steps += 1) {
      const name = await page.evaluate(() => {
        const one = document.activeElement?.closest('a, button, input, textarea');
        return `${one?.getAttribute('aria-label') ?? ''} ${(one as HTMLElement | null)?.innerText ?? ''}`;
      });
      if (words.test(name)) return;
      await keys.press('Tab');
    }
    throw new Error(`Tab does not reach ${words}; the last focused element was ${await focused()}`);
  };
  await expect(page.getByLabel('Search by race name')).toBeVisible();
  await keys.press('/');
  await expect(page.getByLabel('Search by race name')).toBeFocused();
  await keys.type('harb');
  await reach(/^\s*Harbor Half/);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: RACE })).toBeVisible();
  await reach(/Edit\s+Race Rules/);
  await keys.press('Enter');
  const rules = boxOf(page, 'rules');
  await reach(/Add a rule/);
  await keys.press('Enter');
  await expect(rules.getByRole('textbox', { name: 'Rule 2' })).toBeFocused();
  await keys.type('Walkers to the right.');
  await reach(/Move rule 2 up/).catch(async () => {
    // The new row's buttons may be before its text field in the tab order.
    await keys.press('Shift+Tab');
    await reach(/Move rule 2 up/);
  });
  await keys.press('Enter');
  await expect(rules.getByRole('textbox', { name: 'Rule 1' })).toHaveValue('Walkers to the right.');
  await reach(/^\s*Save/);
  await keys.press('Enter');
  await expect(rules.getByText('Rules updated successfully!').first()).toBeVisible();
  await expect(rules.getByRole('button', { name: 'Edit Race Rules' })).toBeFocused();
  await expect(rules.getByRole('listitem').first()).toHaveText('Walkers to the right.');
});
