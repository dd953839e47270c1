/** Runners of the stories: their published results, and their accounts. */
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import type { MailServer } from './mail';
import { logInByApi, raceByApi } from './races';
import { expect, type Splitline } from './server';

/** The year of the published races. */
const YEAR = new Date().getFullYear() - 1;
/** The e-mail address of Zoë O’Brien. */
export const ADDRESS = 'zoe@example.test';
/** The password of every account of the stories but the first administrator's. */
export const PASSWORD = 'three owls cross the harbor';

/** Publishes a race of last year in which Zoë O’Brien ran this time, and somebody else. */
export async function publish(
  splitline: Splitline,
  request: APIRequestContext,
  race: string,
  date: string,
  time: string,
) {
  await raceByApi(splitline, race, { Date: `${date}, ${YEAR}` });
  const query = new URLSearchParams({ race, contest: '5K', distance: '5K' });
  const answer = await request.post(`${splitline.url}/api/results/import?${query}`, {
    headers: { Origin: splitline.url, 'content-type': 'text/csv' },
    data: `bib,name,sex,dob,time\n117,Zoë O’Brien,F,1990-06-02,${time}\n2,Max Brandt,M,1985-05-05,21:00\n`,
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Sends JSON as this browser. */
export async function post(splitline: Splitline, request: APIRequestContext, call: string, data: object) {
  const answer = await request.post(`${splitline.url}/api/${call}`, { data, headers: { Origin: splitline.url } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Signs Zoë O’Brien up, with the results in these races. */
export async function signUp(
  splitline: Splitline,
  request: APIRequestContext,
  mail: MailServer,
  races: readonly string[],
) {
  const begun = await post(splitline, request, 'verifyRacer', {
    FirstName: 'Zoë',
    LastName: 'O’Brien',
    DOB: '1990-06-02',
    Gender: 'f',
    Email: ADDRESS,
  });
  await post(splitline, request, 'verifyEmail', { code: await mail.code(ADDRESS) });
  const matches = begun.matches as { race: string; resultId: string }[];
  const claims = matches.filter(({ race }) => races.includes(race)).map(({ resultId }) => resultId);
  await post(splitline, request, 'createAccount', { Username: 'zoe.runs', password: PASSWORD, claims });
}

/** Makes somebody another administrator, by an invitation of `desk`; `request` is logged in as that account afterwards. */
export async function inviteAdmin(
  splitline: Splitline,
  desk: APIRequestContext,
  request: APIRequestContext,
  mail: MailServer,
  name: string,
) {
  const email = `${name}@example.test`;
  await post(splitline, desk, 'invitations', { email, role: 'admin' });
  const token = await mail.link(email, '/invitation');
  await post(splitline, request, 'acceptInvitation', { token, Username: name, password: PASSWORD });
}

/** Stores the choice about cookies, so that the banner is not shown. */
export const withoutBanner = (context: BrowserContext) =>
  context.addInitScript(() => {
    localStorage.setItem('storageVersion', '1.0');
    localStorage.setItem('cookieConsent', 'accepted');
  });

/**
 * Logs the director in at `desk`, publishes the Spring 5K, and signs Zoë O’Brien up in `context` with the results in these races. Returns
 * the desk's requests.
 */
export async function runner(
  splitline: Splitline,
  context: BrowserContext,
  desk: BrowserContext,
  mail: MailServer,
  races: readonly string[] = ['Spring 5K'],
): Promise<APIRequestContext> {
  await logInByApi(desk, splitline);
  await publish(splitline, desk.request, 'Spring 5K', 'April 12', '20:00');
  await withoutBanner(context);
  await signUp(splitline, context.request, mail, races);
  return desk.request;
}
