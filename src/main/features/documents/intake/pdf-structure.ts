/**
 * @file Checks the head and the end of a PDF: enough to tell that nearly every intact one is complete and needs no
 * password. The others are examined by a PDF parser.
 */
import type { Peek, Structure } from './structure.ts';

/** Bytes at the end in which the end marker is searched: some programs append data after it. */
const tailLength = 4_096;
/** Bytes at the start in which the header is searched. */
const headLength = 1_024;
/** Bytes of a cross-reference section that are read, more than an intact one needs. */
const sectionLength = 4_096;
const end = /startxref\s{1,20}(\d{1,15})\s{0,20}%%EOF/g;
const object = /\d\s+obj\b/;
const table = /^\s{0,8}xref\b/;
const tableStream = /^\s{0,8}\d{1,10}\s+\d{1,5}\s+obj\b/;
/** A failed copy or download leaves zeros instead of content. */
const gap = Buffer.alloc(1_024);

function hasGap(bytes: Buffer): boolean {
  for (let at = 0; at + gap.length <= bytes.length; at += gap.length)
    if (bytes[at] === 0 && bytes.compare(gap, 0, gap.length, at, at + gap.length) === 0) return true;
  return false;
}

/** True for a complete cross-reference section without encryption. */
function isOpen(section: string, tail: string): boolean {
  const hasEntries = table.test(section)
    ? section.includes('trailer') || tail.includes('trailer')
    : tableStream.test(section) && section.includes('stream');
  return hasEntries && !section.includes('/Encrypt') && !tail.includes('/Encrypt');
}

export class PdfStructure implements Structure {
  #length = 0;
  #headerAt = -1;
  #hasGap = false;
  #tail = Buffer.alloc(0);

  add(bytes: Buffer): void {
    if (this.#length === 0) this.#headerAt = bytes.subarray(0, headLength).indexOf('%PDF-');
    this.#hasGap ||= hasGap(bytes);
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-tailLength)]).subarray(-tailLength);
    this.#length += bytes.length;
  }

  async finish(peek: Peek): Promise<'sound' | 'doubtful'> {
    const tail = this.#tail.toString('latin1');
    const last = [...tail.matchAll(end)].at(-1);
    if (this.#hasGap || last === undefined) return 'doubtful';
    // An incremental update that was not completed, or a truncated file.
    if (object.test(tail.slice(last.index + last[0].length))) return 'doubtful';
    const place = Number(last[1]);
    for (const offset of this.#headerAt > 0 ? [place, place + this.#headerAt] : [place]) {
      if (offset >= this.#length) continue;
      const section = Buffer.from(await peek(offset, sectionLength)).toString('latin1');
      if (isOpen(section, tail)) return 'sound';
    }
    return 'doubtful';
  }
}
