/**
 * @file Runs every check and every suite, each once, names again what failed, and ends with one line that counts over
 * all of them.
 *
 * Usage: node scripts/test.ts [lint] [types] [unit] [integration] [faults] [build] [e2e] [packaging]   (none means all)
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Outcome } from './suites/outcome.ts';
import { runPlaywright } from './suites/playwright-suite.ts';
import { runCommand } from './suites/run.ts';
import { runVitest } from './suites/vitest-suite.ts';
import { commandOf, type Tool } from './tools.ts';

type Suite = (reports: string) => Promise<Outcome>;

/** Each command is one check. */
async function checks(...commands: readonly (readonly [Tool, ...string[]])[]): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const [tool, ...args] of commands) {
    const { isGood, how } = await runCommand(commandOf(tool, ...args));
    if (isGood) outcome.passed += 1;
    else {
      outcome.failed += 1;
      outcome.failures.push(`${tool} ${args.join(' ')} (${how})`);
    }
  }
  return outcome;
}

const projects = ['src/shared', 'src/main', 'src/preload', 'src/renderer', 'test'];

const suites: Readonly<Record<string, Suite>> = {
  lint: () =>
    checks(['biome', 'ci', '--error-on-warnings', '.'], ['oxlint', '--type-aware', '--deny-warnings', '.']),
  types: () => checks(...projects.map((project) => ['tsc', '-p', project] as const)),
  unit: (reports) => runVitest(['test/unit'], reports),
  integration: (reports) => runVitest(['test/integration'], reports),
  faults: (reports) => runVitest(['test/faults'], reports),
  build: () => checks(['electron-vite', 'build', '--logLevel', 'warn']),
  e2e: runPlaywright,
  packaging: (reports) => runVitest(['test/packaging'], reports),
};

const asked = process.argv.slice(2);
const names = asked.length === 0 ? Object.keys(suites) : asked;
const total: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
const reports = await mkdtemp(join(tmpdir(), 'paydesk-reports-'));
for (const name of names) {
  const suite = suites[name];
  if (suite === undefined) throw new Error(`There is no suite ${name}`);
  console.log(`\n== ${name} ==`);
  const { passed, failed, skipped, failures } = await suite(reports);
  console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
}
await rm(reports, { recursive: true });
for (const failure of total.failures) console.error(`\nFailed: ${failure.replaceAll('\n', '\n        ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
