/** @file The suites of `npm test`, and the conversion of its arguments to runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { builds, type CommandLine, commandOf, type Tool } from '../tools.ts';
import { type Outcome, outcomeVariable, readOutcome } from './outcome.ts';
import { runCommand } from './run-command.ts';

type Check = readonly [Tool, ...string[]];

interface Suite {
  readonly description: string;
  /** A list of checks passes or fails as a whole. Vitest and Playwright run tests and take arguments. */
  readonly runner: 'vitest' | 'playwright' | readonly Check[];
}

/** The suites, in the order of a whole run. Each suite of Vitest is a project of `vitest.config.ts`. */
const suites = {
  lint: {
    description: 'Biome and oxlint: format, rules, imports, types',
    runner: [
      ['biome', 'ci', '--error-on-warnings', '.'],
      ['oxlint', '.'],
    ],
  },
  build: {
    description: 'electron-vite: the bundles in out/, which the suites below use',
    runner: [builds.program, builds.host],
  },
  unit: { description: 'Vitest: one module at a time, import rules, supply chain', runner: 'vitest' },
  components: { description: 'Vitest: one component of the window at a time, in Chromium', runner: 'vitest' },
  integration: { description: 'Vitest: main with its database and the practice company', runner: 'vitest' },
  faults: { description: 'Vitest: kills, power loss, full disks, broken networks', runner: 'vitest' },
  packaging: { description: 'Vitest: the built bundles, archives and updates', runner: 'vitest' },
  e2e: { description: 'Playwright: the built program and its window', runner: 'playwright' },
} as const satisfies Record<string, Suite>;

type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as readonly SuiteName[];

function isSuiteName(name: string): name is SuiteName {
  return Object.hasOwn(suites, name);
}

/** Text that `npm test -- --help` prints. */
export const usage = `Usage: npm test [-- SUITE… [ARGUMENT…]]
       npm run test:all [-- SUITE… [ARGUMENT…]]   the long tests, too

Without a suite, all of them run in this order:
${suiteNames.map((name) => `  ${name.padEnd(13)}${suites[name].description}`).join('\n')}

Arguments after the suites go to Vitest or Playwright:
  npm test -- unit upload-links               files whose path contains "upload-links"
  npm test -- unit integration -t "renews"    tests whose title contains "renews"
  npm test -- e2e recovery -g "power"         tests of recovery.spec.ts with "power" in the title

The last line counts over all suites: N passed, N failed, N skipped.`;

export interface Run {
  /** Suites that one process runs together. */
  readonly names: readonly SuiteName[];
  start(): Promise<Outcome>;
}

/** Returns the runs for the arguments of `npm test`. Throws a `RangeError` for invalid ones. */
export function planRuns(args: readonly string[]): readonly Run[] {
  const firstOtherIndex = args.findIndex((arg) => !isSuiteName(arg));
  const requestedSuites = (firstOtherIndex === -1 ? args : args.slice(0, firstOtherIndex)).filter(
    isSuiteName,
  );
  const otherArguments = firstOtherIndex === -1 ? [] : args.slice(firstOtherIndex);
  if (requestedSuites.length === 0 && otherArguments.length > 0)
    throw new RangeError(`There is no suite "${otherArguments[0]}".`);
  const withoutArguments = requestedSuites.find((name) => typeof suites[name].runner !== 'string');
  if (otherArguments.length > 0 && withoutArguments !== undefined) {
    throw new RangeError(`The suite "${withoutArguments}" takes no arguments.`);
  }
  if (requestedSuites.some((name) => typeof suites[name].runner === 'string')) requestedSuites.push('build');
  // Each suite once, in the order of a whole run.
  const names = suiteNames.filter((name) => requestedSuites.length === 0 || requestedSuites.includes(name));
  return groupSuites(names).map((group) => ({ names: group, start: () => run(group, otherArguments) }));
}

/** Groups consecutive suites of Vitest into one process, in which a file filter has to match in one suite only. */
function groupSuites(names: readonly SuiteName[]): readonly (readonly SuiteName[])[] {
  const groups: SuiteName[][] = [];
  for (const name of names) {
    const lastGroup = groups.at(-1);
    const neighbourName = lastGroup?.[0];
    if (
      neighbourName !== undefined &&
      suites[neighbourName].runner === 'vitest' &&
      suites[name].runner === 'vitest'
    ) {
      lastGroup?.push(name);
    } else groups.push([name]);
  }
  return groups;
}

async function run(names: readonly SuiteName[], args: readonly string[]): Promise<Outcome> {
  const [first] = names;
  const { runner } = suites[first ?? 'lint'];
  if (runner === 'vitest') return runVitest([...names.map((name) => `--project=${name}`), ...args]);
  if (runner === 'playwright') return runPlaywright(args);
  return runChecks(runner);
}

async function runChecks(checks: readonly Check[]): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failures: [], skips: [], files: [] };
  for (const [tool, ...args] of checks) {
    const { isGood, reason } = await runCommand(commandOf(tool, ...args));
    if (isGood) outcome.passed += 1;
    else outcome.failures.push(`${tool} ${args.join(' ')} (${reason})`);
  }
  return outcome;
}

const reporterFile = (tool: 'vitest' | 'playwright') =>
  fileURLToPath(new URL(`./${tool}-reporter.ts`, import.meta.url));

const compileCache = fileURLToPath(new URL('../../.paydesk/compile-cache', import.meta.url));

const isReporter = (arg: string) => arg.startsWith('--reporter=');

/** Runs Vitest with its default reporters, unless `args` name a reporter. */
function runVitest(args: readonly string[]): Promise<Outcome> {
  const defaultReporters =
    process.env['GITHUB_ACTIONS'] === undefined ? ['default'] : ['default', 'github-actions'];
  const reporters = [...(args.some(isReporter) ? [] : defaultReporters), reporterFile('vitest')];
  return runAndReadOutcome(
    commandOf('vitest', 'run', ...args, ...reporters.map((name) => `--reporter=${name}`)),
  );
}

/** Runs Playwright with its list reporter, unless `args` name a reporter; in the long run, files in random order. */
function runPlaywright(args: readonly string[]): Promise<Outcome> {
  const defaultReporters = process.env['GITHUB_ACTIONS'] === undefined ? 'list' : 'list,github';
  const requestedReporters = args.findLast(isReporter)?.slice('--reporter='.length) ?? defaultReporters;
  const otherArguments = args.filter((arg) => !isReporter(arg));
  return runAndReadOutcome(
    commandOf(
      'playwright',
      'test',
      ...(process.env['PAYDESK_LONG_TESTS'] === '1' ? ['--shuffle'] : []),
      ...otherArguments,
      `--reporter=${requestedReporters},${reporterFile('playwright')}`,
    ),
  );
}

async function runAndReadOutcome(command: CommandLine): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-outcome-'));
  const file = join(folder, 'outcome.json');
  const result = await runCommand(command, {
    [outcomeVariable]: file,
    PAYDESK_BUILT: '1',
    // The bundles are started some thousand times.
    NODE_COMPILE_CACHE: compileCache,
  });
  const outcome = await readOutcome(file, result);
  await rm(folder, { recursive: true });
  return outcome;
}
