/**
 * @file The head and the end of a PDF: enough to know of nearly every good one that it is whole and asks for no password.
 * Of all others a reader of PDFs has to say what they are.
 */
import type { Peek, Structure } from './structure.ts';

/** Bytes at the end in which its marks are looked for: some programs write a little behind them. */
const tailLength = 4_096;
/** Bytes at the start in which the header is looked for. */
const headLength = 1_024;
const protection = '/Encrypt';
/** Where a copy or a download failed, a file has zeros instead of its content. */
const gap = Buffer.alloc(1_024);
const end = /startxref\s{1,20}(\d{1,15})\s{0,20}%%EOF/g;
const object = /\d\s+obj\b/;
const table = /^(?:\s{0,8}xref\b|\s{0,8}\d{1,10}\s+\d{1,5}\s+obj\b)/;
/** Bytes that are enough to know a cross-reference table. */
const tableLength = 40;

/** See the file's header. */
export class PdfStructure implements Structure {
  #length = 0;
  #headerAt = -1;
  #isProtected = false;
  #hasGap = false;
  #tail = Buffer.alloc(0);

  add(bytes: Buffer): void {
    if (this.#length === 0) this.#headerAt = bytes.subarray(0, headLength).indexOf('%PDF-');
    // What stands across the border of two pieces is in the bytes that were kept.
    const border = Buffer.concat([
      this.#tail.subarray(1 - protection.length),
      bytes.subarray(0, protection.length),
    ]);
    this.#isProtected ||= border.includes(protection) || bytes.includes(protection);
    this.#hasGap ||= bytes.includes(gap);
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-tailLength)]).subarray(-tailLength);
    this.#length += bytes.length;
  }

  async finish(peek: Peek): Promise<'sound' | 'doubtful'> {
    const tail = this.#tail.toString('latin1');
    const last = [...tail.matchAll(end)].at(-1);
    if (this.#isProtected || this.#hasGap || last === undefined) return 'doubtful';
    // An update that was not written to its end, or a file whose first part alone arrived.
    if (object.test(tail.slice(last.index + last[0].length))) return 'doubtful';
    const place = Number(last[1]);
    for (const offset of this.#headerAt > 0 ? [place, place + this.#headerAt] : [place]) {
      if (offset >= this.#length) continue;
      if (table.test(Buffer.from(await peek(offset, tableLength)).toString('latin1'))) return 'sound';
    }
    return 'doubtful';
  }
}
