/**
 * @file The vectorized reader of CSV files, in AssemblyScript: 16 bytes at a time unless one of the bytes is special. Its result
 * equals that of src/main/statement-engine/read/tokenize.ts byte for byte. scripts/generate/kernel.ts compiles it into
 * src/main/statement-engine/kernel/compiled/kernel-bytes.ts.
 */

/** Folds a character of three bytes and stores the result in the table. */
@external("host", "lookUpThree")
declare function lookUpThree(code: u32): u32;

/**
 * Addresses of all buffers, and the progress of reading. Addresses are in bytes. The order of the fields is the same as
 * in src/main/statement-engine/kernel/shared-memory.ts.
 */
@unmanaged
class State {
  /** Text: its first byte, the next byte to read, and its end. */
  text: u32;
  at: u32;
  end: u32;
  /** Folded copy: its first byte, and the next byte to write. */
  folded: u32;
  to: u32;
  separator: u32;
  /** Maximum number of cells of a row so far, and number of cells of a complete row. */
  columns: u32;
  expected: u32;
  /** Tables of folded characters of two and of three bytes. */
  two: u32;
  three: u32;
  /** For each row of this call: its offset in text and copy, and its number of cells. */
  starts: u32;
  foldedStarts: u32;
  cells: u32;
  /** Maximum number of rows per call. */
  most: u32;
  /** For each column below `slotCount`, 0 or one more than the number of its slot. */
  slots: u32;
  slotCount: u32;
  /** For each slot: 1 for numbers, 2 for dates. */
  kinds: u32;
  /** For each slot and row of this call: a value (8 bytes) and its code (1 byte). */
  values: u32;
  codes: u32;
  /** Offsets of unclosed quotes, their number, and their maximum number. */
  openQuotes: u32;
  openCount: u32;
  mostOpen: u32;
}

const cellEnd: u8 = 0x1f;
const rowEnd: u8 = 0x1e;
const quote: u32 = 0x22;
const blank: u32 = 0x20;
const equals: u32 = 0x3d;
const none: u32 = 0xffff;

/** Code of a cell that the kernel does not parse; the caller parses it. */
const odd: u8 = 255;

@inline
function foldByte(byte: u32): u8 {
  if (byte - 0x41 < 26) return <u8>(byte + 0x20);
  return <u8>(byte < 0x20 || byte == 0x7f ? 0x20 : byte);
}

@inline
function foldVector(bytes: v128): v128 {
  const capital = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(26));
  const lower = v128.or(bytes, v128.and(capital, i8x16.splat(0x20)));
  const control = v128.or(
    i8x16.lt_u(bytes, i8x16.splat(0x20)),
    i8x16.eq(bytes, i8x16.splat(0x7f)),
  );
  return v128.bitselect(i8x16.splat(0x20), lower, control);
}

/** Folds the character at `start`, which begins with a byte from 0x80 up, to `out`. */
function foldWide(state: State, start: u32, out: u32): void {
  let at = start;
  let to = out;
  const lead = <u32>load<u8>(at);
  if (lead < 0xe0) {
    const code = ((lead & 0x1f) << 6) | (<u32>load<u8>(at, 1) & 0x3f);
    const folded = <u32>load<u16>(state.two + (code << 1));
    if (folded != 0) {
      store<u8>(to, <u8>folded);
      to += 1;
      if (folded > 0xff) {
        store<u8>(to, <u8>(folded >> 8));
        to += 1;
      }
    }
    at += 2;
  } else if (lead < 0xf0) {
    const code =
      ((lead & 0x0f) << 12) | ((<u32>load<u8>(at, 1) & 0x3f) << 6) | (<u32>load<u8>(at, 2) & 0x3f);
    let entry = load<u32>(state.three + (code << 2));
    if (entry == 0) entry = lookUpThree(code);
    const length = (entry >> 24) - 1;
    for (let index: u32 = 0; index < length; index += 1) {
      store<u8>(to + index, <u8>(entry >> (index << 3)));
    }
    to += length;
    at += 3;
  } else {
    for (let index: u32 = 0; index < 4; index += 1) store<u8>(to + index, load<u8>(at + index));
    to += 4;
    at += 4;
  }
  state.at = at;
  state.to = to;
}

/** Parses a number in a usual notation. Codes: 0 empty, 1 whole, 16 plus decimals with a point, 32 plus decimals with a comma. */
function readNumber(state: State, slot: u32, row: u32, start: u32, end: u32): void {
  const place = slot * state.most + row;
  let at = start;
  let code: u8 = odd;
  let value: u64 = 0;
  const negative = at < end && load<u8>(at) == 0x2d;
  if (negative) at += 1;
  const first = at;
  while (at < end && <u32>load<u8>(at) - 0x30 < 10) {
    value = value * 10 + (<u64>load<u8>(at) - 0x30);
    at += 1;
  }
  const whole = at - first;
  if (start == end) code = 0;
  else if (whole == 0 || whole > 15) code = odd;
  else if (at == end) code = whole > 1 && load<u8>(first) == 0x30 ? odd : 1;
  else {
    const divider = load<u8>(at);
    at += 1;
    const from = at;
    while (at < end && <u32>load<u8>(at) - 0x30 < 10) {
      value = value * 10 + (<u64>load<u8>(at) - 0x30);
      at += 1;
    }
    const decimals = at - from;
    // The caller decides whether 05.12 is a day and a month.
    const dated = whole == 2 && load<u8>(first) == 0x30;
    const plain = at == end && decimals != 3 && whole + decimals <= 15 && !dated;
    if (plain && divider == 0x2e) code = <u8>(16 + decimals);
    else if (plain && divider == 0x2c) code = <u8>(32 + decimals);
  }
  const number = <f64>(<i64>value);
  store<f64>(state.values + (place << 3), negative ? -number : number);
  store<u8>(state.codes + place, code);
}

@inline
function digits(at: u32, count: u32): u32 {
  let value: u32 = 0;
  for (let index: u32 = 0; index < count; index += 1) {
    const digit = <u32>load<u8>(at + index) - 0x30;
    if (digit > 9) return none;
    value = value * 10 + digit;
  }
  return value;
}

function daysOf(year: u32, month: u32): u32 {
  if (month == 2) return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** True for the time at the end of a cell: a blank or t, hours, minutes, and optional seconds. */
function isTime(start: u32, end: u32): bool {
  const length = end - start;
  if (length != 6 && length != 9) return false;
  const divider = load<u8>(start);
  if (divider != 0x20 && divider != 0x74) return false;
  if (digits(start + 1, 2) > 23 || load<u8>(start, 3) != 0x3a || digits(start + 4, 2) > 59) return false;
  return length == 6 || (load<u8>(start, 6) == 0x3a && digits(start + 7, 2) <= 59);
}

/** Parses a date with the year first. Codes: 0 empty, 1 a date, 2 a date with a time. */
function readDate(state: State, slot: u32, row: u32, start: u32, end: u32): void {
  const place = slot * state.most + row;
  let code: u8 = start == end ? 0 : odd;
  if (end - start >= 10 && (end - start == 10 || isTime(start + 10, end))) {
    const divider = load<u8>(start, 4);
    const year = digits(start, 4);
    const month = digits(start + 5, 2);
    const day = digits(start + 8, 2);
    const divided = divider == load<u8>(start, 7) && (divider == 0x2d || divider == 0x2e || divider == 0x2f);
    const dated =
      year >= 1900 && year <= 2999 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
    if (divided && dated) {
      code = end - start == 10 ? 1 : 2;
      store<f64>(state.values + (place << 3), <f64>(year * 10000 + month * 100 + day));
    }
  }
  store<u8>(state.codes + place, code);
}

/** Finds the opening quote of a cell that begins with blanks, an equals sign or both. Returns its address, or `end`. */
function quoteBehind(from: u32, end: u32): u32 {
  let at = from;
  while (at < end && <u32>load<u8>(at) == blank) at += 1;
  if (at < end && <u32>load<u8>(at) == equals) at += 1;
  return at < end && <u32>load<u8>(at) == quote ? at : end;
}

/** Returns what follows the closing quote: 1 for the end of the cell, 2 for other text in the cell; 0 if the quote is never closed. */
function closingOf(opened: u32, end: u32, separator: u32): u32 {
  for (let at = opened + 1; at < end; at += 1) {
    if (<u32>load<u8>(at) != quote) continue;
    if (at + 1 < end && <u32>load<u8>(at, 1) == quote) {
      at += 1;
      continue;
    }
    let next = at + 1;
    while (next < end && <u32>load<u8>(next) == blank && separator != blank) next += 1;
    const byte: u32 = next < end ? load<u8>(next) : 0x0a;
    return byte == separator || byte == 0x0a || byte == 0x0d ? 1 : 2;
  }
  return 0;
}

/** Continues reading until the text ends or the maximum number of rows is reached; returns the number of rows. */
export function tokenize(pointer: usize): u32 {
  const state = changetype<State>(pointer);
  const end = state.end;
  const separator = state.separator;
  const separators = i8x16.splat(<i8>separator);
  let at = state.at;
  let to = state.to;
  let row: u32 = 0;
  while (at < end && row < state.most) {
    store<u32>(state.starts + (row << 2), at - state.text);
    store<u32>(state.foldedStarts + (row << 2), to - state.folded);
    let column: u32 = 0;
    let ended = false;
    while (!ended) {
      const cellStart = to;
      const first: u32 = at < end ? load<u8>(at) : none;
      if ((first == blank || first == equals) && state.openCount < state.mostOpen) {
        const opened = quoteBehind(at, end);
        const closing: u32 = opened == end ? 2 : closingOf(opened, end, separator);
        if (closing == 1) at = opened;
        else if (closing == 0) {
          store<u32>(state.openQuotes + (state.openCount << 2), opened - state.text);
          state.openCount += 1;
        }
      }
      if (at < end && <u32>load<u8>(at) == quote && state.openCount < state.mostOpen) {
        const opened = at;
        at += 1;
        for (;;) {
          if (at + 16 <= end) {
            const bytes = v128.load(at);
            const special = i8x16.bitmask(
              v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.lt_s(bytes, i8x16.splat(0))),
            );
            v128.store(to, foldVector(bytes));
            const length: u32 = special == 0 ? 16 : ctz(special);
            at += length;
            to += length;
            if (length == 16) continue;
          } else if (at >= end) {
            // The quote is never closed: reads the cell again as plain text.
            store<u32>(state.openQuotes + (state.openCount << 2), opened - state.text);
            state.openCount += 1;
            at = opened + 1;
            to = cellStart;
            store<u8>(to, <u8>quote);
            to += 1;
            break;
          }
          const byte = <u32>load<u8>(at);
          if (byte == quote) {
            if (at + 1 >= end || <u32>load<u8>(at, 1) != quote) {
              at += 1;
              break;
            }
            store<u8>(to, <u8>quote);
            to += 1;
            at += 2;
          } else if (byte < 0x80) {
            store<u8>(to, foldByte(byte));
            to += 1;
            at += 1;
          } else {
            foldWide(state, at, to);
            at = state.at;
            to = state.to;
          }
        }
      }
      let byte: u32 = none;
      for (;;) {
        if (at + 16 <= end) {
          const bytes = v128.load(at);
          const special = i8x16.bitmask(
            v128.or(
              v128.or(i8x16.eq(bytes, separators), i8x16.eq(bytes, i8x16.splat(0x0a))),
              v128.or(i8x16.eq(bytes, i8x16.splat(0x0d)), i8x16.lt_s(bytes, i8x16.splat(0))),
            ),
          );
          v128.store(to, foldVector(bytes));
          const length: u32 = special == 0 ? 16 : ctz(special);
          at += length;
          to += length;
          if (length == 16) continue;
        } else if (at >= end) {
          byte = none;
          break;
        }
        byte = <u32>load<u8>(at);
        if (byte >= 0x80) {
          foldWide(state, at, to);
          at = state.at;
          to = state.to;
        } else if (byte == separator || byte == 0x0a || byte == 0x0d) {
          break;
        } else {
          store<u8>(to, foldByte(byte));
          to += 1;
          at += 1;
        }
      }
      if (column < state.slotCount) {
        const slot = <u32>load<u8>(state.slots + column);
        if (slot != 0) {
          if (load<u8>(state.kinds + slot - 1) == 1) readNumber(state, slot - 1, row, cellStart, to);
          else readDate(state, slot - 1, row, cellStart, to);
        }
      }
      store<u8>(to, cellEnd);
      to += 1;
      column += 1;
      if (byte == separator) {
        at += 1;
        continue;
      }
      ended = true;
      if (byte == 0x0d) at += at + 1 < end && load<u8>(at, 1) == 0x0a ? 2 : 1;
      else if (byte == 0x0a) at += 1;
    }
    // The end of the last cell becomes the end of the row.
    store<u8>(to - 1, rowEnd);
    store<u32>(state.cells + (row << 2), column);
    if (column > state.columns) state.columns = column;
    row += 1;
  }
  state.at = at;
  state.to = to;
  return row;
}

/**
 * Folds a whole text without its quotes. The folded text contains the folded text of every cell. Returns the end address
 * of the folded text.
 */
export function foldAll(pointer: usize): u32 {
  const state = changetype<State>(pointer);
  const end = state.end;
  let at = state.at;
  let to = state.to;
  while (at < end) {
    if (at + 16 <= end) {
      const bytes = v128.load(at);
      const special = i8x16.bitmask(
        v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.lt_s(bytes, i8x16.splat(0))),
      );
      v128.store(to, foldVector(bytes));
      const length: u32 = special == 0 ? 16 : ctz(special);
      at += length;
      to += length;
      if (length == 16) continue;
    }
    const byte = <u32>load<u8>(at);
    if (byte >= 0x80) {
      foldWide(state, at, to);
      at = state.at;
      to = state.to;
    } else {
      at += 1;
      if (byte == quote) continue;
      store<u8>(to, foldByte(byte));
      to += 1;
    }
  }
  state.at = at;
  state.to = to;
  return to;
}
