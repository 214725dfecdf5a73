/**
 * @file Runs every check and every suite, each once, and ends with one line that counts over all of them.
 *
 * Usage: node scripts/test.ts [lint] [types] [unit] [integration] [faults] [build] [e2e] [packaging]   (none means all)
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

type Suite = (reports: string) => Promise<Counts>;

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
async function checks(...commands: readonly (readonly [string, ...string[]])[]): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [command, ...args] of commands) {
    if (await run(command, args)) counts.passed += 1;
    else {
      counts.failed += 1;
      console.error(`Failed: ${command} ${args.join(' ')}`);
    }
  }
  return counts;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
});

function vitest(...folders: readonly string[]): Suite {
  return async (reports) => {
    const file = join(reports, `${folders.join('-').replaceAll('/', '_')}.json`);
    const ended = await run('vitest', [
      'run',
      ...folders,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    return readReport(file, ended, (text) => {
      const report = vitestReport.parse(JSON.parse(text));
      const failed = report.numFailedTests === 0 && !report.success ? 1 : report.numFailedTests;
      return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
    });
  };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

const e2e: Suite = async (reports) => {
  const file = join(reports, 'e2e.json');
  const ended = await run('playwright', ['test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return readReport(file, ended, (text) => {
    const { stats } = playwrightReport.parse(JSON.parse(text));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  });
};

/** A suite that ended badly without a failed test (it crashed, say) counts as one failure. */
async function readReport(file: string, ended: boolean, read: (text: string) => Counts): Promise<Counts> {
  try {
    const counts = read(await readFile(file, 'utf8'));
    return ended || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
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

const asked = process.argv.slice(2);
const names = asked.length === 0 ? Object.keys(suites) : asked;
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const reports = await mkdtemp(join(tmpdir(), 'paydesk-reports-'));
for (const name of names) {
  const suite = suites[name];
  if (suite === undefined) throw new Error(`There is no suite ${name}`);
  console.log(`\n== ${name} ==`);
  const { passed, failed, skipped } = await suite(reports);
  console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
await rm(reports, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
