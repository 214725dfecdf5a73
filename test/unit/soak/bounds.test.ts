import { describe, expect, test } from 'vitest';
import { compareHours } from '../../soak/bounds.ts';
import { type Sample, tableOfSamples } from '../../soak/sample.ts';

const megabyte = 1_048_576;

/** A day that stays within all bounds, with changes of its last hour. */
function dayWith(lastHour: Partial<Sample> = {}): Sample[] {
  return [1, 2, 3, 4].map((hour) => ({
    hour,
    mainMemory: 200 * megabyte,
    mainHeap: 50 * megabyte,
    mainListeners: 400,
    mainHandles: 10,
    workerThreads: 1,
    childProcesses: 0,
    windowMemory: 150 * megabyte,
    windowHeap: 20 * megabyte,
    windowListeners: 200,
    windowNodes: 300,
    database: hour * megabyte,
    databaseLog: 4 * megabyte,
    maxTurnMs: 20,
    ...(hour === 4 ? lastHour : {}),
  }));
}

function missedNames(samples: readonly Sample[]): string[] {
  return compareHours(samples).flatMap(({ met, name }) => (met === false ? [name] : []));
}

describe('the bounds of a soak', () => {
  test('are met by a day without growth, and by a growth of a tenth', () => {
    expect(missedNames(dayWith())).toEqual([]);
    expect(
      missedNames(dayWith({ mainMemory: 219 * megabyte, windowHeap: 21.9 * megabyte, windowNodes: 330 })),
    ).toEqual([]);
  });

  test.each([
    [{ mainMemory: 221 * megabyte }, /^memory of main/],
    [{ mainHeap: 56 * megabyte }, /^heap of main/],
    [{ windowMemory: 166 * megabyte }, /^memory of the window/],
    [{ windowHeap: 23 * megabyte }, /^heap of the window/],
    [{ mainListeners: 401 }, /^listeners of main/],
    [{ mainHandles: 11 }, /^handles of main/],
    [{ workerThreads: 2 }, /^worker threads/],
    [{ childProcesses: 1 }, /^child processes/],
    [{ windowListeners: 201 }, /^listeners of the window/],
    [{ windowNodes: 331 }, /^nodes of the window/],
    [{ database: 4.2 * megabyte }, /^database/],
    [{ databaseLog: 17 * megabyte }, /^largest log/],
    [{ maxTurnMs: 101 }, /^longest turn/],
  ])('%j misses one of them', (lastHour, name) => {
    expect(missedNames(dayWith(lastHour))).toEqual([expect.stringMatching(name)]);
  });

  test('need several hours', () => {
    expect(() => compareHours(dayWith().slice(0, 3))).toThrow('four samples');
  });
});

test('the table of a soak has a line for each hour', () => {
  const lines = tableOfSamples(dayWith()).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[4]).toMatch(/^ +4 +200\.0 +50\.0 +400 +10 +1 +0 +150\.0 +20\.0 +200 +300 +4\.0 +4\.0 +20$/);
});
