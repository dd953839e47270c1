/** Messages of a push service, in a browser with windows: without them it has no notifications. */
import { launchOptions } from './browser';
import { raceByApi, startAt } from './races';
import { expect, test } from './server';

const RACE = 'Harbor 10K';

test.use({ launchOptions: launchOptions({ windows: true }) });

test('a push message is shown while the page is closed, and opens the runner', async ({ page, context, splitline }) => {
  await context.grantPermissions(['notifications'], { origin: splitline.url });
  await raceByApi(splitline, RACE, startAt(Date.now()));
  await page.goto(`${splitline.url}/races`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations.at(-1)?.registrationId;
      if (id) found(id);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const message = { title: RACE, body: 'Ada Runner passed 5 km at 9:41 AM, 28:15', race: RACE, bib: '101' };
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: splitline.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
    });
  await expect.poll(shown).toEqual([{ title: RACE, body: message.body, data: { race: RACE, bib: '101' } }]);
});
