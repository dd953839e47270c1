/** The course of a contest: an administrator sends its file, and a spectator sees the runners on it. */
import { expectFine, waitUntilLoaded } from './accessibility';
import { boxesOf, logInByApi, raceByApi, startAt, timeRace } from './races';
import { expect, test } from './server';

const RACE = 'Harbor 10K';
const MINUTE = 60_000;

/** A winding course of about 10 km, uphill to its middle. */
const gpx = (points = 400) => {
  const point = (i: number) => {
    const turn = (i / points) * 2 * Math.PI;
    const lat = 44.1 + 0.012 * Math.sin(turn) + 0.002 * Math.sin(5 * turn);
    const lon = -69.1 + 0.02 * Math.cos(turn);
    return `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><ele>${(20 + 30 * Math.sin(turn / 2)).toFixed(1)}</ele></trkpt>`;
  };
  const track = Array.from({ length: points + 1 }, (_, i) => point(i)).join('\n');
  return `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${track}</trkseg></trk></gpx>`;
};

test('a course file is looked at and saved, and Live Map shows the runners on it', async ({ page, splitline }) => {
  const gun = Date.now() - 40 * MINUTE;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Ada', 'Ben', 'Cleo', 'Dee']);
  const read = (bib: string, mat: string, minute: number) => ({ bib, mat, at: gun + minute * MINUTE });
  await boxesOf(splitline, RACE).send([
    ...['101', '102', '103', '104'].map((bib) => read(bib, 'LINE', 0.2)),
    read('101', '5K', 25),
    read('102', '5K', 28),
    read('103', '5K', 33),
  ]);

  await logInByApi(page.context(), splitline);
  await page.goto(`${splitline.url}/EditRaces?race=${encodeURIComponent(RACE)}`);
  const files = page.getByRole('region', { name: 'Course files' });
  const send = (name: string, text: string) =>
    files
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/gpx+xml', buffer: Buffer.from(text) });
  await send('notes.gpx', 'not a course');
  await expect(files.getByRole('alert')).toContainText('This is not a GPX file.');
  await send('course.gpx', gpx());
  const preview = page.getByRole('dialog', { name: 'New course of 10K' });
  await expect(preview.getByRole('img', { name: /^Map of the course of 10K/ })).toBeVisible();
  await expectFine(page, { name: 'course-preview' });
  await preview.getByRole('button', { name: 'Save the course' }).click();
  await expect(preview).toHaveCount(0);
  await expect(files).toContainText('10 km · 6.21 mi');
  await expectFine(page, { name: 'course-files' });

  await page.goto(`${splitline.url}/liveRace?race=${encodeURIComponent(RACE)}&q=ada`);
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Live Map' }).click();
  const map = page.getByRole('dialog', { name: 'Live Map' });
  await expect(map.getByText(/^Estimated positions of 4 runners at /)).toBeVisible();
  await expect(map.getByText(/Ada Runner: Estimate: \d\.\d km, last read at 5 km/)).toBeVisible();
  await expect(map.getByRole('row', { name: /^5 km 5 km · 3.11 mi/ })).toBeVisible();
  await expectFine(page, { name: 'course-map' });
  // Without a network a reloaded page has the course, as it has the runners.
  const kept = (name: string) => page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, name);
  await expect.poll(() => kept('courses')).toBe(1);
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('screens')).keys()).map(({ url }) => url).join(' ')),
    )
    .toContain('CoursePanel');
  await page.context().setOffline(true);
  await page.reload();
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Live Map' }).click();
  await expect(map.getByText(/^Estimated positions of 4 runners at /)).toBeVisible();
  await page.context().setOffline(false);
  // The keyboard reaches the other map, which the race has by its address.
  await map.getByRole('radio', { name: 'Course' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(map.getByRole('radio', { name: 'Map' })).toBeChecked();
});
