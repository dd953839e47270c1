/**
 * Measures whether response times reveal who has an account, with the release build: a wrong password, a forgotten one, the begin of a
 * sign-up, and a profile that is private. It starts its own server on an empty folder, creates private accounts, and sends pairs of requests
 * in random order: one for a name or address with an account and one for a name or address without. Both bodies must be equal.
 *
 * The result is the area under the curve (AUC) of a classifier that uses only the time: 0.5 is guessing, 1 is certainty. It fails
 * above 0.55. With 1,000 pairs, chance alone changes it by 0.013 (one standard deviation).
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from './figures.mjs';

const BINARY = resolve(process.argv[2] ?? '../target/release/splitline');
const ACCOUNTS = Number(process.argv[3] ?? 200);
const PORT = Number(process.argv[4] ?? 8394);
/** Requests per name: the server refuses further ones, with another response time for known and unknown names alike. */
const ROUNDS = 5;
const GOAL = 0.55;
const PASSWORD = 'blue line to the finish';

const run = promisify(execFile);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const data = mkdtempSync(join(tmpdir(), 'splitline-enumeration-'));
const names = (kind) => Array.from({ length: ACCOUNTS }, (_, n) => `${kind}${n}-${randomUUID().slice(0, 8)}`);
const [known, unknown] = [names('known'), names('nobod')];
const address = (name) => `${name}@example.test`;

/** The calls that must not tell an account from none, each for the name of one, with the status of every answer. */
const CALLS = [
  ['a wrong password', 401, (name) => ['POST', 'login', { username: name, password: 'not this one at all' }]],
  ['a forgotten password', 200, (name) => ['POST', 'forgotPassword', { email: address(name) }]],
  [
    'the begin of a sign-up',
    200,
    (name) => [
      'POST',
      'verifyRacer',
      { FirstName: 'Ann', LastName: 'Berg', DOB: '1990-02-03', Gender: 'f', Email: address(name) },
    ],
  ],
  ['a private profile', 404, (name) => ['GET', `profile/${name}`]],
];

let server;
try {
  for (const name of known)
    await run(BINARY, ['admin', 'create', '--username', name, '--email', address(name), '--data', data], {
      env: { ...process.env, SPLITLINE_ADMIN_PASSWORD: PASSWORD, SPLITLINE_LOG: 'warn' },
    });
  server = spawn(
    BINARY,
    ['serve', '--listen', `127.0.0.1:${PORT}`, '--data', data, '--log', 'error', '--trusted-proxies', '127.0.0.1'],
    { stdio: 'ignore' },
  );
  await ready();
  for (const name of known) await becomePrivate(name);
  for (const [what, status, call] of CALLS) {
    const times = { known: [], unknown: [] };
    const bodies = new Set();
    for (let warmUp = 0; warmUp < 20; warmUp += 1) await ask(call(`warm${warmUp}`), status);
    for (let round = 0; round < ROUNDS; round += 1)
      for (let n = 0; n < ACCOUNTS; n += 1) {
        const pair = [
          ['known', known[n]],
          ['unknown', unknown[n]],
        ];
        if (Math.random() < 0.5) pair.reverse();
        for (const [kind, name] of pair) {
          const { ms, body } = await ask(call(name), status);
          times[kind].push(ms);
          bodies.add(body);
        }
      }
    const area = auc(times.known, times.unknown);
    process.stdout.write(
      `${what}: ${times.known.length} pairs   known ${median(times.known).toFixed(2)} ms   unknown ${median(times.unknown).toFixed(2)} ms   ` +
        `AUC ${area.toFixed(3)} (≤ ${GOAL})   ${bodies.size} body\n`,
    );
    if (area > GOAL || bodies.size !== 1) process.exitCode = 1;
  }
} finally {
  agent.destroy();
  server?.kill();
  rmSync(data, { recursive: true, force: true });
}

/** The AUC of two lists of times, whichever is the slower one. */
function auc(a, b) {
  const all = [...a.map((time) => [time, 1]), ...b.map((time) => [time, 0])].sort((x, y) => x[0] - y[0]);
  let [ranks, at] = [0, 0];
  while (at < all.length) {
    let end = at;
    while (end < all.length && all[end][0] === all[at][0]) end += 1;
    // Equal times share a rank.
    for (let n = at; n < end; n += 1) if (all[n][1]) ranks += (at + 1 + end) / 2;
    at = end;
  }
  const area = (ranks - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
  return Math.max(area, 1 - area);
}

/** Sends a call from a random client address; returns the response time in milliseconds, the body, and the cookies. */
function ask([method, path, json], status, cookie) {
  const body = json === undefined ? '' : JSON.stringify(json);
  const octet = () => 1 + Math.floor(Math.random() * 250);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    origin: `http://127.0.0.1:${PORT}`,
    'x-forwarded-for': `10.${octet()}.${octet()}.${octet()}`,
    ...(cookie ? { cookie } : {}),
  };
  return new Promise((done, fail) => {
    const began = process.hrtime.bigint();
    const sent = request({ port: PORT, host: '127.0.0.1', path: `/api/${path}`, method, agent, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => {
        const ms = Number(process.hrtime.bigint() - began) / 1e6;
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode !== status) fail(new Error(`${path} answered ${answer.statusCode}: ${text}`));
        else done({ ms, body: text, cookies: answer.headers['set-cookie'] ?? [] });
      });
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

/** Hides the profile of an account. */
async function becomePrivate(name) {
  const { cookies } = await ask(['POST', 'login', { username: name, password: PASSWORD }], 200);
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  await ask(['PUT', 'updatePrivacy', { isPrivate: true }], 200, cookie);
}

/** Waits until the server responds. */
async function ready() {
  for (let attempts = 0; attempts < 240; attempts += 1) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error('the server did not start');
}
