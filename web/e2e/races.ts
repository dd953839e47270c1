import type { BrowserContext } from '@playwright/test';
import { picture } from './pictures';
import { ADMIN, type Splitline } from './server';

/** The fields of a race for its date and start time at an instant, in the time zone of New York. */
export function startAt(ms: number): { Date: string; DistanceStartTimes: string } {
  const zone = { timeZone: 'America/New_York' };
  return {
    Date: new Date(ms).toLocaleDateString('en-US', { ...zone, month: 'long', day: 'numeric', year: 'numeric' }),
    DistanceStartTimes: JSON.stringify([
      {
        distance: '10K',
        startTime: new Date(ms)
          .toLocaleTimeString('en-US', { ...zone, hour: 'numeric', minute: '2-digit' })
          .replace('\u202f', ' '),
      },
    ]),
  };
}

/** A timing setup as JSON: a 10K with its gun at this instant, its start and finish at one line, and a split halfway. */
export function tenK(gun: string): string {
  const line = { mats: ['LINE'] };
  return JSON.stringify({
    contests: [
      {
        name: '10K',
        distanceMetres: 10_000,
        gun,
        ranking: 'chip',
        bibs: [{ from: 1, to: 999 }],
        acceptUnlisted: true,
        sport: 'run',
        start: { ...line, minimumLapSeconds: 900 },
        splits: [{ label: '5 km', metres: 5000, mats: ['5K'], minimumSeconds: 700, leg: 'run' }],
        finish: { ...line, minimumSeconds: 1620 },
      },
    ],
  });
}

/** Sets up the timing of a race with the program's commands: a setup as JSON, and a list of entrants as CSV. */
export function setUpByCommand(splitline: Splitline, race: string, setup: string, entrants?: string): void {
  const take = (command: string, file: string) =>
    splitline.run('timing', command, '--race', race, file, '--data', splitline.data);
  take('setup', splitline.file('setup.json', setup));
  if (entrants !== undefined) take('entrants', splitline.file('entrants.csv', entrants));
}

/** Sets up the timing of a race: a 10K with its gun at `gun`, and the given runners as entrants. */
export function timeRace(splitline: Splitline, name: string, gun: number, runners: readonly string[]): void {
  const rows = runners.map((runner, i) => `${101 + i},${runner},Runner,f,34,10K`);
  const list = ['bib,firstname,lastname,gender,age,contest', ...rows].join('\n');
  setUpByCommand(splitline, name, tenK(new Date(gun).toISOString()), list);
}

/** A read of a bib or of a chip at a mat. */
export interface Read {
  mat: string;
  bib?: string;
  chip?: string;
  /** In epoch milliseconds. */
  at: number;
}

/** Gives the boxes of a race a key, and returns it and what sends their reads, and their files of other types with the mat of the box. */
export function boxesOf(splitline: Splitline, race: string) {
  const words = ['timing', 'key', '--race', race, '--label', 'boxes', '--data', splitline.data];
  const key =
    splitline
      .run(...words)
      .trim()
      .split('\n')
      .at(-1) ?? '';
  const post = async (type: string, body: string, mat = '') => {
    const answer = await fetch(`${splitline.url}/api/timing/${encodeURIComponent(race)}/reads${mat}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const send = (reads: readonly Read[]) =>
    post(
      'application/json',
      JSON.stringify(
        reads.map(({ at, ...read }) => ({ source: `box ${read.mat}`, ...read, time: new Date(at).toISOString() })),
      ),
    );
  return { key, send, post };
}

/**
 * Creates a race through the API as an administrator would: with pictures, sponsors, and a date next year. `over` replaces fields.
 */
export async function raceByApi(splitline: Splitline, name: string, over: Record<string, string> = {}): Promise<void> {
  const headers = { Origin: splitline.url };
  const login = await fetch(`${splitline.url}/api/login`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
  });
  if (!login.ok) throw new Error(`login: ${login.status} ${await login.text()}`);
  const Cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

  const form = new FormData();
  const fields: Record<string, string> = {
    Race: name,
    Date: `June 19, ${new Date().getFullYear() + 1}`,
    Day: 'Saturday',
    Distance: 'Half, 10K',
    DistanceStartTimes: JSON.stringify([
      { distance: 'Half', startTime: '7:30 AM' },
      { distance: '10K', startTime: '8:00 AM' },
    ]),
    TimeZone: 'America/New_York',
    CardLocation: 'Lake City, NY',
    Link: 'https://example.com/register',
    About: 'Along the harbor and back.',
    StringAddress: '1 Harbor Road, Lake City, NY',
    CourseDescription: 'Flat, with one bridge.',
    PacketPickUp: 'At the pavilion from six in the morning.',
    Training: 'Run easy, most days.',
    Safety: 'Medics at every second water station.',
    Refund: 'No refunds; transfers until two weeks before.',
    Amenities: JSON.stringify(['Chip timing', 'Water every 1.5 miles']),
    Rules: JSON.stringify(['Bibs on the front.']),
    CommunityPartnersEnabled: 'True',
    CommunityPartnersData: JSON.stringify([{ Link: 'https://example.com/partner' }]),
    SponsorButtonEnabled: 'True',
    SponsorLink: 'https://example.com/sponsor',
  };
  for (const [field, value] of Object.entries({ ...fields, ...over })) form.append(field, value);
  const file = (field: string, width: number, height: number) => {
    const { name: filename, mimeType, buffer } = picture(`${field}.png`, width, height);
    form.append(field, new File([new Uint8Array(buffer)], filename, { type: mimeType }));
  };
  for (const field of ['raceLogo', 'medal', 'shirt', 'medals3', 'memImages', 'memImages']) file(field, 600, 400);
  file('communityPartnerImages', 300, 150);

  const created = await fetch(`${splitline.url}/api/createPage`, {
    method: 'POST',
    headers: { ...headers, Cookie },
    body: form,
  });
  if (!created.ok) throw new Error(`createPage: ${created.status} ${await created.text()}`);
}

/** Logs a browser context in through the API, without the login page. */
export async function logInByApi(context: BrowserContext, splitline: Splitline): Promise<void> {
  const answer = await context.request.post(`${splitline.url}/api/login`, {
    data: { username: ADMIN.email, password: ADMIN.password },
    headers: { Origin: splitline.url },
  });
  if (!answer.ok()) throw new Error(`login: ${answer.status()} ${await answer.text()}`);
  // The choice about cookies is stored, so that the banner is not shown.
  await context.addInitScript(() => {
    localStorage.setItem('storageVersion', '1.0');
    localStorage.setItem('cookieConsent', 'accepted');
  });
}
