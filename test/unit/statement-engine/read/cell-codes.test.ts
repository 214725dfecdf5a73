/** @file Codes of equal cells: with and without the kernel, and with hashes that collide. */
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../../src/main/statement-engine/kernel/shared-memory.ts';
import { numberCells, type RowCodes } from '../../../../src/main/statement-engine/read/cell-codes.ts';
import {
  type CellHashing,
  createCellHashing,
} from '../../../../src/main/statement-engine/read/cell-hashing.ts';
import {
  createKernelBuffer,
  type KernelBuffer,
} from '../../../../src/main/statement-engine/read/read-tokens.ts';
import { openTable, type Table } from '../../../../src/main/statement-engine/read/table.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

const columns = 6;
const maxCodes = 1_000_000;

const pieces = ['a', 'B', ' ', 'é', '株', '"x"', '7', 'abcdefgh', 'abcdefgH'];

/** Cells of up to 80 bytes, with blanks around them, in rows of which some are too short or too long. */
function randomText(rows: number): string {
  const random = createNumbers(5);
  const cells = Array.from({ length: 400 }, () =>
    Array.from({ length: random(10) }, () => pieces[random(pieces.length)] ?? '').join(''),
  );
  const lines = Array.from({ length: rows }, () => {
    const length = columns + (random(30) === 0 ? random(7) - 3 : 0);
    return Array.from({ length }, () => cells[random(400)]).join(',');
  });
  return ['a,b,c,d,e,f', ...lines].join('\n');
}

function kernelTable(text: string): Table {
  const bytes = new TextEncoder().encode(text);
  const buffer: KernelBuffer | null = createKernelBuffer(bytes.length);
  if (buffer === null) throw new Error('The kernel is not available');
  const memory = textOf(buffer.memory, bytes.length);
  memory.set(bytes);
  return openTable(memory, {}, buffer);
}

/** Returns what the code of each row stands for, by the cells themselves. */
function foldedCells({ tokens, head, rows }: Table, column: number): string[] {
  return Array.from({ length: rows }, (_, row) => {
    const { foldedStarts, folded } = tokens;
    const line = folded.subarray(foldedStarts[head + row], (foldedStarts[head + row + 1] ?? 1) - 1);
    return (Buffer.from(line).toString().split('\u001f')[column] ?? '').trim();
  });
}

function expectCodes({ codes, count }: RowCodes, cells: readonly string[]): void {
  const cellByCode = new Map<number, string>();
  for (const [row, cell] of cells.entries()) {
    const known = cellByCode.get(codes[row] ?? -1);
    if (known !== undefined && known !== cell) expect([row, cell]).toEqual([row, known]);
    cellByCode.set(codes[row] ?? -1, cell);
  }
  expect(cellByCode.size).toBe(count);
  expect(new Set(cells).size).toBe(count);
}

/** A hashing whose hashes collide. */
function withHashes(hashing: CellHashing, change: (hash: number) => number): CellHashing {
  return {
    ...hashing,
    lookUp: null,
    hash(offsets, column) {
      hashing.hash(offsets, column);
      for (let index = 0; index < offsets.length - 1; index += 1)
        hashing.hashes[index] = change(hashing.hashes[index] ?? 0);
    },
  };
}

describe('equal cells have the same code, and different cells different codes', () => {
  // Several batches, the last of them not full.
  const table = kernelTable(randomText(9_000));
  const { folded, hashing = null } = table.tokens;
  const own = createCellHashing(folded);

  test.each<[string, CellHashing | null]>([
    ['with the kernel', hashing],
    ['without the kernel', null],
    ['when all hashes are equal', withHashes(own, () => 3)],
    ['when hashes of the kernel collide', withHashes(hashing ?? own, (hash) => hash % 97)],
  ])('%s', (_, used) => {
    const given = { ...table, tokens: { ...table.tokens, hashing: used } };
    expect(hashing).not.toBeNull();
    for (let column = 0; column <= columns + 1; column += 1) {
      const codes = numberCells(given, column, maxCodes);
      expect(codes).not.toBeNull();
      if (codes !== null) expectCodes(codes, foldedCells(table, column));
    }
  });

  test('with more cells than the table of the kernel takes', () => {
    const random = createNumbers(9);
    const lines = Array.from({ length: 20_000 }, () => `${random(9_000)},${random(5)}`);
    const large = kernelTable(['a,b', ...lines].join('\n'));
    const codes = numberCells(large, 0, maxCodes);
    expect(codes?.count).toBeGreaterThan(4_096);
    if (codes !== null) expectCodes(codes, foldedCells(large, 0));
    // The table is empty again for another column.
    const others = numberCells(large, 1, maxCodes);
    if (others !== null) expectCodes(others, foldedCells(large, 1));
  });

  test('unless there are too many', () => {
    expect(numberCells(table, 0, 10)).toBeNull();
  });
});

test('a search after the cells were hashed finds what it found before', () => {
  const table = kernelTable(['a,b', ...Array.from({ length: 500 }, (_, row) => `x${row},needle`)].join('\n'));
  const needle = new TextEncoder().encode('needle');
  const first = table.tokens.seek?.(needle)?.(0);
  numberCells(table, 0, maxCodes);
  expect(first).toBeGreaterThan(0);
  expect(table.tokens.seek?.(needle)?.(0)).toBe(first);
});
