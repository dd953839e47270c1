/**
 * Measures the rules' time for a keystroke in the create form: `createCheck` through the built .wasm, including the form's conversion, for a
 * form with 200 entries (100 rules, 100 amenities) and 20 sponsors. It fails when the median is over the limit; the
 * 95th percentile depends too much on the machine's other load.
 *
 *     node core-wasm/benches/keystroke.mjs
 *
 * It also measures a keystroke in Edit Pages: a part's check and its comparison with the race as loaded.
 */
import { rulesOf } from './rules.mjs';

/** The maximum time for a keystroke, in milliseconds. */
const LIMIT = 2;
const KEYSTROKES = 2000;

const rules = await rulesOf('desk');
const today = '2027-01-15';
const form = filled(rules.createDefaults());
const race = rules.createRace(form, []);

const create = measure('Create Race, 200 entries', (key) =>
  rules.createCheck({ ...form, About: form.About + key }, today, []),
);
const edit = measure('Edit Pages, its rules part', (key) => {
  const edited = { ...race, Rules: [...race.Rules.slice(1), key] };
  return [rules.editCheck('rules', edited, today, []), rules.editChanged('rules', race, edited)];
});
if (create >= LIMIT || edit >= LIMIT) {
  console.error(`A keystroke takes ${LIMIT} ms or more.`);
  process.exitCode = 1;
}

/** A form whose lists have the maximum length, and whose texts are as long as on real pages. */
function filled(defaults) {
  const entries = (what) =>
    Array.from({ length: 100 }, (_, index) => `${what} ${index + 1}: ${'as runners read it '.repeat(5)}`);
  const text = 'A flat course along the river. '.repeat(60);
  return {
    ...defaults,
    Race: 'Spring Half',
    Date: 'June 15, 2027',
    Link: 'https://register.example/spring',
    About: text,
    CourseDescription: text,
    Training: text,
    Safety: text,
    NumberOfCourses: 3,
    Course1: 'https://ridewithgps.com/embeds?type=route&id=1234567',
    Course2: 'https://ridewithgps.com/embeds?type=route&id=1234568',
    Course3: 'https://ridewithgps.com/embeds?type=route&id=1234569',
    YoutubeLink: 'https://youtu.be/dQw4w9WgXcQ',
    Rules: entries('Rule'),
    Amenities: entries('Amenity'),
    CommunityPartnersEnabled: 'True',
    CommunityPartnersData: Array.from({ length: 20 }, (_, index) => ({ Link: `https://sponsor-${index}.example/` })),
  };
}

/** Runs a rule once for each keystroke, prints the median and the 95th percentile, and returns the median in milliseconds. */
function measure(what, rule) {
  const times = [];
  for (let index = 0; index < KEYSTROKES; index += 1) {
    const key = String.fromCharCode(97 + (index % 26));
    const start = performance.now();
    rule(key);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  const [median, p95] = [at(0.5), at(0.95)];
  console.log(`${what.padEnd(30)} median ${median.toFixed(3)} ms   p95 ${p95.toFixed(3)} ms   (limit ${LIMIT} ms)`);
  return median;
}
