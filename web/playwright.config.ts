import { defineConfig } from '@playwright/test';

/**
 * The browser's walk through the main job, against the built server with the built site inside.
 *
 * Each story starts a server of its own on an empty folder (`e2e/server.ts`). The browser is Debian's Chromium; CHROMIUM names another.
 */
export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // A story keeps both cores of a small machine busy; two beside each other take as long, and wait for each other.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    actionTimeout: 30_000,
    // The trace holds the pictures; a list of them would bury what failed.
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
