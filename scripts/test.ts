/**
 * @file Runs every check and test once. Lists failed and skipped tests at the end, and counts over all suites in the
 * last line.
 *
 * Usage: node scripts/test.ts --help
 */
import process from 'node:process';
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

async function runAll(runs: readonly Run[]): Promise<void> {
  let passed = 0;
  const failures: string[] = [];
  const skips: string[] = [];
  for (const { names, start } of runs) {
    const label = names.join(', ');
    console.log(`\n== ${label} ==`);
    const outcome = await start();
    console.log(
      `${label}: ${outcome.passed} passed, ${outcome.failures.length} failed, ${outcome.skips.length} skipped`,
    );
    passed += outcome.passed;
    failures.push(...outcome.failures);
    skips.push(...outcome.skips);
  }
  for (const skip of skips) console.log(`\nSkipped: ${skip}`);
  for (const failure of failures) console.error(`\nFailed: ${failure.replaceAll('\n', '\n        ')}`);
  console.log(`\n${passed} passed, ${failures.length} failed, ${skips.length} skipped`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) console.log(usage);
else await runAll(plan(args));
