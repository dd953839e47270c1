/** A real mail server on the loopback interface, the one of the server's own tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { test as base, ROOT, Splitline } from './server';

interface Mail {
  to: string[];
  text: string;
}

export class MailServer {
  private readonly mails: Mail[] = [];
  private port = 0;

  private constructor(private readonly process: ChildProcess) {
    const lines = createInterface({ input: this.process.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const said = JSON.parse(line) as Mail | { port: number };
      if ('port' in said) this.port = said.port;
      else this.mails.push(said);
    });
  }

  static async start(): Promise<MailServer> {
    const folder = join(ROOT, 'server/tests/smtp');
    const server = new MailServer(spawn('node', ['server.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }));
    await expect.poll(() => server.port, { timeout: 20_000 }).toBeGreaterThan(0);
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The code of the newest mail to an address, once so many mails have come to it. */
  async code(address: string, mails = 1): Promise<string> {
    const own = () => this.mails.filter(({ to }) => to.includes(address));
    await expect.poll(() => own().length, { timeout: 30_000 }).toBe(mails);
    return /^(\d{6})\r?$/m.exec(own().at(-1)?.text ?? '')?.[1] ?? '';
  }

  /** Waits until so many mails have come to an address. */
  async arrived(address: string, mails: number): Promise<void> {
    await expect
      .poll(() => this.mails.filter(({ to }) => to.includes(address)).length, { timeout: 30_000 })
      .toBe(mails);
  }

  /** The token in the newest mail to an address with a link to a page, once it has come. */
  async link(address: string, page: string): Promise<string> {
    const token = new RegExp(`${page}#(\\S+)`);
    const found = () =>
      this.mails
        .filter(({ to }) => to.includes(address))
        .flatMap(({ text }) => token.exec(text.replace(/=\r?\n/g, ''))?.[1] ?? []);
    await expect.poll(() => found().at(-1), { timeout: 30_000 }).toBeTruthy();
    return found().at(-1) ?? '';
  }

  /** The newest mail to an address whose text has this, once it has come. */
  async text(address: string, part: RegExp): Promise<string> {
    const found = () =>
      this.mails
        .filter(({ to }) => to.includes(address))
        .map(({ text }) => text.replace(/=\r?\n/g, ''))
        .findLast((text) => part.test(text));
    await expect.poll(found, { timeout: 30_000 }).toBeTruthy();
    return found() ?? '';
  }

  /** A line of the head of the newest mail to an address that has it, once it has come. */
  async header(address: string, name: string): Promise<string> {
    const found = () =>
      this.mails
        .filter(({ to }) => to.includes(address))
        .flatMap(
          ({ text }) => new RegExp(`^${name}: (.*?)\\r?$`, 'm').exec(text.replace(/\r?\n[ \t]/g, ' '))?.[1] ?? [],
        );
    await expect.poll(() => found().at(-1), { timeout: 30_000 }).toBeTruthy();
    return found().at(-1) ?? '';
  }

  end(): void {
    this.process.kill();
  }
}

/** A story whose server sends its mail through a real mail server. Its address has a name, since passkeys need one. */
export const mailTest = base.extend<{ mail: MailServer; settings: Record<string, string> }>({
  /** Further settings of the server, as variables. */
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here to find the fixture's dependencies
  mail: async ({}, use) => {
    const mail = await MailServer.start();
    await use(mail);
    mail.end();
  },
  splitline: async ({ mail, settings }, use) => {
    const server = await Splitline.start({ SPLITLINE_SMTP_URL: mail.url, ...settings }, 'localhost');
    await use(server);
    await server.end();
  },
});
