/**
 * Measures whether the time of `POST /api/forgotPassword` tells which e-mail addresses have an account, on the release build. It starts a server
 * of its own on an empty folder, makes accounts, and asks in turns, in a random order, for one that exists and one that does not.
 *
 * The figure is the area under the curve (AUC) of telling them apart by time alone: 0.5 is guessing, 1 is certainty. It fails above 0.55.
 * With 1,000 pairs chance alone moves it by 0.013 (one standard deviation).
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
/** Asks for one address before pauses begin: what is refused takes another time, for known and unknown alike. */
const EACH = 5;
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
  for (let asked = 0; asked < 20; asked += 1) await ask(`warm${asked}@example.test`);
  for (let round = 0; round < EACH; round += 1)
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const pair = [
        ['known', known[n]],
        ['unknown', unknown[n]],
      ];
      if (Math.random() < 0.5) pair.reverse();
      for (const [kind, email] of pair) times[kind].push(await ask(email));
    }
  const found = auc(times.known, times.unknown);
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)].toFixed(2);
  process.stdout.write(
    `forgotten passwords: ${times.known.length} pairs   known ${median(times.known)} ms   unknown ${median(times.unknown)} ms   ` +
      `AUC ${found.toFixed(3)} (≤ ${GOAL})\n`,
  );
  if (found > GOAL) process.exitCode = 1;
} finally {
  agent.destroy();
  server?.kill();
  rmSync(data, { recursive: true, force: true });
}

/** How well times tell two kinds apart, whichever is the slower one. */
function auc(a, b) {
  const all = [...a.map((time) => [time, 1]), ...b.map((time) => [time, 0])].sort((x, y) => x[0] - y[0]);
  let [ranks, at] = [0, 0];
  while (at < all.length) {
    let end = at;
    while (end < all.length && all[end][0] === all[at][0]) end += 1;
    // Times that are the same share a rank.
    for (let n = at; n < end; n += 1) if (all[n][1]) ranks += (at + 1 + end) / 2;
    at = end;
  }
  const area = (ranks - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
  return Math.max(area, 1 - area);
}

/** Asks for a link from an address of its own; answers how long that took, in milliseconds. */
function ask(email) {
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
    const asking = request(
      { port: PORT, host: '127.0.0.1', path: '/api/forgotPassword', method: 'POST', agent, headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) done(Number(process.hrtime.bigint() - began) / 1e6);
          else fail(new Error(`forgotPassword answered ${answer.statusCode}`));
        });
      },
    );
    asking.on('error', fail);
    asking.end(body);
  });
}

/** Waits until the server answers. */
async function ready() {
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Error('the server did not start');
}
