/** @file Times of a date column, parsed again from its cells when rows are sorted by them. */
import { foldedCell, type Table } from '../read/table.ts';
import { parseDateCell } from './date-cell.ts';

const colon = 0x3a;

/** Parses two digits; -1 if there are none. */
function parseTwoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 0x30;
  const ones = (bytes[at + 1] ?? 0) - 0x30;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

/** Parses the time of `2026-01-31 10:00:00`, the most usual notation, to milliseconds since midnight; -1 for any other notation. */
function parseUsualTime(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 19 || bytes[start + 13] !== colon || bytes[start + 16] !== colon) return -1;
  const hour = parseTwoDigits(bytes, start + 11);
  const minute = parseTwoDigits(bytes, start + 14);
  const second = parseTwoDigits(bytes, start + 17);
  return hour < 0 || minute < 0 || second < 0 ? -1 : ((hour * 60 + minute) * 60 + second) * 1000;
}

/** Reads the time of every row in milliseconds since midnight; 0 for a cell without a time. */
export function readTimes(table: Table, column: number): Uint32Array {
  const times = new Uint32Array(table.rows);
  const { folded } = table.tokens;
  const view = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    if (range.end === range.start) continue;
    const usualMs = parseUsualTime(folded, range.start, range.end);
    times[row] =
      usualMs >= 0
        ? usualMs
        : (parseDateCell(view.toString('utf8', range.start, range.end).trim())?.timeMs ?? 0);
  }
  return times;
}
