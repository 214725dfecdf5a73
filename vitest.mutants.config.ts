/** @file How tests run while the code of a folder is mutated; `scripts/mutants.ts` says which tests. */
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

// Mutants choose their tests by file, so the projects are left out.
const { projects: _projects, ...test } = base.test ?? {};

export default defineConfig({
  ...base,
  test: {
    ...test,
    // Stryker runs tests in threads, which take no options of V8; the process that they are in is started with them.
    execArgv: [],
    include: (process.env['PAYDESK_MUTANTS_TESTS'] ?? '').split(' '),
    setupFiles: ['scripts/mutants/activate.ts'],
    // Threads and processes run the mutated sources.
    env: { ...test.env, PAYDESK_SOURCE_ENTRIES: '1' },
    // A mutant that keeps a test waiting is found by this, without starting the runner anew.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
