import { picture } from './pictures';
import { ADMIN, type Splitline } from './server';

/** Creates a race through the API as an administrator would: with pictures, two maps, sponsors, and a date next year. */
export async function raceByApi(splitline: Splitline, name: string): Promise<void> {
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
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
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
