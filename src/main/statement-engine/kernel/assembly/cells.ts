/** @file Finds, hashes and compares the cells of a column in a folded text. AssemblyScript; scripts/generate/kernel.ts compiles it. */

const cellEnd: u8 = 0x1f;
const rowEnd: u8 = 0x1e;
const space: u8 = 0x20;
/** Other cell of a cell that is certainly different. */
const noOther: u32 = 0xffffffff;
const factor: u64 = 0x9e3779b97f4a7c15;

/** Returns the address after `column` cells of a row, or `limit` in a row with fewer cells. */
@inline
function startOf(from: u32, limit: u32, column: u32): u32 {
  const ends = i8x16.splat(cellEnd);
  let at = from;
  let left = column;
  while (left > 0) {
    if (at >= limit) return limit;
    let mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), ends));
    const count = <u32>popcnt(mask);
    if (count < left) {
      left -= count;
      at += 16;
      continue;
    }
    for (; left > 1; left -= 1) mask &= mask - 1;
    at += <u32>ctz(mask) + 1;
    left = 0;
  }
  return at < limit ? at : limit;
}

/** Returns the address of the first end of a cell from `at` on. */
@inline
function endOf(start: u32, limit: u32): u32 {
  const cells = i8x16.splat(cellEnd);
  const rows = i8x16.splat(rowEnd);
  for (let at = start; at < limit; at += 16) {
    const bytes = v128.load(at);
    const mask = <u32>i8x16.bitmask(v128.or(i8x16.eq(bytes, cells), i8x16.eq(bytes, rows)));
    if (mask == 0) continue;
    const end = at + <u32>ctz(mask);
    return end < limit ? end : limit;
  }
  return limit;
}

@inline
function mixed(hash: u64, word: u64): u64 {
  const product = (hash ^ word) * factor;
  return product ^ (product >> 29);
}

/** Returns the up to seven bytes before `end`; the memory after the text is readable. */
@inline
function lastBytes(at: u32, end: u32): u64 {
  return at == end ? 0 : load<u64>(at) & (0xffffffffffffffff >> (<u64>(8 - (end - at)) << 3));
}

@inline
function hashOf(start: u32, end: u32): u32 {
  let hash: u64 = <u64>(end - start) * factor;
  let at = start;
  for (; at + 8 <= end; at += 8) hash = mixed(hash, load<u64>(at));
  hash = mixed(hash, lastBytes(at, end));
  return <u32>(hash ^ (hash >> 32));
}

/** Cell that {@link readCell} has read. */
let cellStart: u32 = 0;
let cellStop: u32 = 0;

/** Finds a cell of a row without spaces around it; returns its hash. */
@inline
function readCell(folded: u32, offset: u32, column: u32): u32 {
  const limit = folded + load<u32>(offset + 4) - 1;
  let start = startOf(folded + load<u32>(offset), limit, column);
  let end = endOf(start, limit);
  while (start < end && load<u8>(start) == space) start += 1;
  while (end > start && load<u8>(end - 1) == space) end -= 1;
  cellStart = start;
  cellStop = end;
  return hashOf(start, end);
}

/**
 * Hashes a cell of each of `count` rows of the text at `folded`. `offsets` has the beginning of each row and the end of the
 * last row. Stores the first byte, the end and the hash of each cell without spaces around it; positions are offsets.
 */
export function hashCells(
  folded: u32,
  offsets: u32,
  count: u32,
  column: u32,
  starts: u32,
  ends: u32,
  hashes: u32,
): void {
  for (let row: u32 = 0; row < count; row += 1) {
    const place = row << 2;
    store<u32>(hashes + place, readCell(folded, offsets + place, column));
    store<u32>(starts + place, cellStart - folded);
    store<u32>(ends + place, cellStop - folded);
  }
}

@inline
function areSame(one: u32, other: u32, length: u32): bool {
  let index: u32 = 0;
  for (; index + 8 <= length; index += 8)
    if (load<u64>(one + index) != load<u64>(other + index)) return false;
  return lastBytes(one + index, one + length) == lastBytes(other + index, other + length);
}

/**
 * Looks up a cell of each row from `from` on in a table of `mask + 1` places, each with one more than a code or 0, and with
 * the hash, first byte and length of the cell of each code. Stores the codes; returns the index of the first cell that is not
 * in the table, and stores its first byte, end and hash, or returns `count`.
 */
export function lookUpCells(
  folded: u32,
  offsets: u32,
  from: u32,
  count: u32,
  column: u32,
  starts: u32,
  ends: u32,
  hashes: u32,
  places: u32,
  mask: u32,
  codeHashes: u32,
  codeStarts: u32,
  codeLengths: u32,
  codes: u32,
): u32 {
  for (let row = from; row < count; row += 1) {
    const hash = readCell(folded, offsets + (row << 2), column);
    const start = cellStart;
    const length = cellStop - start;
    let place = hash & mask;
    let entry: u32;
    for (;;) {
      entry = load<u32>(places + (place << 2));
      if (entry == 0) break;
      const code = (entry - 1) << 2;
      if (
        load<u32>(codeHashes + code) == hash &&
        load<u32>(codeLengths + code) == length &&
        areSame(start, folded + load<u32>(codeStarts + code), length)
      )
        break;
      place = (place + 1) & mask;
    }
    if (entry == 0) {
      store<u32>(starts + (row << 2), start - folded);
      store<u32>(ends + (row << 2), cellStop - folded);
      store<u32>(hashes + (row << 2), hash);
      return row;
    }
    store<u32>(codes + (row << 2), entry - 1);
  }
  return count;
}

/**
 * Returns the first index from `from` on whose cell differs from the cell of the same length at its entry in `others`;
 * `count` for none.
 */
export function findDifferentCell(
  folded: u32,
  starts: u32,
  ends: u32,
  others: u32,
  from: u32,
  count: u32,
): u32 {
  for (let index = from; index < count; index += 1) {
    const place = index << 2;
    const other = load<u32>(others + place);
    if (other == noOther) return index;
    const start = load<u32>(starts + place);
    if (!areSame(folded + start, folded + other, load<u32>(ends + place) - start)) return index;
  }
  return count;
}
