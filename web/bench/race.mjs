// A timed race for benchmarks.

/** The gun of all races: at a whole second two and a half hours ago, so that they are in their live windows. */
const GUN = 1000 * Math.floor(Date.now() / 1000 - 9000);
const inNewYork = { timeZone: 'America/New_York' };
const DATE = new Date(GUN).toLocaleDateString('en-US', {
  ...inNewYork,
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const START = new Date(GUN).toLocaleTimeString('en-US', { ...inNewYork, hour: 'numeric', minute: '2-digit' });

/** Creates a race of 10 km with a split at 5 km and entrants of all ages; returns its key for timing reads. `call` sends as the administrator. */
export async function timedRace(call, name, runners) {
  const form = new FormData();
  form.append('Race', name);
  form.append('Date', DATE);
  form.append('Distance', '10K');
  form.append('DistanceStartTimes', JSON.stringify([{ distance: '10K', startTime: START.replace('\u202f', ' ') }]));
  await call('POST', 'createPage', form);
  const json = { 'content-type': 'application/json' };
  const contest = {
    name: '10K',
    distanceMetres: 10000,
    gun: new Date(GUN).toISOString(),
    ranking: 'hybrid',
    bibs: [{ from: 1, to: runners }],
    acceptUnlisted: true,
    sport: 'run',
    start: { mats: ['START'], minimumLapSeconds: 600 },
    splits: [{ label: '5K', metres: 5000, mats: ['5K'], minimumSeconds: 600, leg: 'run' }],
    finish: { mats: ['FINISH'], minimumSeconds: 1200 },
  };
  await call('PUT', `timing/${name}/setup`, JSON.stringify({ contests: [contest] }), json);
  const list = Array.from({ length: runners }, (_, n) => n + 1).map(
    (bib) => `${bib},Runner${bib},Number${bib % 977},${bib % 2 ? 'f' : 'm'},${20 + (bib % 50)},10K`,
  );
  await call('PUT', `timing/${name}/entrants`, `bib,firstname,lastname,gender,age,contest\n${list.join('\n')}`, {
    'content-type': 'text/csv',
  });
  const made = await call('POST', `timing/${name}/keys`, JSON.stringify({ label: 'bench' }), json);
  const { key } = await made.json();
  return key;
}

/** Sends reads of a race: `{ bib, mat, seconds }`, the seconds after the gun. */
export async function sendReads(call, name, key, reads) {
  const at = (seconds) => new Date(GUN + Math.round(seconds * 1000)).toISOString();
  const body = `bib,mat,time\n${reads.map(({ bib, mat, seconds }) => `${bib},${mat},${at(seconds)}`).join('\n')}`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const answer = await call('POST', `timing/${name}/reads`, body, headers);
  if (!answer.ok) throw new Error(`reads: ${answer.status}`);
}
