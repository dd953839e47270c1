// Measures the bytes of a spectator-hour: what a live page fetches in 720 polls, all headers included, against polling the lists of
// `getLiveTimes`, gzipped at level 6. `node bench/live-feed.mjs <splitline>` prints the ratio for the first hour of a race and for that of the finish,
// over HTTP/2 through Caddy and through nginx, as browsers ask where there is TLS, and over HTTP/1.1. TLS itself and TCP are not counted. The
// headers of a request are those of a browser.
import { Agent, get } from 'node:http';
import { connect } from 'node:http2';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { rulesOf } from '../../core-wasm/benches/rules.mjs';
import { startCaddy, startNginx } from './proxies.mjs';
import { sendReads, timedRace } from './race.mjs';
import { freePort, prepare, print } from './server.mjs';

const POLLS = 720;
const SECONDS = 5;
/** The full lists are fetched at every so many polls only, and counted this often. */
const LISTS_EVERY = 60;
/** What a phone's browser says at each poll of a page of the same site. */
const HEADERS = {
  'sec-ch-ua-platform': '"Android"',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'sec-ch-ua': '"Chromium";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?1',
  accept: '*/*',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  referer: 'https://races.example/liveRace',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-US,en;q=0.9',
};

const { port, folder, start, call, logIn, end } = await prepare(process.argv[2]);

const rules = await rulesOf('board');

const decoded = (headers, sent) => {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[headers['content-encoding']];
  return { sent: sent.length, body: decode?.(sent) ?? sent };
};

/** One connection over HTTP/1.1; counts the bytes of requests and answers. */
function overHttp1() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let total = 0;
  return (path) =>
    new Promise((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, path, agent, headers: HEADERS }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const { bytesRead, bytesWritten } = answer.socket ?? request.socket;
          const bytes = bytesRead + bytesWritten - total;
          total += bytes;
          resolve({ status: answer.statusCode, bytes, ...decoded(answer.headers, Buffer.concat(parts)) });
        });
      });
      request.on('error', reject);
    });
}

/** The same over HTTP/2 through a proxy on another port. */
function overHttp2(proxy) {
  const session = connect(`http://127.0.0.1:${proxy}`);
  session.unref();
  let total = 0;
  return (path) =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':path': path, ...HEADERS });
      const parts = [];
      let headers = {};
      stream.on('response', (answer) => {
        headers = answer;
      });
      stream.on('data', (part) => parts.push(part));
      stream.on('error', reject);
      stream.on('end', () => {
        const { bytesRead, bytesWritten } = session.socket;
        const bytes = bytesRead + bytesWritten - total;
        total += bytes;
        resolve({ status: headers[':status'], bytes, ...decoded(headers, Buffer.concat(parts)) });
      });
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

/** Replays an hour of a race, and returns for each kind of connection the bytes of one who follows the live page and of one who polls the lists. */
async function hour(name, key, reads, from, connections) {
  const atLevel6 = ({ bytes, sent, body }) => bytes - sent + gzipSync(body, { level: 6 }).length;
  const spectators = [];
  for (const [kind, connection] of Object.entries(connections)) {
    const live = connection();
    const first = await live(`/api/live/${name}`);
    const board = new rules.Board();
    const { version } = board.load(first.body);
    spectators.push({ kind, live, lists: connection(), board, version, first: first.bytes, followed: 0, listed: 0 });
  }
  for (let poll = 0; poll < POLLS; poll += 1) {
    const until = from + (poll + 1) * SECONDS;
    const batch = reads.filter(({ seconds }) => seconds >= until - SECONDS && seconds < until);
    if (batch.length > 0) await sendReads(call, name, key, batch);
    for (const one of spectators) {
      const answer = await one.live(`/api/live/${name}?since=${one.version}`);
      one.followed += answer.bytes;
      if (answer.status === 200) one.version = one.board.load(answer.body).version;
      if (poll % LISTS_EVERY === 0)
        one.listed += atLevel6(await one.lists(`/api/getLiveTimes?race=${name}`)) * LISTS_EVERY;
    }
  }
  return spectators;
}

await start();
await logIn();
const [caddyPort, nginxPort] = [await freePort(), await freePort()];
const proxies = [
  await startCaddy(
    folder,
    `{
  admin off
  auto_https off
  servers {
    protocols h1 h2c
  }
}
http://127.0.0.1:${caddyPort} {
  reverse_proxy 127.0.0.1:${port}
}`,
  ),
  await startNginx(
    folder,
    `upstream splitline { server 127.0.0.1:${port}; keepalive 8; }
server { listen 127.0.0.1:${nginxPort} http2; location / { proxy_pass http://splitline; proxy_http_version 1.1; proxy_set_header Connection ""; } }`,
  ),
];
try {
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
      const connections = {
        'HTTP/2 (Caddy)': () => overHttp2(caddyPort),
        'HTTP/2 (nginx)': () => overHttp2(nginxPort),
        'HTTP/1.1': overHttp1,
      };
      for (const { kind, first, followed, listed } of await hour(name, key, reads, from, connections)) {
        const kB = (bytes) => `${Math.round(bytes / 1024).toLocaleString('en-US')} kB`;
        print(
          `  ${runners.toLocaleString('en-US')} runners, ${what}, ${kind}: polls ${kB(followed)} and the first load ${kB(first)}; polling the lists ${kB(listed)}: 1/${Math.round(listed / followed)}, with the first load 1/${Math.round(listed / (followed + first))}`,
        );
      }
    }
  }
} finally {
  for (const proxy of proxies) proxy.stop();
  await end();
}
