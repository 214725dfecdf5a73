/** @file What a soak must not exceed. */
import { type Measurement, measured } from '../bench/measurement.ts';
import type { Sample } from './sample.ts';

const megabyte = 1_048_576;
const maxGrowthRatio = 1.1;
const turnLimitMs = 100;
const minuteMs = 60_000;
/** Paydesk uses no link that is older. */
const maxLinkAgeMinutes = 10;
/** SQLite empties its log at 1,000 pages of 4 KB; a large transaction comes on top. */
const maxDatabaseLogBytes = 16 * megabyte;
/** The work of an hour must not take more room than that of an earlier hour. */
const maxDatabaseRatio = 1.1;

type NumberOf = (sample: Sample) => number;

const grown: readonly (readonly [name: string, NumberOf])[] = [
  ['memory of main', ({ mainMemory }) => mainMemory],
  ['heap of main', ({ mainHeap }) => mainHeap],
  ['memory of the window', ({ windowMemory }) => windowMemory],
  ['heap of the window', ({ windowHeap }) => windowHeap],
];

const constant: readonly (readonly [name: string, NumberOf])[] = [
  ['handles of main', ({ mainHandles }) => mainHandles],
  ['listeners of main', ({ mainListeners }) => mainListeners],
  ['worker threads', ({ workerThreads }) => workerThreads],
  ['child processes', ({ childProcesses }) => childProcesses],
  ['listeners of the window', ({ windowListeners }) => windowListeners],
];

/** Compares the last hour with the first. Needs at least four samples, oldest first. */
export function compareHours(samples: readonly Sample[]): Measurement[] {
  const [first, second, third] = samples;
  const [beforeLast, last] = samples.slice(-2);
  if (!first || !second || !third || !beforeLast || !last || samples.length < 4)
    throw new Error('A soak needs at least four samples');
  const maxOf = (of: NumberOf) => Math.max(...samples.map(of));
  const hours = `${last.hour} hours, beside hour ${first.hour}`;
  return [
    ...grown.map(([name, of]) =>
      measured(`${name} after ${hours}`, 'MB', of(last) / megabyte, {
        peer: of(first) / megabyte,
        of: 'ratio',
        atMost: maxGrowthRatio,
      }),
    ),
    // The state of the screen adds a few nodes.
    measured(`nodes of the window after ${hours}`, '', last.windowNodes, {
      peer: first.windowNodes,
      of: 'ratio',
      atMost: maxGrowthRatio,
    }),
    ...constant.map(([name, of]) =>
      measured(`${name} after ${hours}: more than before`, '', of(last) - of(first), {
        atMost: 0,
      }),
    ),
    measured(
      'database, added in the last hour, beside the second hour',
      'MB',
      (last.database - beforeLast.database) / megabyte,
      { peer: (second.database - first.database) / megabyte, of: 'ratio', atMost: maxDatabaseRatio },
    ),
    measured('largest log of the database', 'MB', maxOf(({ databaseLog }) => databaseLog) / megabyte, {
      atMost: maxDatabaseLogBytes / megabyte,
    }),
    measured(
      'longest turn of main, by its own time',
      'ms',
      maxOf(({ maxTurnMs }) => maxTurnMs),
      {
        atMost: turnLimitMs,
      },
    ),
    measured('oldest link that an upload used', 'min', last.maxLinkAgeMs / minuteMs, {
      atMost: maxLinkAgeMinutes,
    }),
    measured('uploads refused because their link had ended', '', last.refusedUploads, { atMost: 0 }),
  ];
}
