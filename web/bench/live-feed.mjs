// Measures the bytes of a spectator-hour: what a live page fetches in 720 polls, all headers included, against polling the lists of
// `getLiveTimes`, gzipped at level 6. `node bench/live-feed.mjs <splitline>` prints the ratio for the first hour of a race and for that of the finish.
import { Agent, get } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { rulesOf } from '../../core-wasm/benches/rules.mjs';
import { sendReads, timedRace } from './race.mjs';
import { prepare, print } from './server.mjs';

const POLLS = 720;
const SECONDS = 5;
/** The full lists are fetched at every so many polls only, and counted this often. */
const LISTS_EVERY = 60;

const { port, start, call, logIn, end } = await prepare(process.argv[2]);

const rules = await rulesOf('board');

/** One connection; counts the bytes of requests and answers. */
function connection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let total = 0;
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const asked = { 'accept-encoding': 'gzip, br', ...headers };
      const request = get({ host: '127.0.0.1', port, path, agent, headers: asked }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const { bytesRead, bytesWritten } = answer.socket ?? request.socket;
          const bytes = bytesRead + bytesWritten - total;
          total += bytes;
          const sent = Buffer.concat(parts);
          const decode = { br: brotliDecompressSync, gzip: gunzipSync }[answer.headers['content-encoding']];
          resolve({ status: answer.statusCode, bytes, sent: sent.length, body: decode?.(sent) ?? sent });
        });
      });
      request.on('error', reject);
    });
}

/** A number from 0 to 1 that is the same in every run. */
const scattered = (bib) => ((bib * 2654435761) % 2 ** 32) / 2 ** 32;

/** The reads of a field: runners start within ten minutes and need 35 to 90 minutes, most of them about an hour. */
function readsOf(runners) {
  const reads = [];
  for (let bib = 1; bib <= runners; bib += 1) {
    const begin = 600 * scattered(bib);
    const spread = (scattered(bib + 7) + scattered(bib * 3 + 1) + scattered(bib * 5 + 2)) / 3;
    const total = 2100 + 3300 * spread;
    reads.push({ bib, mat: 'START', seconds: begin });
    reads.push({ bib, mat: '5K', seconds: begin + total * 0.49 });
    reads.push({ bib, mat: 'FINISH', seconds: begin + total });
  }
  return reads.sort((a, b) => a.seconds - b.seconds);
}

/** Replays an hour of a race, and returns the bytes of one who follows the live page and of one who polls the lists. */
async function hour(name, key, reads, from) {
  const lists = connection();
  const live = connection();
  const first = await live(`/api/live/${name}`);
  const board = new rules.Board();
  const load = ({ body }) => board.load(body).version;
  const atLevel6 = ({ bytes, sent, body }) => bytes - sent + gzipSync(body, { level: 6 }).length;
  let version = load(first);
  let [followed, listed] = [0, 0];
  for (let poll = 0; poll < POLLS; poll += 1) {
    const until = from + (poll + 1) * SECONDS;
    const batch = reads.filter(({ seconds }) => seconds >= until - SECONDS && seconds < until);
    if (batch.length > 0) await sendReads(call, name, key, batch);
    const answer = await live(`/api/live/${name}?since=${version}`);
    followed += answer.bytes;
    if (answer.status === 200) version = load(answer);
    if (poll % LISTS_EVERY === 0) listed += atLevel6(await lists(`/api/getLiveTimes?race=${name}`)) * LISTS_EVERY;
  }
  return { first: first.bytes, followed, listed };
}

await start();
await logIn();
for (const runners of [1000, 10_000]) {
  const reads = readsOf(runners);
  for (const [what, from] of [
    ['the first hour', 0],
    ['the hour of the finish', 2700],
  ]) {
    const name = `Feed${runners}from${from}`;
    const key = await timedRace(call, name, runners);
    const before = reads.filter(({ seconds }) => seconds < from);
    for (let at = 0; at < before.length; at += 5000) await sendReads(call, name, key, before.slice(at, at + 5000));
    const { first, followed, listed } = await hour(name, key, reads, from);
    const kB = (bytes) => `${Math.round(bytes / 1024).toLocaleString('en-US')} kB`;
    print(
      `  ${runners.toLocaleString('en-US')} runners, ${what}: polls ${kB(followed)} and the first load ${kB(first)}; polling the lists ${kB(listed)}: 1/${Math.round(listed / followed)}, with the first load 1/${Math.round(listed / (followed + first))}`,
    );
  }
}
await end();
