/**
 * @file Changes the code in small ways, one at a time, and reports which changes no test notices.
 *
 * Usage: node scripts/mutants.ts [--minutes=N] [--concurrency=N] [--only=FILE] [--tests=PATTERN …] [folder …]   (none means all)
 *
 * Each folder is a run of its own with a time limit. What was found is kept in `.paydesk/mutants`: a run that was cut
 * off goes on where it ended, and later runs try only what a change of code or tests can have altered. Ends with 1 when
 * more than a tenth of a folder's mutants survive, or when a run failed.
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

/** Runs Stryker on one folder; resolves with `false` when it failed, and with `true` also when its time was over. */
async function run(folder: string): Promise<boolean> {
  const plan = folders[folder];
  if (plan === undefined) throw new Error(`There are only the folders ${Object.keys(folders).join(', ')}`);
  await mkdir(outputFolder, { recursive: true });
  const settings = join(outputFolder, `${folder}.config.json`);
  await writeFile(
    settings,
    JSON.stringify({
      testRunner: 'vitest',
      testRunnerNodeArgs: base.test?.execArgv ?? [],
      vitest: { configFile: 'vitest.mutants.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/ignore-messages.ts'],
      ignorers: ['error-messages'],
      mutate: values.only === undefined ? plan.mutate : [values.only],
      coverageAnalysis: 'perTest',
      incremental: true,
      incrementalFile: join(outputFolder, `${folder}.json`),
      tempDirName: join(outputFolder, `sandbox-${folder}`),
      ignorePatterns: ['.paydesk', 'dist', 'out', 'test-results', 'docs'],
      disableTypeChecks: false,
      // Stryker would rewrite it with the former compiler's interface, which TypeScript 7 has not; nothing here needs that.
      tsconfigFile: 'none.json',
      concurrency: Number(values.concurrency),
      timeoutMS: 15_000,
      timeoutFactor: 6,
      reporters: ['progress-append-only'],
      thresholds: { high: 95, low: 90, break: null },
    }),
  );
  const [program, ...args] = commandOf('stryker', 'run', settings);
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PAYDESK_MUTANTS_TESTS: (values.tests ?? plan.tests).join(' ') },
  });
  let isOver = false;
  // Asked to end, Stryker writes down what it has found so far.
  const timer = setTimeout(() => {
    isOver = true;
    child.kill('SIGINT');
  }, Number(values.minutes) * 60_000);
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  clearTimeout(timer);
  return code === 0 || isOver;
}

/** Prints what survived and the figures of a folder; returns whether few enough survive. */
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
  const of = (...statuses: readonly string[]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  const found = of('Killed', 'Timeout');
  const survived = of('Survived', 'NoCoverage');
  const share = survived / Math.max(1, found + survived);
  console.log(
    `${folder}: ${found + survived} mutants, ${of('Killed')} killed, ${of('Timeout')} timed out, ` +
      `${of('Survived')} survived, ${of('NoCoverage')} not covered: ${(share * 100).toFixed(1)} % survive; ` +
      `${of('Ignored')} ignored, ${of('RuntimeError', 'CompileError')} could not run`,
  );
  return share <= maxSurvivingShare;
}

let isGood = true;
for (const folder of positionals.length === 0 ? Object.keys(folders) : positionals) {
  const hasRun = await run(folder);
  // What was found before a run broke off is told as well.
  isGood = (await report(folder)) && hasRun && isGood;
}
process.exitCode = isGood ? 0 : 1;
