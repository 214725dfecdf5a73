/**
 * @file Changes the code in small ways, one change at a time, and reports the changes that no test detects.
 *
 * Usage: node scripts/mutants.ts [--minutes=N] [--concurrency=N] [--only=FILE] [--tests=PATTERN …] [folder …]
 *        (all folders when no folder is named)
 *
 * Each folder is a separate run with a time limit. Results are kept in `.paydesk/mutants`: an interrupted run is resumed,
 * and later runs test only mutants that a change of code or tests may affect. Exits with 1 when more than a tenth of a
 * folder's mutants survive, or when a run failed.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import base from '../vitest.config.ts';
import { folders } from './mutants/folders.ts';
import { commandOf } from './tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const outputFolder = join(root, '.paydesk', 'mutants');
const maxSurvivingShare = 0.1;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '2' },
    only: { type: 'string' },
    tests: { type: 'string', multiple: true },
  },
});

const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().optional(),
          status: z.string(),
          location: z.object({ start: z.object({ line: z.number(), column: z.number() }) }),
        }),
      ),
    }),
  ),
});

/** Runs Stryker on one folder; resolves with `false` when it failed, and with `true` also at the time limit. */
async function run(folder: string): Promise<boolean> {
  const folderPlan = folders[folder];
  if (folderPlan === undefined)
    throw new Error(`There are only the folders ${Object.keys(folders).join(', ')}`);
  await mkdir(outputFolder, { recursive: true });
  const settingsFile = join(outputFolder, `${folder}.config.json`);
  await writeFile(
    settingsFile,
    JSON.stringify({
      testRunner: 'vitest',
      testRunnerNodeArgs: base.test?.execArgv ?? [],
      vitest: { configFile: 'vitest.mutants.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/ignore-messages.ts'],
      ignorers: ['error-messages'],
      mutate: values.only === undefined ? folderPlan.mutate : [values.only],
      coverageAnalysis: 'perTest',
      incremental: true,
      incrementalFile: join(outputFolder, `${folder}.json`),
      tempDirName: join(outputFolder, `sandbox-${folder}`),
      ignorePatterns: ['.paydesk', 'dist', 'out', 'test-results', 'docs'],
      disableTypeChecks: false,
      // Disabled, because Stryker would rewrite it with a compiler API that TypeScript 7 lacks; it is not needed here.
      tsconfigFile: 'none.json',
      concurrency: Number(values.concurrency),
      timeoutMS: 15_000,
      timeoutFactor: 6,
      reporters: ['progress-append-only'],
      thresholds: { high: 95, low: 90, break: null },
    }),
  );
  const [program, ...args] = commandOf('stryker', 'run', settingsFile);
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PAYDESK_MUTANTS_TESTS: (values.tests ?? folderPlan.tests).join(' ') },
  });
  let isTimedOut = false;
  // Stryker writes its current results when it is interrupted.
  const timer = setTimeout(() => {
    isTimedOut = true;
    child.kill('SIGINT');
  }, Number(values.minutes) * 60_000);
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  clearTimeout(timer);
  return code === 0 || isTimedOut;
}

/** Prints the surviving mutants and the counts of a folder; returns true when at most a tenth of them survived. */
async function report(folder: string): Promise<boolean> {
  const { files } = reportSchema.parse(
    JSON.parse(await readFile(join(outputFolder, `${folder}.json`), 'utf8')),
  );
  const counts = new Map<string, number>();
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const { line, column } = location.start;
      console.log(
        `${status} ${file}:${line}:${column} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
      );
    }
  }
  const countStatuses = (...statuses: readonly string[]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  const detected = countStatuses('Killed', 'Timeout');
  const survived = countStatuses('Survived', 'NoCoverage');
  const survivingShare = survived / Math.max(1, detected + survived);
  console.log(
    `${folder}: ${detected + survived} mutants, ${countStatuses('Killed')} killed, ${countStatuses('Timeout')} timed out, ` +
      `${countStatuses('Survived')} survived, ${countStatuses('NoCoverage')} not covered: ${(survivingShare * 100).toFixed(1)} % survive; ` +
      `${countStatuses('Ignored')} ignored, ${countStatuses('RuntimeError', 'CompileError')} could not run`,
  );
  return survivingShare <= maxSurvivingShare;
}

let hasPassed = true;
for (const folder of positionals.length === 0 ? Object.keys(folders) : positionals) {
  const hasRun = await run(folder);
  // Results of an interrupted run are reported, too.
  hasPassed = (await report(folder)) && hasRun && hasPassed;
}
process.exitCode = hasPassed ? 0 : 1;
