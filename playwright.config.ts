import { defineConfig } from '@playwright/test';

const isLong = process.env['PAYDESK_LONG_TESTS'] === '1';

export default defineConfig({
  testDir: 'test',
  testMatch: isLong ? /[\\/]e2e[\\/].*\.spec\.ts$/ : /[\\/]test[\\/]e2e[\\/].*\.spec\.ts$/,
  // A run empties this folder, but not the pictures of the screens beside it.
  outputDir: 'test-results/failures',
  // A test waits for its program and its window for more than a third of its time, so three share two processors well.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Timeouts are long enough for a busy machine: they end tests that hang.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    screenshot: 'only-on-failure',
    // Recording slows a test down. `npm test -- e2e NAME --trace on` records one on any machine.
    trace: process.env['CI'] === undefined ? 'off' : 'retain-on-failure',
  },
});
