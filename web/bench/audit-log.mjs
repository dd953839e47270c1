/**
 * Measures the audit log with a million rows against the same with ten thousand, with the release build: pages of `GET /api/auditLog`
 * near and far, each filter, and the first bytes of the CSV. It starts two servers on folders that `audit_rows` has filled, and asks them
 * in turn.
 *
 * It fails when a median with a million rows is above `MAX_MS`. The time of a check of the whole record is printed only.
 *
 *     node bench/audit-log.mjs [BINARY] [AUDIT_ROWS]
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './figures.mjs';
import { prepare, print } from './server.mjs';

const BINARY = process.argv[2] ?? '../target/release/splitline';
const FILL = process.argv[3] ?? '../target/release/examples/audit_rows';
const FEW = 10_000;
const MANY = Number(process.env.ROWS ?? 1_000_000);
const ROUNDS = 51;
const MAX_MS = 30;

/** A server with so many rows more than it writes by itself. */
async function filled(rows) {
  const server = await prepare(BINARY);
  await server.start();
  await server.stop();
  const done = spawnSync(FILL, [server.folder, String(rows)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`audit_rows: ${done.stderr}`);
  await server.start();
  await server.logIn();
  return server;
}

/** How long an answer takes to its last byte, in milliseconds, and what it says. */
async function ask(server, query) {
  const from = performance.now();
  const answer = await server.call('GET', `auditLog?${query}`);
  const body = await answer.text();
  const took = performance.now() - from;
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${body}`);
  return { took, page: JSON.parse(body) };
}

/** How long the file takes to its first rows, in milliseconds; the rest is not read. */
async function firstBytes(server, query) {
  const from = performance.now();
  const answer = await server.call('GET', `auditLog.csv?${query}`);
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
  const reader = answer.body.getReader();
  await reader.read();
  const took = performance.now() - from;
  await reader.cancel();
  return took;
}

/** The whole file: its bytes, how long it takes, and how much memory the server has meanwhile, in megabytes. */
async function wholeFile(server) {
  const [before, from] = [server.processStatus('VmRSS'), performance.now()];
  const answer = await server.call('GET', 'auditLog.csv');
  let [bytes, most] = [0, before];
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (Math.random() < 0.02) most = Math.max(most, server.processStatus('VmRSS'));
  }
  return { bytes, took: performance.now() - from, before, most };
}

/** How long a check of the whole record takes, in milliseconds. */
async function check(server) {
  for (let asked = false; ; ) {
    const seal = await (await server.call('GET', 'auditLog/seal')).json();
    if (!seal.running && asked) return seal.last;
    if (!seal.running) {
      await server.call('POST', 'auditLog/seal', '{}', { 'content-type': 'application/json' });
      asked = true;
    }
    await pause(100);
  }
}

const day = (ago) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10);

let failed = false;
const servers = [];
try {
  for (const rows of [FEW, MANY]) servers.push(await filled(rows));
  // The check at the start is over.
  for (const server of servers) await check(server);
  /** The row of this share of the record, counted from its beginning. */
  const row = (at, share) => Math.floor((at === 0 ? FEW : MANY) * share);
  const pages = {
    'first page': () => '',
    'a hundred rows': () => 'pageSize=100',
    'page by number, deep': (at) => `page=${Math.floor(row(at, 0.99) / 25)}`,
    'before a row, deep': (at) => `before=${row(at, 0.01)}`,
    'after a row, deep': (at) => `after=${row(at, 0.01)}`,
    'frequent actor': () => 'actor=user:user-0',
    'frequent actor, deep': (at) => `actor=user:user-0&page=500&before=${row(at, 0.1)}`,
    'frequent actor, page 400': () => 'actor=key:box-7&page=40',
    'rare actor': () => 'actor=user:user-37',
    'action that everybody does': () => 'action=race.created',
    'rare action': () => 'action=database.restored',
    'frequent object': () => 'object=race:race-0',
    'rare object': () => 'object=race:race-290',
    'a day': () => `from=${day(2)}&to=${day(2)}`,
    'many days': () => `from=${day(200)}&to=${day(2)}`,
    'actor and action': () => 'actor=user:user-0&action=race.hidden',
    'actor and rare action': () => 'actor=user:user-0&action=database.restored',
    'actor and object': () => 'actor=user:user-0&object=race:race-0',
    'action and object': () => 'action=race.created&object=race:race-0',
    'all three': () => 'actor=user:user-0&action=ticket.created&object=race:race-0',
    'all three, a day': () => `actor=user:user-0&action=race.created&object=race:race-0&from=${day(3)}&to=${day(2)}`,
    'nothing fits': () => 'actor=user:nobody&action=race.created',
  };
  print(`audit log                     ${FEW} rows   ${MANY} rows (≤ ${MAX_MS} ms)   ratio   rows`);
  const report = (name, times, rows) => {
    const [few, many] = times.map(median);
    failed ||= many > MAX_MS;
    print(
      `${name.padEnd(28)} ${few.toFixed(2).padStart(8)} ms ${many.toFixed(2).padStart(18)} ms ${(many / few).toFixed(2).padStart(13)} ${rows.padStart(8)}`,
    );
  };
  for (const [name, query] of Object.entries(pages)) {
    const times = servers.map(() => []);
    let rows = '';
    for (let round = 0; round < ROUNDS; round += 1)
      for (const at of round % 2 ? [1, 0] : [0, 1]) {
        const { took, page } = await ask(servers[at], query(at));
        times[at].push(took);
        if (at === 1) rows = `${page.total}${page.more ? '+' : ''}`;
      }
    report(name, times, rows);
  }
  for (const [name, query] of Object.entries({ 'CSV, first bytes': '', 'CSV of an actor': 'actor=user:user-0' })) {
    const times = servers.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const at of round % 2 ? [1, 0] : [0, 1]) times[at].push(await firstBytes(servers[at], query));
    report(name, times, '');
  }
  const many = servers[1];
  const file = await wholeFile(many);
  print(
    `whole CSV: ${(file.bytes / 1e6).toFixed(0)} MB in ${(file.took / 1000).toFixed(1)} s, memory ${file.before} → ${file.most} MB`,
  );
  const sealed = await check(many);
  failed ||= sealed.verdict !== 'whole';
  print(`check of the record: ${sealed.verdict}, ${sealed.rows} rows in ${(sealed.tookMs / 1000).toFixed(1)} s`);
} finally {
  for (const server of servers) await server.end();
}
if (failed) process.exitCode = 1;
