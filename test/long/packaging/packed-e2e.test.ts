/** @file Runs end-to-end tests in the packed program. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { extractAll } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { packFolders } from '../../../scripts/package.ts';
import { commandOf } from '../../../scripts/tools.ts';
import { root } from '../../unit/layers/imports.ts';

const output = await mkdtemp(join(tmpdir(), 'paydesk-packed-'));
const payload = join(output, 'payload');

beforeAll(async () => {
  const { linux } = await packFolders(output);
  extractAll(join(linux, 'resources', 'app.asar'), payload);
  // With this file the program counts as installed, and refuses the profiles and keychain of tests.
  await rm(join(payload, 'out/main/distribution.json'));
});

afterAll(() => rm(output, { recursive: true, force: true }));

const reportSchema = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** Runs the end-to-end tests whose file matches a pattern in a program; `report` gets their results. */
function runTests(
  program: string,
  specPattern: string,
  report: string,
): Promise<{ hasPassed: boolean; printed: string }> {
  const [tool, ...args] = commandOf(
    'playwright',
    'test',
    specPattern,
    '--max-failures=1',
    '--reporter=line,json',
  );
  const env = { ...process.env, PAYDESK_HOST_PROGRAM: program, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  return new Promise((resolve) =>
    execFile(tool, args, { cwd: root, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ hasPassed: error === null, printed: `${stdout}${stderr}` }),
    ),
  );
}

describe('the packed program', () => {
  test.each(['shell', 'sign-in', 'main-job', 'recovery', 'proofs', 'proofs-pdf', 'statements'])(
    'passes the end-to-end tests of %s',
    { timeout: 600_000 },
    async (spec) => {
      const report = join(output, `${spec}.json`);
      const { hasPassed, printed } = await runTests(
        join(payload, 'out/main/index.js'),
        `/${spec}.spec.ts`,
        report,
      );
      expect(hasPassed, printed).toBe(true);
      const { stats } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
      expect(stats).toMatchObject({ unexpected: 0, flaky: 0 });
      // A run that skipped every test would pass without testing anything.
      expect(stats.expected).toBeGreaterThan(stats.skipped);
    },
  );
});
