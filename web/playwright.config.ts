import { defineConfig } from '@playwright/test';

/**
 * Browser tests of the main workflows, against the built server with the built site.
 *
 * Each test starts its own server on an empty folder (`e2e/server.ts`). The browser is Debian's Chromium; the environment variable
 * CHROMIUM names another one.
 */
export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // One test already uses both cores of a small machine; two in parallel are not faster and time out.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    actionTimeout: 30_000,
    // The trace contains screenshots, so none are attached: their list would hide the failure.
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
