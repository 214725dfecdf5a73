import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  // A run empties this folder; the pictures of the screens, beside it, stay.
  outputDir: 'test-results/failures',
  // Each test starts a program and a browser of its own; two at a time only wait for each other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Deadlines are there for what hangs, not for a machine that has other work.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: { screenshot: 'only-on-failure' },
});
