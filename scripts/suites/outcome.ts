/** @file The result of a suite: the file that its reporter writes, and the summary at the end of a run. */
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { CommandResult } from './run-command.ts';

const outcomeSchema = z.object({
  passed: z.number().int(),
  /** Each test or check that failed: file, title, and the first lines of the error. */
  failures: z.array(z.string()),
  /** Each test that was skipped: file, title, and the reason. */
  skips: z.array(z.string()),
  /** Each test file, and how long its tests took. */
  files: z.array(z.object({ path: z.string(), milliseconds: z.number() })),
});

export type Outcome = z.infer<typeof outcomeSchema>;

/** Environment variable that names the file to which a reporter writes its {@link Outcome} as JSON. */
export const outcomeVariable = 'PAYDESK_TEST_OUTCOME';

/** Maximum lines of an error: its message and the line of the test. The output above has the complete error. */
const maxFailureLines = 16;
/** Maximum lines that are shown of the last output of a suite that failed without a failed test. */
const maxTailLines = 60;

const splitLines = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules/.test(line));

/** Creates the entry of a failed test in {@link Outcome.failures}. */
export function failureEntry(title: string, error: string): string {
  return splitLines(`${title}\n${error}`).slice(0, maxFailureLines).join('\n').trimEnd();
}

/** Creates the entry of a skipped test in {@link Outcome.skips}. */
export function skipEntry(title: string, reason: string): string {
  return reason === '' ? title : `${title} (${reason})`;
}

function lastLines({ tail }: CommandResult): string {
  return splitLines(tail)
    .filter((line) => line.trim() !== '')
    .slice(-maxTailLines)
    .join('\n');
}

/**
 * Reads the file of a reporter. A suite that fails without a failed test (a crash, for example) counts as one failure.
 */
export async function readOutcome(file: string, result: CommandResult): Promise<Outcome> {
  const formatFailure = (problem: string) =>
    `${problem} (${result.reason}). Its last output:\n${lastLines(result)}`;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null)
    return { passed: 0, failures: [formatFailure('The suite left no report')], skips: [], files: [] };
  const outcome = outcomeSchema.parse(JSON.parse(text));
  if (result.isGood || outcome.failures.length > 0) return outcome;
  return { ...outcome, failures: [formatFailure('The suite failed without a failed test')] };
}
