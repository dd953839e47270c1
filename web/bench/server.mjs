// The server for benchmarks: a release build on an empty folder and a free port of 127.0.0.1, with a logged-in administrator.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [EMAIL, PASSWORD] = ['bench@example.test', 'correct horse battery'];

export function print(line) {
  process.stdout.write(`${line}\n`);
}

/** A port of 127.0.0.1 on which nothing listens. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Prepares a server with these further flags that the benchmark can start and stop several times; `end` stops it and removes its folder. `publicUrl`
 * is the address that visitors type, when it is not the server's own. */
export async function prepare(binary, flags = [], publicUrl = undefined) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'splitline-bench-'));
  let server;
  let cookie = '';

  async function start() {
    const all = ['serve', '--data', folder, '--listen', `127.0.0.1:${port}`, '--log', 'error', ...flags];
    server = spawn(binary, all, {
      env: { ...process.env, SPLITLINE_ADMIN_EMAIL: EMAIL, SPLITLINE_ADMIN_PASSWORD: PASSWORD },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (let n = 0; n < 300; n++) {
      const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
      if (answer?.ok) return;
      await pause(100);
    }
    throw new Error('the server does not answer');
  }

  async function stop() {
    if (!server) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
    server = undefined;
  }

  /** Sends a request as the administrator. */
  function call(method, path, body, headers = {}) {
    return fetch(`${origin}/api/${path}`, {
      method,
      body,
      headers: { origin: publicUrl ?? origin, cookie, ...headers },
    });
  }

  async function logIn() {
    const login = await call('POST', 'login', JSON.stringify({ username: EMAIL, password: PASSWORD }), {
      'content-type': 'application/json',
    });
    const cookies = login.headers.getSetCookie().map((line) => line.split(';')[0]);
    cookie = cookies.join('; ');
  }

  async function end() {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }

  /** A value of the server's `/proc/<pid>/status`: a size in megabytes, or a count. */
  function processStatus(line) {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const [, number, unit] = new RegExp(`${line}:\\s+(\\d+)( kB)?`).exec(status);
    return unit ? Math.round(Number(number) / 1024) : Number(number);
  }

  return {
    port,
    origin,
    folder,
    start,
    stop,
    call,
    logIn,
    end,
    processStatus,
    pid: () => server.pid,
    cookie: () => cookie,
  };
}
