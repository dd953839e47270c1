/**
 * Measures whether the response time of `POST /api/forgotPassword` reveals which e-mail addresses have an account, with the release
 * build. It starts its own server on an empty folder, creates accounts, and sends pairs of requests in random order: one for an
 * address with an account and one for an address without.
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

const BINARY = resolve(process.argv[2] ?? '../target/release/splitline');
const ACCOUNTS = Number(process.argv[3] ?? 200);
const PORT = Number(process.argv[4] ?? 8394);
/** Requests per address: the server refuses further ones, with another response time for known and unknown addresses alike. */
const ROUNDS = 5;
const GOAL = 0.55;

const run = promisify(execFile);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const data = mkdtempSync(join(tmpdir(), 'splitline-enumeration-'));
const known = Array.from({ length: ACCOUNTS }, (_, n) => `known${n}-${randomUUID()}@example.test`);
const unknown = Array.from({ length: ACCOUNTS }, (_, n) => `nobod${n}-${randomUUID()}@example.test`);
let server;
try {
  for (const [n, email] of known.entries())
    await run(BINARY, ['admin', 'create', '--username', `user${n}`, '--email', email, '--data', data], {
      env: { ...process.env, SPLITLINE_ADMIN_PASSWORD: 'blue line to the finish', SPLITLINE_LOG: 'warn' },
    });
  server = spawn(
    BINARY,
    ['serve', '--listen', `127.0.0.1:${PORT}`, '--data', data, '--log', 'warn', '--trusted-proxies', '127.0.0.1'],
    { stdio: 'ignore' },
  );
  await ready();
  const times = { known: [], unknown: [] };
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await timeRequest(`warm${warmUp}@example.test`);
  for (let round = 0; round < ROUNDS; round += 1)
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const pair = [
        ['known', known[n]],
        ['unknown', unknown[n]],
      ];
      if (Math.random() < 0.5) pair.reverse();
      for (const [kind, email] of pair) times[kind].push(await timeRequest(email));
    }
  const area = auc(times.known, times.unknown);
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)].toFixed(2);
  process.stdout.write(
    `forgotten passwords: ${times.known.length} pairs   known ${median(times.known)} ms   unknown ${median(times.unknown)} ms   ` +
      `AUC ${area.toFixed(3)} (≤ ${GOAL})\n`,
  );
  if (area > GOAL) process.exitCode = 1;
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

/** Requests a link from a random client address; returns the response time in milliseconds. */
function timeRequest(email) {
  const body = JSON.stringify({ email });
  const octet = () => 1 + Math.floor(Math.random() * 250);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    origin: `http://127.0.0.1:${PORT}`,
    'x-forwarded-for': `10.${octet()}.${octet()}.${octet()}`,
  };
  return new Promise((done, fail) => {
    const began = process.hrtime.bigint();
    const call = request(
      { port: PORT, host: '127.0.0.1', path: '/api/forgotPassword', method: 'POST', agent, headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) done(Number(process.hrtime.bigint() - began) / 1e6);
          else fail(new Error(`forgotPassword answered ${answer.statusCode}`));
        });
      },
    );
    call.on('error', fail);
    call.end(body);
  });
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
