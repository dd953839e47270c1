import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/browser';

/**
 * Browser tests of the main workflows, against the built server with the built site. Each test starts its own server on an empty folder
 * (`e2e/server.ts`).
 */
export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Each test has its own server and browser, and waits half of its time: two at a time use both cores of a small machine.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The continuous integration may run a test twice. The report names one that passed only then as flaky, with what failed: it is to be
  // looked at, because a person on a slow device may meet the same.
  retries: Number(process.env.BROWSER_RETRIES ?? 0),
  reporter: [['list']],
  use: {
    actionTimeout: 30_000,
    // Recording takes a third of a test's time: `npx playwright test --trace retain-on-failure FILE` shows what happened in one that failed.
    trace: 'off',
    launchOptions: launchOptions({ windows: false }),
  },
});
