/** The browser of the tests: Debian's Chromium, or the one that the environment variable CHROMIUM names. */
import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** The same browser without windows, which needs less of a small machine. It has no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** How the browser is started; `windows`: with all that a window of it has. */
export function launchOptions({ windows }: { windows: boolean }): LaunchOptions {
  const hasShell = CHROMIUM === '/usr/bin/chromium' && existsSync(SHELL);
  return {
    executablePath: hasShell && !windows ? SHELL : CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
