/**
 * @file Runs every check and test once. Lists the slowest files, failed and skipped tests at the end, and counts over all
 * suites in the last line. With `--long` the tests of `test/long` run, too.
 *
 * Usage: node scripts/test.ts --help
 */
import process from 'node:process';
import type { Outcome } from './suites/outcome.ts';
import { planRuns, type Run, usage } from './suites/suites.ts';

function plan(args: readonly string[]): readonly Run[] {
  try {
    return planRuns(args);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

/** Number of the slowest files that are listed. */
const slowestCount = 10;

function describeSlowest(files: Outcome['files']): string {
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestCount);
  const lines = slowest.map(
    ({ path, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${path}`,
  );
  return ['\nSlowest files:', ...lines].join('\n');
}

async function runAll(runs: readonly Run[]): Promise<void> {
  let passed = 0;
  const failures: string[] = [];
  const skips: string[] = [];
  const files: Outcome['files'] = [];
  for (const { names, start } of runs) {
    const label = names.join(', ');
    console.log(`\n== ${label} ==`);
    const startedAt = performance.now();
    const outcome = await start();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${label}: ${outcome.passed} passed, ${outcome.failures.length} failed, ${outcome.skips.length} skipped in ${seconds} s`,
    );
    passed += outcome.passed;
    failures.push(...outcome.failures);
    skips.push(...outcome.skips);
    files.push(...outcome.files);
  }
  if (files.length > slowestCount) console.log(describeSlowest(files));
  for (const skip of skips) console.log(`\nSkipped: ${skip}`);
  for (const failure of failures) console.error(`\nFailed: ${failure.replaceAll('\n', '\n        ')}`);
  console.log(`\n${passed} passed, ${failures.length} failed, ${skips.length} skipped`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

const [first, ...rest] = process.argv.slice(2);
const isLong = first === '--long';
if (isLong) process.env['PAYDESK_LONG_TESTS'] = '1';
const args = isLong ? rest : process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) console.log(usage);
else await runAll(plan(args));
