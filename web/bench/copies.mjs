// Which set-up is needed for how many spectators and writes: the same mixed load on SQLite, on PostgreSQL with one copy of the program, and with two
// copies behind nginx with the file of the repository, in turn; then what a spectator costs with nginx's cache before the program and without:
// `node bench/copies.mjs <splitline>`. Everything runs on this machine, this process too, so what counts are the ratios.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { at, mean, median } from './figures.mjs';
import { startPostgres } from './postgres.mjs';
import { startNginx } from './proxies.mjs';
import { timedRace } from './race.mjs';
import { freePort, prepare, print } from './server.mjs';

const RUNNERS = 5000;
const RACE = 'Load';
const HOST = 'races.example.com';
const ORIGIN = `http://${HOST}`;
const ROUNDS = 5;
/** What a race day asks of a set-up each second, for so many seconds. */
const DAY = { looks: 1, polls: 600, batches: 4, reads: 25, edits: 2, tickets: 2, pages: 20 };
const SECONDS = 5;
/** How many write at once when as much as possible is written, and for how long. */
const WRITERS = 24;
/** Spectators whose polls are counted one by one. */
const SPECTATORS = 2000;
const VERSIONS = 4;
/** Runners who start only then, so that each version has something new. */
const LATE_STARTERS = 2000;

/** The processor time of a process and all that came from it, in seconds. */
function processorTime(id) {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // Its own time in user and system mode, and that of children that have ended.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + timeOfChild(child), own);
}

/** A backend may end while it is asked. */
function timeOfChild(id) {
  try {
    return processorTime(id);
  } catch {
    return 0;
  }
}

const agents = new Map();
function agentOf(port) {
  if (!agents.has(port)) agents.set(port, new Agent({ keepAlive: true, maxSockets: 96 }));
  return agents.get(port);
}

/** Sends a request over a kept connection; returns status, headers, the bytes that came, and how many milliseconds it took. */
function send(port, path, { method = 'GET', body, headers = {}, from } = {}) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: HOST, origin: ORIGIN, 'accept-encoding': 'gzip', ...headers },
      // An address of its own has a connection of its own.
      ...(from ? { localAddress: from, agent: false } : { agent: agentOf(port) }),
    };
    const asked = request(options, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 19);
        const took = performance.now() - began;
        resolve({ status: answer.statusCode, headers: answer.headers, bytes, wire: head + bytes.length, took });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const versionOf = (answer) => answer.headers.etag?.replace(/^W\/|"/g, '');

/** The program's own flags behind a proxy on this machine. */
const FLAGS = ['--public-url', ORIGIN, '--trusted-proxies', '127.0.0.1'];

/** nginx with the repository's file for two copies; without its cache when `cached` is false. It writes down how many bytes it sent and received. */
async function startSite(folder, copies, cached = true) {
  const port = await freePort();
  let site = readFileSync(new URL('../../deploy/nginx-two.conf', import.meta.url), 'utf8');
  const changes = [
    ['10.0.0.11:8080', `127.0.0.1:${copies[0]}`],
    ['10.0.0.12:8080', `127.0.0.1:${copies.at(-1)}`],
    ['listen 443 ssl http2', `listen 127.0.0.1:${port}`],
    [/ {4}ssl_certificate.*\n/g, ''],
    ['/var/cache/nginx', folder],
    ...(cached ? [] : [['proxy_cache splitline;', 'proxy_cache off;']]),
  ];
  for (const [here, there] of changes) site = site.replaceAll(here, there);
  const started = await startNginx(folder, `proxy_headers_hash_bucket_size 128; ${site}`, 8192);
  return { port, ...started };
}

/** A set-up: where its visitors go, whose call sends as its administrator, and the processes whose time it takes. */
async function setUp(name, servers, port, processes) {
  const [first] = servers;
  const key = await timedRace(first.call, RACE, RUNNERS + LATE_STARTERS);
  for (let page = 0; page < 4; page += 1) {
    const form = new FormData();
    form.append('Race', `Page ${page}`);
    form.append('Date', 'June 15, 2030');
    const made = await first.call('POST', 'createPage', form);
    if (!made.ok) throw new Error(`${name}: a page: ${made.status} ${await made.text()}`);
  }
  const cookie = first.cookie();
  const time = () => processes().reduce((sum, id) => sum + processorTime(id), 0);
  return { name, port, key, cookie, time, call: first.call, sent: 0, late: 0, written: 0, pages: [] };
}

const GUN = 1000 * Math.floor(Date.now() / 1000 - 9000);

/** The next batch of reads of a set-up: everybody starts, passes 5 km and finishes, again and again. */
function nextReads(set, count) {
  const reads = Array.from({ length: count }, () => {
    const number = set.sent++;
    const lap = Math.floor(number / RUNNERS);
    const bib = (number % RUNNERS) + 1;
    const [mat, seconds] = [
      ['START', 5],
      ['5K', 1500],
      ['FINISH', 3000],
    ][lap % 3];
    const time = new Date(GUN + 1000 * (seconds + (bib % 600)) + lap).toISOString();
    return { source: `box ${mat}`, seq: number, mat, bib: String(bib), time };
  });
  return JSON.stringify(reads);
}

/** The next batch of runners who start late. */
function lateStarts(set, count) {
  const reads = Array.from({ length: count }, () => {
    const number = set.late++;
    const time = new Date(GUN + 1000 * (5 + (number % 600))).toISOString();
    return { source: 'box late', seq: number, mat: 'START', bib: String(RUNNERS + 1 + number), time };
  });
  return JSON.stringify(reads);
}

const JSON_KIND = { 'content-type': 'application/json' };
const address = (number) => `127.${1 + ((number >> 16) & 127)}.${(number >> 8) & 255}.${number & 255}`;
let addresses = 256;

const sendReads = (set, body) =>
  send(set.port, `/api/timing/${RACE}/reads`, {
    method: 'POST',
    body,
    headers: { ...JSON_KIND, authorization: `Bearer ${set.key}` },
  });

const writes = {
  batches: (set) => sendReads(set, nextReads(set, DAY.reads)),
  edits: (set) =>
    send(set.port, '/api/updateContentSections', {
      method: 'PUT',
      body: JSON.stringify({ RaceName: `Page ${set.written % 4}`, Refund: `Text ${set.written++}` }),
      headers: { ...JSON_KIND, cookie: set.cookie },
    }),
  tickets: (set) => {
    const number = set.written++;
    const form = {
      name: 'Zoë',
      requestType: 'Refund',
      title: `Ticket ${number}`,
      description: 'Please help.',
      raceDetails: RACE,
    };
    const contact = `(518) ${String(2000000 + (addresses % 7999999)).replace(/^(...)/, '$1-')}`;
    return send(set.port, '/api/createTicket', {
      method: 'POST',
      body: JSON.stringify({ ...form, contact }),
      headers: { ...JSON_KIND, 'idempotency-key': `bench-${addresses}` },
      from: address(addresses++),
    });
  },
};

function check(name, answer) {
  if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${answer.bytes.toString('utf8', 0, 300)}`);
  return answer;
}

/** Asks which version a set-up has. An answer to a poll has no tag: what happened is asked for once. */
async function look(set) {
  set.version = versionOf(check('the field', await send(set.port, `/api/live/${RACE}`)));
}

/** A poll of one of the pages of a set-up, with the version that this page has. */
async function poll(set, number) {
  const since = `?since=${encodeURIComponent(set.pages[number])}`;
  const answer = check('a poll', await send(set.port, `/api/live/${RACE}${since}`));
  if (answer.status === 200) set.pages[number] = set.version;
  return answer;
}

/** The load of a race day, each request at its time whatever became of the others. */
async function day(set) {
  const [polls, changes, pages, under] = [[], [], [], []];
  const paths = ['/races', '/home', '/api/getRaceCards', '/api/liveRaces'];
  let number = 0;
  let failure;
  const fail = (error) => {
    failure ??= error;
  };
  const begin = {
    polls: () => poll(set, number++ % (DAY.polls * 5)).then((answer) => polls.push(answer.took)),
    looks: () => look(set),
    pages: (count) => send(set.port, paths[count % 4]).then((answer) => pages.push(check('a page', answer).took)),
    ...Object.fromEntries(
      Object.entries(writes).map(([kind, write]) => [
        kind,
        () => write(set).then((answer) => changes.push(check(kind, answer).took)),
      ]),
    ),
  };
  const [began, before] = [performance.now(), set.time()];
  const done = Object.fromEntries(Object.keys(begin).map((kind) => [kind, 0]));
  for (let passed = 0; passed < SECONDS; passed = (performance.now() - began) / 1000) {
    for (const kind of Object.keys(begin)) {
      for (; done[kind] < passed * DAY[kind]; done[kind] += 1) under.push(begin[kind](done[kind]).catch(fail));
    }
    await pause(5);
  }
  await Promise.all(under);
  if (failure) throw failure;
  const seconds = (performance.now() - began) / 1000;
  return {
    cores: (set.time() - before) / seconds,
    poll: median(polls),
    slowPoll: at(polls, 0.99),
    change: median(changes),
    slowChange: at(changes, 0.99),
    page: median(pages),
  };
}

/** As many writes as go: two in three are batches of reads, the others edits and tickets. */
async function flood(set) {
  const kinds = ['batches', 'batches', 'batches', 'batches', 'edits', 'tickets'];
  const [began, before, until] = [performance.now(), set.time(), performance.now() + SECONDS * 1000];
  let count = 0;
  const one = async () => {
    while (performance.now() < until) {
      const kind = kinds[count++ % kinds.length];
      check(kind, await writes[kind](set));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, one));
  const seconds = (performance.now() - began) / 1000;
  return { writes: count / seconds, ofWrite: (1000 * (set.time() - before)) / count };
}

const spread = (values, digits) =>
  `${Math.min(...values).toFixed(digits)} / ${median(values).toFixed(digits)} / ${Math.max(...values).toFixed(digits)}`;

/** Prints a figure of all set-ups: its least, middle and greatest value, and its ratio to the first set-up in each round. */
function compare(what, unit, sets, figure, digits) {
  const first = sets[0].rounds.map(figure);
  for (const { name, rounds } of sets) {
    const values = rounds.map(figure);
    const ratios = values.map((value, round) => value / first[round]);
    print(`  ${what}, ${name}: ${spread(values, digits)} ${unit}; to SQLite ${spread(ratios, 2)}`);
  }
}

const binary = process.argv[2];
const stops = [];
const begin = async (database) => {
  const server = await prepare(binary, [...FLAGS, ...(database ? ['--database', database.address] : [])], ORIGIN);
  stops.unshift(server.end);
  await server.start();
  await server.logIn();
  return server;
};
const database = async () => {
  const started = await startPostgres();
  stops.unshift(started.stop);
  return started;
};
const site = async (folder, copies, cached) => {
  const started = await startSite(folder, copies, cached);
  stops.unshift(started.stop);
  return started;
};

try {
  const alone = await begin();
  const [one, two] = [await database(), await database()];
  const single = await begin(one);
  const copies = [await begin(two), await begin(two)];
  const before = await site(copies[0].folder, [copies[0].port, copies[1].port]);
  const sets = [
    await setUp('SQLite', [alone], alone.port, () => [alone.pid()]),
    await setUp('PostgreSQL, one copy', [single], single.port, () => [single.pid(), one.pid]),
    await setUp('PostgreSQL, two copies behind nginx', copies, before.port, () => [
      ...copies.map((copy) => copy.pid()),
      two.pid,
      before.id,
    ]),
  ];
  // Everybody has opened the page, and the programs are warm.
  for (const set of sets) {
    await look(set);
    set.pages = Array.from({ length: DAY.polls * 5 }, () => set.version);
    for (let warm = 0; warm < 200; warm += 1) await poll(set, warm);
    set.rounds = [];
    set.floods = [];
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each set-up is the first one as often as the others.
    for (let turn = 0; turn < sets.length; turn += 1) {
      const set = sets[(turn + round) % sets.length];
      set.rounds.push(await day(set));
    }
    for (let turn = 0; turn < sets.length; turn += 1) {
      const set = sets[(turn + round) % sets.length];
      set.floods.push(await flood(set));
    }
  }
  print(
    `  A race day: ${DAY.polls} polls, ${DAY.batches} batches of ${DAY.reads} reads, ${DAY.edits} edits, ${DAY.tickets} tickets and ${DAY.pages} public pages a second; ${ROUNDS} rounds of ${SECONDS} s; least / middle / greatest`,
  );
  compare('processor time', 'cores', sets, (round) => round.cores, 3);
  compare('a poll, median', 'ms', sets, (round) => round.poll, 2);
  compare('a poll, 99 %', 'ms', sets, (round) => round.slowPoll, 1);
  compare('a write, median', 'ms', sets, (round) => round.change, 2);
  compare('a write, 99 %', 'ms', sets, (round) => round.slowChange, 1);
  compare('a public page, median', 'ms', sets, (round) => round.page, 2);
  print(`  As many writes as go, ${WRITERS} at once (four of six are batches of ${DAY.reads} reads)`);
  const floods = sets.map(({ name, floods }) => ({ name, rounds: floods }));
  compare('writes', 'a second', floods, (round) => round.writes, 0);
  compare('processor time of a write', 'ms', floods, (round) => round.ofWrite, 2);
  for (const { name, rounds } of floods) {
    const reads = mean(rounds.map((round) => (round.writes * 4 * DAY.reads) / 6));
    print(`  ${name}: ${reads.toFixed(0)} reads a second among them`);
  }

  // What a spectator costs: SQLite without anything before it, behind nginx without its cache, and with it.
  const plain = await site(`${alone.folder}/plain`, [alone.port], false);
  const cached = await site(`${alone.folder}/cached`, [alone.port], true);
  const ways = [
    { name: 'without nginx', port: alone.port, time: () => processorTime(alone.pid()) },
    {
      name: 'nginx without a cache',
      port: plain.port,
      time: () => processorTime(alone.pid()) + processorTime(plain.id),
    },
    {
      name: 'nginx with its cache',
      port: cached.port,
      time: () => processorTime(alone.pid()) + processorTime(cached.id),
    },
  ];
  for (const way of ways) Object.assign(way, { rounds: [], pages: [] });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = ways[(turn + round) % ways.length];
      await look(way);
      way.pages = Array.from({ length: SPECTATORS }, () => way.version);
      let [time, own, bytes, count] = [0, 0, 0, 0];
      for (let version = 0; version < VERSIONS; version += 1) {
        check('reads', await sendReads(sets[0], lateStarts(sets[0], DAY.reads)));
        await pause(1100);
        await look(way);
        const [before, ownBefore] = [way.time(), processorTime(alone.pid())];
        let next = 0;
        const ask = async () => {
          while (next < SPECTATORS) {
            const answer = await poll(way, next++);
            bytes += answer.wire;
            count += 1;
          }
        };
        await Promise.all(Array.from({ length: 64 }, ask));
        time += way.time() - before;
        own += processorTime(alone.pid()) - ownBefore;
      }
      way.rounds.push({ time: (1e6 * time) / count, own: (1e6 * own) / count, bytes: bytes / count });
    }
  }
  print(`  A spectator: ${SPECTATORS} pages poll after each of ${VERSIONS} versions of ${DAY.reads} reads`);
  for (const { name, rounds } of ways) {
    const of = (figure, digits) => spread(rounds.map(figure), digits);
    print(
      `  ${name}: ${of((round) => round.time, 0)} µs of processor time a poll, of which the program ${of((round) => round.own, 0)}; ${of((round) => round.bytes, 0)} bytes a poll, ${((median(rounds.map((round) => round.bytes)) * 720) / 1000).toFixed(0)} kB an hour at a poll every five seconds`,
    );
  }
} finally {
  for (const stop of stops) await stop();
}
