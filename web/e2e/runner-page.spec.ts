import { expectAccessible } from './accessibility';
import { logInByApi, raceByApi, startAt, timeRace } from './races';
import { expect, test } from './server';

const RACE = 'Canal 10K';
const MINUTE = 60_000;

test('a finisher opens the own result, compares it, and shows a certificate that anybody can check', async ({
  page,
  context,
  splitline,
}) => {
  const gun = Date.now() - 120 * MINUTE;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Zoë', 'Ann', 'Max', 'Kim', 'Lee']);
  await logInByApi(context, splitline);
  const path = `${splitline.url}/api/timing/${encodeURIComponent(RACE)}`;
  const headers = { Origin: splitline.url };
  const add = async (bib: string, mat: string, minute: number) => {
    const time = new Date(gun + minute * MINUTE).toISOString();
    const data = { kind: 'add', bib, mat, time, reason: 'Seen' };
    const answer = await context.request.post(`${path}/corrections`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  for (const [bib, half, finish] of [
    ['101', 21, 45],
    ['102', 24, 50],
    ['103', 29, 55.5],
    ['104', 26, 58],
  ] as const) {
    await add(bib, 'LINE', 0.1);
    await add(bib, '5K', half);
    await add(bib, 'LINE', finish);
  }
  const published = await context.request.post(`${splitline.url}/api/results/${encodeURIComponent(RACE)}/publish`, {
    headers,
    data: { contest: '10K', despiteOpen: true },
  });
  expect(published.ok(), await published.text()).toBe(true);

  // The director adds the video of the finish line; a wrong link is refused at its place, and nothing typed is lost.
  await page.goto(`${splitline.url}/results?race=${encodeURIComponent(RACE)}`);
  const tools = page.getByRole('region', { name: 'Pages of runners' });
  await tools.getByLabel('Link of the video').fill('https://evil.example/watch');
  await tools.getByLabel('Time of day of its first second').fill('soon');
  await tools.getByRole('button', { name: 'Save the video' }).click();
  await expect(tools.locator('[aria-invalid=true]')).toHaveCount(2);
  await expect(tools.getByLabel('Link of the video')).toHaveValue('https://evil.example/watch');
  const table = ['metres,sex,age,open_standard_s,factor', '10000,F,30,1780,1'].join('\n');
  await tools
    .locator('input[type=file]')
    .setInputFiles({ name: 'ages.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(tools.getByText('1 distance, ages 30 to 30.')).toBeVisible();
  await tools.getByRole('button', { name: 'Load this table' }).click();
  await expect(tools.getByText('Loaded: 1 distance, ages 30 to 30.')).toBeVisible();
  await expectAccessible(page);

  await context.clearCookies();
  for (const [width, height, scheme] of [
    [390, 844, 'light'],
    [820, 1180, 'dark'],
    [1440, 900, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${splitline.url}/results?race=${encodeURIComponent(RACE)}`);
    await page.getByRole('link', { name: 'Max Runner' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Max Runner' })).toBeVisible();
    await expect(page.getByRole('row').last()).toContainText('Finish');
    await expect(page.getByRole('row').last()).toContainText('1 place won');
    await page.getByRole('searchbox', { name: /Find a runner of this contest/ }).fill('zo');
    await page.getByRole('button', { name: /Zoë Runner, bib 101/ }).click();
    await expect(page).toHaveURL(/with=/);
    await expect(page.getByRole('columnheader', { name: 'Zoë Runner' })).toBeVisible();
    await expect(page.getByRole('img', { name: /Minutes a mile over the distance/ })).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`runner-${width}.png`), fullPage: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  // The comparison is in the address.
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Zoë Runner' })).toBeVisible();

  await page.getByRole('link', { name: 'Show the certificate' }).click();
  await expect(page.getByText('This certificate is genuine, and the results still say the same.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'The certificate' })).toContainText('3rd of 4 overall');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('certificate.png'), fullPage: true });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toBe('certificate.pdf');
  await (await download).saveAs(test.info().outputPath('certificate.pdf'));
  const png = await context.request.get(`${splitline.url}/api${new URL(page.url()).pathname}/certificate.png`);
  expect((await png.body()).subarray(1, 4).toString()).toBe('PNG');

  // One altered letter of the address, and a result that there is not.
  const { pathname } = new URL(page.url());
  await page.goto(splitline.url + pathname.slice(0, -1) + (pathname.endsWith('A') ? 'B' : 'A'));
  await expect(page.getByText('This is not one of our certificates')).toBeVisible();
  await page.goto(`${splitline.url}/media/none/nobody`);
  await expect(page.getByRole('heading', { name: 'Result not found' })).toBeVisible();
  await expectAccessible(page);
});
