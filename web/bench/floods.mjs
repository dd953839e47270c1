// Measures the server during several floods of requests, and with 2,300 spectators of a race for a minute.
// `node bench/floods.mjs <splitline>` fails when another visitor waits too long, or the server uses too much memory or too many
// threads. All connections are within 127.0.0.0/8, and each flood has a fixed number of requests.
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { crc32, deflateSync, gunzipSync } from 'node:zlib';
import { rulesOf } from '../../core-wasm/benches/rules.mjs';
import { at } from './figures.mjs';
import { sendReads, timedRace } from './race.mjs';
import { prepare, print } from './server.mjs';

const MAX_MS = 150;
const MAX_MB = 300;
const MAX_THREADS = 48;
const MAX_WAIT_MS = 1000;
const SPECTATORS = 2300;
const SPECTATOR_SECONDS = 60;
const MAX_P99_MS = 100;
/** 4,700 reads a second. */
const FINISHERS = 235;
const READS_OF_A_CHIP = 20;

/** Sends a request from the client address `from`; returns status, headers, body and the time in milliseconds. */
function fetchFrom(port, path, { from = '127.0.0.1', agent, headers = {} } = {}) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent, headers, localAddress: from }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          body: Buffer.concat(parts),
          ms: performance.now() - began,
        }),
      );
    });
    request.on('error', reject);
  });
}

/** The visitor, in a worker: reads the races' dates fifty times a second until it gets a message, then reports all response times. */
async function visit() {
  const agent = new Agent({ keepAlive: true });
  const took = [];
  let running = true;
  parentPort.once('message', () => {
    running = false;
  });
  while (running) {
    const began = performance.now();
    const attempt = () => fetchFrom(workerData.port, '/api/getRaceDates', { from: '127.0.0.100', agent });
    // Repeated once, as browsers do when a kept-alive connection was closed in the meantime.
    const answer = await attempt()
      .catch(attempt)
      .catch(() => undefined);
    took.push(answer?.status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY);
    await pause(20);
  }
  agent.destroy();
  parentPort.postMessage(took);
}

if (!isMainThread) {
  await visit();
  process.exit();
}

const server = await prepare(process.argv[2] ?? '../target/release/splitline');
const { port, origin, processStatus } = server;
let failed = false;

async function call(...words) {
  const answer = await server.call(...words);
  if (!answer.ok) throw new Error(`${words[0]} ${words[1]}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Creates a race whose runners have started and passed a split; returns its key for timing reads. */
async function race(name, runners) {
  const key = await timedRace(call, name, runners);
  const bibs = Array.from({ length: runners }, (_, n) => n + 1);
  await reads(name, key, 'START', 0, bibs);
  await reads(name, key, '5K', 1200, bibs);
  return key;
}

const reads = (name, key, mat, after, bibs) =>
  sendReads(
    call,
    name,
    key,
    bibs.map((bib) => ({ bib, mat, seconds: after + (bib % 600) })),
  );

/** Sends a request and never reads the response; closes the connection after `ms` milliseconds if given. */
function sendUnread(from, request, ms) {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  if (ms !== undefined) setTimeout(() => socket.destroy(), ms);
  return socket;
}

function head(path, encoding = 'br') {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
}

/** A PNG of 1600 × 1200 pixels with noise like a photograph's, so that it does not compress well. */
function photograph(seed) {
  const [width, height] = [1600, 1200];
  const rows = Buffer.alloc(height * (width * 3 + 1));
  let grain = seed + 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * 3; x++) {
      grain = (Math.imul(grain, 1664525) + 1013904223) >>> 0;
      rows[y * (width * 3 + 1) + 1 + x] = (((x * 7 + y * 3) >> 4) + (grain >>> 27)) & 255;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (kind, data) => {
    const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(kind), data])];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const pixels = chunk('IDAT', deflateSync(rows, { level: 1 }));
  return Buffer.concat([signature, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))]);
}

/** Creates a race with eight photographs in its gallery: some megabytes in base64. */
async function album() {
  const page = new FormData();
  page.append('Race', 'Album');
  page.append('Date', 'November 22, 2026');
  await call('POST', 'createPage', page);
  for (let half = 0; half < 2; half++) {
    const form = new FormData();
    for (let n = 0; n < 4; n++)
      form.append('memories', new Blob([photograph(half * 4 + n)], { type: 'image/png' }), `${n}.png`);
    form.append('action', 'add');
    await call('PUT', 'Album/memory-images', form);
  }
}

/**
 * Runs a flood in parallel with a visitor, and prints the visitor's response times and the server's memory and threads. `maxGrowth` is how
 * many MB the memory may grow.
 */
async function during(what, flood, maxGrowth = MAX_MB) {
  const before = processStatus('VmRSS');
  writeFileSync(`/proc/${server.pid()}/clear_refs`, '5');
  const visitor = new Worker(new URL(import.meta.url), { workerData: { port } });
  let threads = 0;
  const watch = setInterval(() => {
    threads = Math.max(threads, processStatus('Threads'));
  }, 50);
  await pause(500);
  await flood();
  await pause(500);
  const durations = new Promise((resolve) => visitor.once('message', resolve));
  visitor.postMessage('stop');
  const took = await durations;
  clearInterval(watch);
  const p99 = at(took, 0.99);
  const peak = processStatus('VmHWM');
  const growth = peak - before;
  const passed = p99 < MAX_MS && peak < MAX_MB && growth < maxGrowth && threads <= MAX_THREADS;
  failed ||= !passed;
  print(
    `  ${what}: a visitor waits ${p99.toFixed(0)} ms (p99 of ${took.length}, below ${MAX_MS}); ` +
      `memory ${peak} MB (below ${MAX_MB}), grown by ${growth} (below ${maxGrowth}); ${threads} threads (at most ${MAX_THREADS})${passed ? '' : '  TOO MUCH'}`,
  );
}

async function abortedLogins() {
  for (let n = 0; n < 300; n++) {
    const body = JSON.stringify({ username: `nobody${n}`, password: 'wrong horse battery' });
    const request = `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    sendUnread(`127.0.1.${1 + (n % 250)}`, request, 30);
    if (n % 3 === 2) await pause(10);
  }
}

/** Two hundred people log in within a moment, half of whom close the page at once; the others wait for their answer. */
async function loginsAtOnce() {
  const waiting = [];
  for (let n = 0; n < 200; n++) {
    const from = `127.0.1.${1 + n}`;
    // Names of their own: many logins of one account at once are refused before a password is checked.
    const body = JSON.stringify({ username: `runner${n}`, password: 'wrong horse battery' });
    const request = `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    if (n % 2 === 0) sendUnread(from, request, 30);
    else waiting.push(answerTo(from, request));
  }
  const answers = await Promise.all(waiting);
  const count = (status) => answers.filter((answer) => answer === status).length;
  print(`  of 100 who waited ${count(401)} had their password checked, ${count(503)} were asked to come back`);
  if (count(401) + count(503) !== 100 || count(401) === 0) failed = true;
}

/** Sends a request from a client address; returns the status of its answer, 0 without one. */
function answerTo(from, request) {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => done(0));
    socket.on('close', () => done(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
    // Not ended: a client that has closed its side counts as gone.
    socket.write(request);
  });
}

async function abortedFirstReads() {
  for (let n = 0; n < 200; n++) sendUnread(`127.0.1.${1 + (n % 100)}`, head('/api/live/Flood'), 20 + n);
  const whole = await fetchFrom(port, '/api/live/Flood', { from: '127.0.0.3' });
  if (whole.status !== 200) throw new Error(`the spectator that did not abort got ${whole.status}`);
}

const plain = ({ headers, body }) => (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);

/** The version of a whole field. */
const versionOf = ({ headers }) => headers.etag.slice(3, -1);

async function spellings() {
  const version = versionOf(await fetchFrom(port, '/api/live/Flood'));
  const epoch = version.slice(0, version.lastIndexOf('-'));
  const variants = Array.from({ length: 256 }, (_, n) => `${epoch}-${'0'.repeat(n + 1)}`);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  await Promise.all(variants.map((since) => fetchFrom(port, `/api/live/Flood?since=${since}`, { agent })));
  agent.destroy();
}

async function unreadAnswers() {
  const sockets = [];
  for (let n = 0; n < 2100; n++) {
    sockets.push(sendUnread('127.0.0.9', head('/api/live/Flood')));
    if (n % 50 === 49) await pause(10);
  }
  await pause(5000);
  for (const socket of sockets) socket.destroy();
}

async function unreadAlbums() {
  const sockets = Array.from({ length: 300 }, () => sendUnread('127.0.0.9', head('/api/race/Album')));
  await pause(5000);
  for (const socket of sockets) socket.destroy();
}

async function unreadAlbumsOfMany() {
  const sockets = [];
  for (let n = 0; n < 4000; n++) {
    sockets.push(sendUnread(`127.0.3.${1 + (n % 8)}`, head('/api/race/Album')));
    if (n % 50 === 49) await pause(10);
  }
  await pause(5000);
  for (const socket of sockets) socket.destroy();
}

async function abortedCompressions() {
  const flood = async (path, times, ms) => {
    for (let n = 0; n < times; n++) {
      sendUnread(`127.0.1.${1 + (n % 100)}`, head(path, 'gzip'), ms);
      if (n % 10 === 9) await pause(50);
    }
    await pause(1000);
  };
  await flood('/api/race/Album', 40, 300);
  await flood('/api/getRaceCards', 200, 50);
  await flood('/api/docs/swagger-ui-bundle.js', 100, 50);
  await flood('/api/openapi.json', 200, 50);
}

/** Uses up all connections with requests whose bodies never arrive, then sends requests from new client addresses. */
async function bodiesThatNeverCome() {
  const begun = `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`;
  const sockets = [];
  for (let n = 0; n < 8 * 512; n++) {
    sockets.push(sendUnread(`127.0.4.${1 + (n % 8)}`, begun));
    if (n % 50 === 49) await pause(10);
  }
  await pause(1000);
  for (let n = 0; n < 20; n++) {
    const { status, ms } = await fetchFrom(port, '/api/getRaceDates', { from: `127.0.5.${1 + n}` });
    if (status !== 200 || ms > MAX_MS) {
      failed = true;
      print(`  a new spectator got ${status} after ${ms.toFixed(0)} ms (below ${MAX_MS})  TOO MUCH`);
    }
  }
  for (const socket of sockets) socket.destroy();
}

/** Follows the race of 14,200 runners: each spectator requests the changes every five seconds, as the live page does. */
async function spectators(key) {
  const agents = Array.from({ length: 23 }, () => new Agent({ keepAlive: true }));
  const took = [];
  let unanswered = 0;
  // One board reads the versions for all spectators.
  const board = new (await rulesOf('board')).Board();
  let newest = board.load((await fetchFrom(port, '/api/live/Ten')).body).version;
  const end = performance.now() + SPECTATOR_SECONDS * 1000;
  const spectator = async (n) => {
    const [agent, from] = [agents[n % agents.length], `127.0.2.${1 + (n % agents.length)}`];
    await pause((n * 5000) / SPECTATORS);
    const headers = { 'accept-encoding': 'gzip' };
    let path = '/api/live/Ten';
    while (performance.now() < end) {
      const next = performance.now() + 5000;
      const began = performance.now();
      const attempt = () => fetchFrom(port, path, { from, agent, headers });
      // Repeated once, as browsers do when a kept-alive connection was closed in the meantime.
      const answer = await attempt()
        .catch(attempt)
        .catch(() => undefined);
      if (answer?.status === 200 || answer?.status === 204) {
        took.push(performance.now() - began);
        if (path.endsWith(newest) && answer.status === 200) newest = board.load(plain(answer)).version;
        path = `/api/live/Ten?since=${newest}`;
      } else {
        unanswered += 1;
      }
      await pause(Math.max(0, next - performance.now()));
    }
  };
  // Each second so many runners finish, and the mat reads each chip many times.
  let finished = 0;
  const timing = setInterval(() => {
    const bibs = Array.from({ length: FINISHERS }, (_, n) => 1 + finished + n);
    finished += FINISHERS;
    const batch = bibs.flatMap((bib) =>
      Array.from({ length: READS_OF_A_CHIP }, (_, n) => ({ bib, mat: 'FINISH', seconds: 2400 + (bib % 600) + n / 10 })),
    );
    sendReads(call, 'Ten', key, batch).catch((error) => {
      failed = true;
      print(`  reads: ${error}  TOO MUCH`);
    });
  }, 1000);
  await Promise.all(Array.from({ length: SPECTATORS }, (_, n) => spectator(n)));
  clearInterval(timing);
  for (const agent of agents) agent.destroy();
  const longest = took.reduce((max, ms) => Math.max(max, ms), 0);
  const p99 = at(took, 0.99);
  const passed = longest < MAX_WAIT_MS && p99 < MAX_P99_MS && unanswered === 0;
  failed ||= !passed;
  print(
    `  ${SPECTATORS} spectators and ${FINISHERS * READS_OF_A_CHIP} reads a second: ${took.length} answers, 99 of 100 within ${p99.toFixed(0)} ms (${MAX_P99_MS}), the longest wait ${longest.toFixed(0)} ms (below ${MAX_WAIT_MS}), ` +
      `${unanswered} without an answer${passed ? '' : '  TOO MUCH'}`,
  );
}

try {
  await server.start();
  await server.logIn();
  await race('Flood', 32000);
  await album();
  // Enough for a minute.
  const key = await race('Ten', 14_200);
  await during('300 logins begun and aborted in a second', abortedLogins);
  await server.stop();
  await server.start();
  await during('200 logins at once, half of them aborted', loginsAtOnce, 60);
  await server.stop();
  await server.start();
  await during('200 aborted first reads of a board of 32,000 after a restart', abortedFirstReads);
  await during('256 spellings of ?since=', spellings);
  await during('2,100 connections of one address that read nothing', unreadAnswers);
  await during('300 unread answers with eight photographs each', unreadAlbums);
  await during('4,000 of eight addresses', unreadAlbumsOfMany);
  await during('540 aborted requests for long answers compressed', abortedCompressions);
  await during('4,096 requests of eight addresses whose bodies never come', bodiesThatNeverCome);
  await server.stop();
  await server.start();
  await during('a minute of a field of 14,200', () => spectators(key));
} finally {
  await server.end();
}
process.exitCode = failed ? 1 : 0;
