/**
 * @file Runs every check and every suite, each once, names again what failed, and ends with one line that counts over
 * all of them.
 *
 * Usage: node scripts/test.ts [lint] [types] [unit] [integration] [faults] [build] [e2e] [packaging]   (none means all)
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed: where, under which name, and the words of the first error, so that the end of a long log tells it all. */
  failures: string[];
}

type Suite = (reports: string) => Promise<Outcome>;

function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Each command is one check. */
async function checks(...commands: readonly (readonly [string, ...string[]])[]): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const [command, ...args] of commands) {
    if (await run(command, args)) outcome.passed += 1;
    else {
      outcome.failed += 1;
      outcome.failures.push(`${command} ${args.join(' ')}`);
    }
  }
  return outcome;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** The failed tests of a report, and the files that failed outside of their tests. */
function failuresOf({ testResults }: z.infer<typeof vitestReport>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${failureMessages?.[0] ?? ''}`);
    if (message !== '') return [...failed, `${file}\n${message}`];
    return status === 'failed' && failed.length === 0 ? [`${file}\nIt failed outside of its tests`] : failed;
  });
}

function vitest(...folders: readonly string[]): Suite {
  return async (reports) => {
    const file = join(reports, `${folders.join('-').replaceAll('/', '_')}.json`);
    const ended = await run('vitest', [
      'run',
      ...folders,
      '--reporter=minimal',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    return readReport(file, ended, (text) => {
      const report = vitestReport.parse(JSON.parse(text));
      const failures = failuresOf(report);
      return {
        passed: report.numPassedTests,
        failed: Math.max(report.numFailedTests, failures.length),
        skipped: report.numPendingTests + report.numTodoTests,
        failures,
      };
    });
  };
}

/** A file of stories, or a group of them within one. */
const storySuite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(z.object({ error: z.object({ message: z.string() }).partial().nullish() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(storySuite).optional();
  },
});

function failedStories({ title, specs, suites }: z.infer<typeof storySuite>): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
      return `${spec.title}\n${errors.find((error) => error !== '') ?? ''}`;
    }),
    ...(suites ?? []).flatMap(failedStories),
  ].map((story) => `${title} › ${story}`);
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(storySuite),
});

const e2e: Suite = async (reports) => {
  const file = join(reports, 'e2e.json');
  const ended = await run('playwright', ['test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return readReport(file, ended, (text) => {
    const { stats, suites } = playwrightReport.parse(JSON.parse(text));
    const failed = stats.unexpected + stats.flaky;
    return {
      passed: stats.expected,
      failed,
      skipped: stats.skipped,
      failures: suites.flatMap(failedStories),
    };
  });
};

/** A suite that ended badly without a failed test (it crashed, say) counts as one failure. */
async function readReport(file: string, ended: boolean, read: (text: string) => Outcome): Promise<Outcome> {
  try {
    const outcome = read(await readFile(file, 'utf8'));
    if (ended || outcome.failures.length > 0) return outcome;
    return {
      ...outcome,
      failed: Math.max(1, outcome.failed),
      failures: ['it ended badly, with no test failed'],
    };
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, failures: [`it left no report: ${String(error)}`] };
  }
}

const projects = ['src/shared', 'src/main', 'src/preload', 'src/renderer', 'test'];

const suites: Readonly<Record<string, Suite>> = {
  lint: () =>
    checks(['biome', 'ci', '--error-on-warnings', '.'], ['oxlint', '--type-aware', '--deny-warnings', '.']),
  types: () => checks(...projects.map((project) => ['tsc', '-p', project] as const)),
  unit: vitest('test/unit'),
  integration: vitest('test/integration'),
  faults: vitest('test/faults'),
  build: () => checks(['npm', 'run', '--silent', 'build']),
  e2e,
  packaging: vitest('test/packaging'),
};

/** Enough of an error for its words and the line of the test; the whole of it stands further up. */
const linesOfFailure = 16;
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
for (const failure of total.failures) {
  const lines = stripVTControlCharacters(failure)
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules/.test(line))
    .slice(0, linesOfFailure);
  console.error(`\nFailed: ${lines.join('\n        ')}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
