/** @file The suites of `npm test`: what each runs, and how arguments become runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type CommandLine, commandOf, type Tool } from '../tools.ts';
import { type Outcome, outcomeVariable, readOutcome } from './outcome.ts';
import { runCommand } from './run-command.ts';

type Check = readonly [Tool, ...string[]];

interface Suite {
  readonly description: string;
  /** `checks` are commands that pass or fail as a whole; the others run tests and take arguments. */
  readonly runner: 'vitest' | 'playwright' | readonly Check[];
}

const typeScriptProjects = ['src/shared', 'src/main', 'src/preload', 'src/renderer', 'test'];

/** In the order of a whole run. Each suite of Vitest is a project of `vitest.config.ts`. */
export const suites = {
  lint: {
    description: 'Biome and oxlint: format, rules, imports',
    runner: [
      ['biome', 'ci', '--error-on-warnings', '.'],
      ['oxlint', '--type-aware', '--deny-warnings', '.'],
    ],
  },
  types: {
    description: 'TypeScript, project by project',
    runner: typeScriptProjects.map((project) => ['tsc', '-p', project] as const),
  },
  unit: { description: 'Vitest: one module at a time, import rules, supply chain', runner: 'vitest' },
  integration: { description: 'Vitest: main with its database and the practice company', runner: 'vitest' },
  faults: { description: 'Vitest: kills, power loss, full disks, broken networks', runner: 'vitest' },
  build: {
    description: 'electron-vite: the bundles in out/, which e2e and packaging test',
    runner: [['electron-vite', 'build', '--logLevel', 'warn']],
  },
  e2e: { description: 'Playwright: the built program and its window', runner: 'playwright' },
  packaging: { description: 'Vitest: the built bundles, archives and updates', runner: 'vitest' },
} as const satisfies Record<string, Suite>;

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as readonly SuiteName[];

function isSuiteName(name: string): name is SuiteName {
  return Object.hasOwn(suites, name);
}

/** What `npm test -- --help` prints. */
export const usage = `Usage: npm test [-- SUITE… [ARGUMENT…]]

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

/** The runs that the arguments of `npm test` ask for. Throws a `RangeError` when they make no sense. */
export function planRuns(args: readonly string[]): readonly Run[] {
  const firstOther = args.findIndex((arg) => !isSuiteName(arg));
  const asked = (firstOther === -1 ? args : args.slice(0, firstOther)).filter(isSuiteName);
  const others = firstOther === -1 ? [] : args.slice(firstOther);
  if (asked.length === 0 && others.length > 0) throw new RangeError(`There is no suite "${others[0]}".`);
  // Each suite once, in the order of a whole run.
  const names = suiteNames.filter((name) => asked.length === 0 || asked.includes(name));
  const withoutArguments = names.find((name) => typeof suites[name].runner !== 'string');
  if (others.length > 0 && withoutArguments !== undefined) {
    throw new RangeError(`The suite "${withoutArguments}" takes no arguments.`);
  }
  return groupsOf(names).map((group) => ({ names: group, start: () => run(group, others) }));
}

/** Neighbouring suites of Vitest share a process, so that a file name has to be found in one of them only. */
function groupsOf(names: readonly SuiteName[]): readonly (readonly SuiteName[])[] {
  const groups: SuiteName[][] = [];
  for (const name of names) {
    const last = groups.at(-1);
    const neighbour = last?.[0];
    if (
      neighbour !== undefined &&
      suites[neighbour].runner === 'vitest' &&
      suites[name].runner === 'vitest'
    ) {
      last?.push(name);
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
  const outcome: Outcome = { passed: 0, failures: [], skips: [] };
  for (const [tool, ...args] of checks) {
    const { isGood, reason } = await runCommand(commandOf(tool, ...args));
    if (isGood) outcome.passed += 1;
    else outcome.failures.push(`${tool} ${args.join(' ')} (${reason})`);
  }
  return outcome;
}

const reporterFile = (tool: 'vitest' | 'playwright') =>
  fileURLToPath(new URL(`./${tool}-reporter.ts`, import.meta.url));

const isReporter = (arg: string) => arg.startsWith('--reporter=');

/** Runs Vitest with its own reporter for people, unless `args` name one. */
export function runVitest(args: readonly string[]): Promise<Outcome> {
  const usual = process.env['GITHUB_ACTIONS'] === undefined ? ['default'] : ['default', 'github-actions'];
  const reporters = [...(args.some(isReporter) ? [] : usual), reporterFile('vitest')];
  return reported(commandOf('vitest', 'run', ...args, ...reporters.map((name) => `--reporter=${name}`)));
}

/** Runs Playwright with the reporters of its configuration for people, unless `args` name one. */
function runPlaywright(args: readonly string[]): Promise<Outcome> {
  const usual = process.env['GITHUB_ACTIONS'] === undefined ? 'list' : 'list,github';
  const asked = args.findLast(isReporter)?.slice('--reporter='.length) ?? usual;
  const others = args.filter((arg) => !isReporter(arg));
  return reported(
    commandOf('playwright', 'test', ...others, `--reporter=${asked},${reporterFile('playwright')}`),
  );
}

async function reported(command: CommandLine): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-outcome-'));
  const file = join(folder, 'outcome.json');
  const result = await runCommand(command, { [outcomeVariable]: file });
  const outcome = await readOutcome(file, result);
  await rm(folder, { recursive: true });
  return outcome;
}
