import { describe, expect, test } from 'vitest';
import type { AnnotationEntry } from '../../../../src/main/features/statements/annotations/annotation-log.ts';
import { historyRows } from '../../../../src/main/features/statements/annotations/history-table.ts';
import {
  countAnnotations,
  countMisplaced,
  historyOf,
  replay,
} from '../../../../src/main/features/statements/annotations/replay.ts';
import { encodeRows } from '../../../../src/main/features/statements/annotations/row-set.ts';
import type { Annotation } from '../../../../src/shared/model/statements/annotations.ts';

const tick: Annotation = { kind: 'tick', isTicked: true };

function entry(act: string, change: AnnotationEntry['change']): AnnotationEntry {
  return { act, at: 0, who: 'anna', change };
}

function annotate(act: string, annotation: Annotation, rows: number[], fileRows = 10): AnnotationEntry {
  return entry(act, { type: 'annotate', annotation, rows: encodeRows(Uint32Array.from(rows)), fileRows });
}

describe('the rows of a file', () => {
  test('have what was set last, whatever the header is', () => {
    const entries = [annotate('a', tick, [1, 4]), annotate('b', { kind: 'tick', isTicked: false }, [4])];
    expect([...replay(entries, { head: 1, rows: 9 }).tick]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...replay(entries, { head: 0, rows: 10 }).tick]).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('have nothing of a change that was made while the file had another number of rows', () => {
    const entries = [annotate('a', tick, [4], 12), annotate('b', tick, [5])];
    const asRead = { head: 1, rows: 9 };
    expect(countAnnotations(replay(entries, asRead)).tick).toBe(1);
    expect(countMisplaced(entries, asRead)).toBe(1);
    expect(historyOf(entries, 4, asRead)).toEqual([]);
    expect(countMisplaced(entries, { head: 3, rows: 9 })).toBe(1);
    expect(countMisplaced([...entries, entry('c', { type: 'undo', act: 'a' })], asRead)).toBe(0);
  });
});

test('an act that changed several things is named with all of them when it is undone', () => {
  const note: Annotation = { kind: 'note', text: 'Paid twice' };
  const entries = [
    annotate('a', tick, [1]),
    annotate('a', note, [1]),
    entry('b', { type: 'undo', act: 'a' }),
  ];
  expect(historyRows(entries).at(-1)?.[2]).toBe('Ticked and Note: Paid twice (undone)');
});
