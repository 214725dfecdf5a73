/**
 * @file The references that a row states in any column: inside a text, several in one cell, or beside a voucher number of
 * its own.
 */
import { foldedCell, type Table } from '../read/table.ts';
import { TextBatch } from './text-batch.ts';
import { noText, type TextIds } from './text-ids.ts';

/** A reference that a row states beside that of its column. */
interface Stated {
  readonly reference: number;
  /** Where its digits were separated: bits for the numbers of characters before. */
  readonly breaks: number;
}

/** Maximum number of parts of a reference, such as three of `RE-2026-1`. */
const maxParts = 4;
/** Maximum number of parts of a cell that are looked at. */
const maxPartsOfCell = 64;
/** Maximum length of a reference in the column of references; a longer cell is a text. */
const maxReferenceBytes = 24;
/** Minimum number of digits of a reference inside a text. */
const minDigits = 3;
/** Number of references whose forms are learned, and of rows that show whether a column has references. */
const maxSample = 4_000;
/** A number in the texts of more rows of one file is no reference, but that of a customer or an account. */
const maxRowsOfReference = 50;

const decoder = new TextDecoder();

/** The form of a reference: its letters and the number of its digits, such as `re#9`. */
function formOf(text: string): string {
  return text.replace(/\d+/g, (digits) => `#${digits.replace(/^0+/, '').length}`);
}

/** The forms of the references in the columns of both files. */
export function learnForms(ids: TextIds): ReadonlySet<string> {
  const forms = new Set<string>();
  const step = Math.max(1, Math.floor(ids.count / maxSample));
  for (let id = 0; id < ids.count; id += step) {
    const text = ids.textOf(id);
    if (text.length <= maxReferenceBytes && text.replace(/\D/g, '').length > minDigits)
      forms.add(formOf(text));
  }
  return forms;
}

const [zero, nine] = [0x30, 0x39];
/** Characters that join the parts of a reference without spaces: `#`, `-`, `.` and `_`. */
const joining = new Set([0x23, 0x2d, 0x2e, 0x5f]);
/** Characters inside references: also a space and `/`, which may end them as well. */
const inner = new Set([...joining, 0x20, 0x2f]);

function isPart(byte: number): boolean {
  return byte >= 0x80 || (byte >= zero && byte <= nine) || (byte >= 0x61 && byte <= 0x7a);
}

/** Finds references in the cells of one table. */
class TextReader {
  readonly #table: Table;
  readonly #ids: TextIds;
  readonly #forms: ReadonlySet<string>;
  readonly #batch = new TextBatch();
  readonly #number = new Int32Array(1);
  /** Where each part of a cell begins and ends, and its number of digits. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #digits: number[] = [];
  readonly #range = { start: 0, end: 0 };

  constructor(table: Table, ids: TextIds, forms: ReadonlySet<string>) {
    this.#table = table;
    this.#ids = ids;
    this.#forms = forms;
  }

  /** Returns the references of a cell of a text. */
  read(row: number, column: number): readonly Stated[] {
    return this.#find(row, column, true);
  }

  /** Returns the references of a cell of the column of references that has several. */
  readList(row: number, column: number): readonly Stated[] {
    const found = this.#find(row, column, false);
    const isLong = this.#range.end - this.#range.start > maxReferenceBytes;
    return isLong || found.length > 1 ? found : [];
  }

  #find(row: number, column: number, canBeNew: boolean): readonly Stated[] {
    const { folded } = this.#table.tokens;
    foldedCell(this.#table, row, column, this.#range);
    const count = this.#split(folded, this.#range.start, this.#range.end);
    const found: Stated[] = [];
    for (let first = 0; first < count; first += 1) {
      if (this.#isTight(first, folded)) continue;
      const ends = this.#endsFrom(first, count, folded);
      const last =
        this.#findLast(folded, first, ends, true, found) ??
        (canBeNew ? this.#findLast(folded, first, ends, false, found) : null);
      if (last !== null) first = last;
    }
    return found;
  }

  /** Adds the longest reference from a part on, and returns its last part. */
  #findLast(
    folded: Uint8Array,
    first: number,
    ends: readonly number[],
    isKnown: boolean,
    found: Stated[],
  ): number | null {
    for (const last of ends.toReversed()) {
      const stated = this.#lookUp(folded, first, last, isKnown);
      if (stated === null) continue;
      found.push(stated);
      return last;
    }
    return null;
  }

  #split(folded: Uint8Array, start: number, end: number): number {
    let count = 0;
    let isInside = false;
    for (let at = start; at < end; at += 1) {
      const byte = folded[at] ?? 0;
      if (!isPart(byte)) {
        isInside = false;
        continue;
      }
      if (!isInside) {
        if (count === maxPartsOfCell) break;
        this.#starts[count] = at;
        this.#digits[count] = 0;
        count += 1;
      }
      isInside = true;
      this.#ends[count - 1] = at + 1;
      if (byte >= zero && byte <= nine) this.#digits[count - 1] = (this.#digits[count - 1] ?? 0) + 1;
    }
    return count;
  }

  /** True if a part is joined to the one before as in `2026-1`: no reference begins there. */
  #isTight(part: number, folded: Uint8Array): boolean {
    const [end = 0, start = 0] = [this.#ends[part - 1], this.#starts[part]];
    return part > 0 && start - end === 1 && joining.has(folded[end] ?? 0);
  }

  /** Returns the parts with which a reference from one part on may end. */
  #endsFrom(first: number, count: number, folded: Uint8Array): readonly number[] {
    const ends: number[] = [];
    for (let last = first; last < Math.min(count, first + maxParts); last += 1) {
      const [end = 0, start = 0] = [this.#ends[last - 1], this.#starts[last]];
      const isApart =
        last > first &&
        (start - end > 2 || !inner.has(folded[end] ?? 0) || !inner.has(folded[start - 1] ?? 0));
      if (isApart) break;
      if (last + 1 === count || !this.#isTight(last + 1, folded)) ends.push(last);
    }
    return ends;
  }

  /** Returns the reference from one part to another, if it is one of a column, or has the form of one. */
  #lookUp(folded: Uint8Array, first: number, last: number, isKnown: boolean): Stated | null {
    let digits = 0;
    for (let part = first; part <= last; part += 1) digits += this.#digits[part] ?? 0;
    if (digits < minDigits) return null;
    const batch = this.#batch;
    batch.clear();
    batch.addReference(0, folded, this.#starts[first] ?? 0, this.#ends[last] ?? 0);
    if (batch.count === 0) return null;
    const breaks = batch.breaks[0] ?? 0;
    if (isKnown) {
      const reference = this.#ids.find(batch, 0);
      return reference === noText ? null : { reference, breaks };
    }
    const text = decoder
      .decode(folded.subarray(this.#starts[first], this.#ends[last]))
      .replace(/[^\p{L}\p{N}]+/gu, '');
    if (digits <= minDigits || /^(?:19|20)\d\d$/.test(text) || !this.#forms.has(formOf(text))) return null;
    this.#ids.number(batch, this.#number);
    return { reference: this.#number[0] ?? noText, breaks };
  }
}

/** The references that rows state beside those of their column; a row without any is left out. */
export type StatedReferences = ReadonlyMap<number, readonly Stated[]>;

/**
 * Returns the references in the columns of a table, of which `reference` is the one of references. A column whose sampled
 * cells have none is not read.
 */
export function readStatedReferences(
  table: Table,
  columns: readonly number[],
  reference: number | null,
  ids: TextIds,
  forms: ReadonlySet<string>,
): StatedReferences {
  const reader = new TextReader(table, ids, forms);
  const stated = new Map<number, readonly Stated[]>();
  const step = Math.max(1, Math.floor(table.rows / maxSample));
  for (const column of columns) {
    const read = (row: number) =>
      column === reference ? reader.readList(row, column) : reader.read(row, column);
    let hasAny = step === 1;
    for (let row = 0; row < table.rows && !hasAny; row += step) hasAny = read(row).length > 0;
    if (!hasAny) continue;
    for (let row = 0; row < table.rows; row += 1) {
      const found = read(row);
      if (found.length > 0) stated.set(row, [...(stated.get(row) ?? []), ...found]);
    }
  }
  return withoutFrequent(stated);
}

function withoutFrequent(stated: StatedReferences): StatedReferences {
  const counts = new Map<number, number>();
  for (const { reference } of [...stated.values()].flat())
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  const isRare = ({ reference }: Stated) => (counts.get(reference) ?? 0) <= maxRowsOfReference;
  return new Map(
    [...stated]
      .map(([row, found]) => [row, found.filter(isRare)] as const)
      .filter(([, found]) => found.length > 0),
  );
}
