/** @file Runs the end-to-end tests and reads their report. */
import { join } from 'node:path';
import { z } from 'zod';
import { commandOf } from '../tools.ts';
import { type Outcome, readReport, shortened } from './outcome.ts';
import { runCommand } from './run.ts';

/** A file of tests, or a group of them within one. */
const groupSchema = z.object({
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
    return z.array(groupSchema).optional();
  },
});

const reportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(groupSchema),
});

function failuresOf({ title, specs, suites }: z.infer<typeof groupSchema>): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
      return `${spec.title}\n${errors.find((error) => error !== '') ?? ''}`;
    }),
    ...(suites ?? []).flatMap(failuresOf),
  ].map((test) => `${title} › ${test}`);
}

/** Runs every end-to-end test with its report in the folder `reports`. */
export async function runPlaywright(reports: string): Promise<Outcome> {
  const file = join(reports, 'e2e.json');
  const ending = await runCommand(commandOf('playwright', 'test', '--reporter=line,json'), {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return readReport(file, ending, (text) => {
    const { stats, suites } = reportSchema.parse(JSON.parse(text));
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
      failures: suites.flatMap(failuresOf).map(shortened),
    };
  });
}
