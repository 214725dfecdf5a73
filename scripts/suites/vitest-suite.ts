/** @file Runs a suite of Vitest and reads its report. */
import { join, relative } from 'node:path';
import { z } from 'zod';
import { commandOf } from '../tools.ts';
import { type Outcome, readReport, shortened } from './outcome.ts';
import { runCommand } from './run.ts';

const reportSchema = z.object({
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
function failuresOf({ testResults }: z.infer<typeof reportSchema>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) =>
        shortened(`${file} › ${fullName}\n${failureMessages?.[0] ?? ''}`),
      );
    if (message !== '') return [...failed, shortened(`${file}\n${message}`)];
    return status === 'failed' && failed.length === 0 ? [`${file}\nIt failed outside of its tests`] : failed;
  });
}

/** Runs the tests of `folders` with its report in the folder `reports`. */
export async function runVitest(
  folders: readonly string[],
  reports: string,
  options: readonly string[] = [],
): Promise<Outcome> {
  const file = join(reports, `${folders.join('-').replaceAll('/', '_')}.json`);
  const ending = await runCommand(
    commandOf(
      'vitest',
      'run',
      ...folders,
      ...options,
      '--reporter=minimal',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ),
  );
  return readReport(file, ending, (text) => {
    const report = reportSchema.parse(JSON.parse(text));
    const failures = failuresOf(report);
    return {
      passed: report.numPassedTests,
      failed: Math.max(report.numFailedTests, failures.length),
      skipped: report.numPendingTests + report.numTodoTests,
      failures,
    };
  });
}
