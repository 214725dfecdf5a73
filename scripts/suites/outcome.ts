/** @file What became of a suite. */
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Ending } from './run.ts';

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /**
   * What failed: where, under which name, and the first lines of the error, so that the end of a long log tells it all.
   */
  failures: string[];
}

/** Enough of an error for its words and the line of the test; the whole of it stands further up. */
const maxFailureLines = 16;
/** Enough of the output of a suite whose report names no cause. */
const maxTailLines = 60;

const linesOf = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules/.test(line));

/** The first lines of a failure. */
export function shortened(failure: string): string {
  return linesOf(failure).slice(0, maxFailureLines).join('\n');
}

/** The last lines that a command printed. */
function lastLines({ tail }: Ending): string {
  return linesOf(tail)
    .filter((line) => line.trim() !== '')
    .slice(-maxTailLines)
    .join('\n');
}

/** A suite that ended badly without a failed test (it crashed, say) counts as one failure, with the end of its output. */
export async function readReport(
  file: string,
  ending: Ending,
  read: (text: string) => Outcome,
): Promise<Outcome> {
  const badly = (what: string) =>
    `${what} (${ending.how}); the last lines of its output:\n${lastLines(ending)}`;
  try {
    const outcome = read(await readFile(file, 'utf8'));
    if (ending.isGood || outcome.failures.length > 0) return outcome;
    return {
      ...outcome,
      failed: Math.max(1, outcome.failed),
      failures: [badly('it ended badly, with no test failed')],
    };
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, failures: [badly(`it left no report: ${String(error)}`)] };
  }
}
