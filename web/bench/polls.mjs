// Measures the processor time of a poll of the live page, user and system of the whole server, beside nginx that sends the same bytes from a file, in
// turn: `node bench/polls.mjs <splitline>`. nginx is tried with several settings, and the best one counts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { median } from './figures.mjs';
import { startNginx } from './proxies.mjs';
import { sendReads, timedRace } from './race.mjs';
import { freePort, prepare, print } from './server.mjs';

const RUNNERS = 32_000;
const RACE = 'Polls';
const ROUNDS = 5;
const CONNECTIONS = 32;
const SETTINGS = {
  sendfile: 'sendfile on; tcp_nopush on; open_file_cache max=100;',
  'sendfile, no cache of files': 'sendfile on; tcp_nopush on;',
  'no sendfile': 'sendfile off; output_buffers 2 512k; open_file_cache max=100;',
};

const { port, folder, start, call, logIn, end, pid } = await prepare(process.argv[2]);
const path = `/api/live/${RACE}`;

/** The processor time of a process and its children so far, in seconds. */
function processorTime(id) {
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/\(.*\)/, '()')
    .split(' ')
    .slice(2);
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim();
  const ofChildren = children === '' ? [] : children.split(' ').map(processorTime);
  return ofChildren.reduce((sum, time) => sum + time, (Number(user) + Number(system)) / 100);
}

/** Sends so many requests over kept connections, each when the answer before it has been received; returns the length of an answer's body. */
async function ask(to, target, headers, count) {
  const lines = Object.entries({ host: '127.0.0.1', 'accept-encoding': 'gzip', ...headers }).map((pair) =>
    pair.join(': '),
  );
  const request = `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  let [left, length, status] = [count, 0, ''];
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(to, '127.0.0.1');
      let [missing, head] = [-1, ''];
      const next = () => {
        if (left === 0) return socket.end(resolve);
        left -= 1;
        [missing, head] = [-1, ''];
        socket.write(request);
      };
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (part) => {
        let rest = part.length;
        if (missing < 0) {
          head += part.toString('latin1');
          const at = head.indexOf('\r\n\r\n');
          if (at < 0) return;
          status = head.slice(9, 12);
          length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
          missing = length;
          rest = head.length - at - 4;
        }
        missing -= rest;
        if (missing === 0) next();
      });
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return { length, status };
}

async function nginx(files) {
  const root = join(folder, 'files');
  mkdirSync(root, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, name), bytes);
  const ports = {};
  for (const name of Object.keys(SETTINGS)) ports[name] = await freePort();
  const servers = Object.entries(SETTINGS).map(
    ([name, lines]) => `server { listen 127.0.0.1:${ports[name]}; root ${root}; ${lines} }`,
  );
  return { ports, ...(await startNginx(folder, servers.join('\n'))) };
}

await start();
await logIn();
const key = await timedRace(call, RACE, RUNNERS);
const fetched = async (target) => {
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { 'accept-encoding': 'identity' } });
  return { tag: answer.headers.get('etag') };
};
const all = Array.from({ length: RUNNERS }, (_, n) => n + 1);
const versions = [];
const send = async (mat, bibs, seconds) => {
  await sendReads(
    call,
    RACE,
    key,
    bibs.map((bib) => ({ bib, mat, seconds: seconds + ((bib * 7) % 600) })),
  );
  versions.push((await fetched(path)).tag.replace(/^W\/|"/g, ''));
};
for (let from = 0; from < RUNNERS; from += 4000) await send('START', all.slice(from, from + 4000), 0);
for (let from = 0; from < 6000; from += 300) await send('5K', all.slice(from, from + 300), 1300);
const { tag } = await fetched(path);
const since = (back) => `${path}?since=${encodeURIComponent(versions.at(-1 - back))}`;
const KINDS = {
  304: { target: path, headers: { 'if-none-match': tag }, count: 40_000 },
  'what happened in a version': { target: since(1), count: 30_000 },
  'in the last fifteen': { target: since(15), count: 20_000 },
  'the whole field': { target: path, count: 3000 },
};
let peer;
try {
  const files = {};
  for (const [kind, { target, headers }] of Object.entries(KINDS)) {
    const { length } = await ask(port, target, headers ?? {}, 1);
    files[`${Object.keys(files).length}`] = Buffer.alloc(Math.max(length, 100), kind);
  }
  peer = await nginx(files);
  for (const [number, [kind, { target, headers = {}, count }]] of Object.entries(KINDS).entries()) {
    const own = [];
    const others = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, []]));
    const { tag } = await (async () => {
      const answer = await fetch(`http://127.0.0.1:${Object.values(peer.ports)[0]}/${number}`);
      return { tag: answer.headers.get('etag') };
    })();
    let answered;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = processorTime(pid());
      answered = await ask(port, target, headers, count);
      own.push((processorTime(pid()) - before) / count);
      for (const [name, to] of Object.entries(peer.ports)) {
        const before = processorTime(peer.id);
        const answer = await ask(to, `/${number}`, headers['if-none-match'] ? { 'if-none-match': tag } : {}, count);
        if (answer.status !== answered.status) throw new Error(`${kind}: ${answered.status}, nginx ${answer.status}`);
        others[name].push((processorTime(peer.id) - before) / count);
      }
    }
    const us = (seconds) => `${(seconds * 1e6).toFixed(1)} µs`;
    const [best, time] = Object.entries(others)
      .map(([name, times]) => [name, median(times)])
      .sort((a, b) => a[1] - b[1])[0];
    print(
      `  ${kind}, ${answered.status}, ${(answered.length / 1024).toFixed(1)} kB: ${us(median(own))}; nginx (${best}) ${us(time)}: ${(median(own) / time).toFixed(2)}`,
    );
  }
} finally {
  peer?.stop();
  await end();
}
