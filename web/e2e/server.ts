import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test as base } from '@playwright/test';

/** The repository's folder. */
export const ROOT = resolve(import.meta.dirname, '../..');
/** The path of the program under test; SPLITLINE_BIN sets another one. */
const BINARY = process.env.SPLITLINE_BIN ?? join(ROOT, 'target/debug/splitline');

/** The first administrator of every server. */
export const ADMIN = { email: 'director@example.com', password: 'blue line to the finish' };

/** A server with its own data folder; it can be killed and started again. */
export class Splitline {
  readonly data = mkdtempSync(join(tmpdir(), 'splitline-e2e-'));
  /** A folder for the files of the program's commands. */
  readonly files = mkdtempSync(join(tmpdir(), 'splitline-files-'));
  private process: ChildProcess | undefined;
  private log = '';

  private constructor(
    readonly port: number,
    private readonly settings: Record<string, string>,
    private readonly host: string,
  ) {}

  /** Starts a server, also with other settings than those of every test. `host` is its name in the address: passkeys need one. */
  static async start(settings: Record<string, string> = {}, host = '127.0.0.1'): Promise<Splitline> {
    const server = new Splitline(await freePort(), settings, host);
    await server.serve();
    return server;
  }

  get url(): string {
    return `http://${this.host}:${this.port}`;
  }

  /** Starts the server and waits until it responds. */
  async serve(): Promise<void> {
    this.process = spawn(BINARY, ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data], {
      cwd: ROOT,
      env: {
        ...process.env,
        SPLITLINE_ADMIN_EMAIL: ADMIN.email,
        SPLITLINE_ADMIN_PASSWORD: ADMIN.password,
        SPLITLINE_PUBLIC_URL: this.url,
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.log += chunk;
      });
    }
    for (let tries = 0; tries < 150; tries += 1) {
      if (this.process.exitCode !== null) break;
      const answer = await fetch(`${this.url}/api/health`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((wake) => setTimeout(wake, 200));
    }
    throw new Error(`the server did not start:\n${this.log}`);
  }

  /** Kills the server without a shutdown, as a power cut would. */
  async kill(): Promise<void> {
    const ended = new Promise((done) => this.process?.once('exit', done));
    this.process?.kill('SIGKILL');
    await ended;
  }

  /** Writes a file for one of the program's commands, and returns its path. */
  file(name: string, text: string): string {
    const path = join(this.files, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** Runs one of the program's commands and returns what it printed. */
  run(...args: string[]): string {
    const done = spawnSync(BINARY, args, { cwd: ROOT, encoding: 'utf8', timeout: 90_000 });
    if (done.status !== 0) throw new Error(`splitline ${args.join(' ')}: ${done.stdout}${done.stderr}`);
    return done.stdout + done.stderr;
  }

  async end(): Promise<void> {
    if (this.process?.exitCode === null && this.process.signalCode === null) await this.kill();
    for (const folder of [this.data, this.files]) rmSync(folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? found(address.port) : failed(new Error('no port'))));
    });
  });
}

/** Playwright's `test` with a running `splitline`. */
export const test = base.extend<{ splitline: Splitline }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here to find the fixture's dependencies
  splitline: async ({}, use) => {
    const server = await Splitline.start();
    await use(server);
    await server.end();
  },
});

export { expect } from '@playwright/test';
