/**
 * @file Checks the head and the end of a PDF: enough to tell that nearly every intact one is complete and needs no
 * password. The others are examined by a PDF parser.
 */
import type { Peek, StructureCheck } from './structure.ts';

/** Bytes at the end in which the end marker is searched: some programs append data after it. */
const tailLength = 4_096;
/** Bytes at the start in which the header is searched. */
const headLength = 1_024;
/** Bytes of a cross-reference section that are read, more than an intact one needs. */
const maxSectionLength = 4_096;
const endMarker = /startxref\s{1,20}(\d{1,15})\s{0,20}%%EOF/g;
const objectStart = /\d\s+obj\b/;
const crossReferenceTable = /^\s{0,8}xref\b/;
const crossReferenceStream = /^\s{0,8}\d{1,10}\s+\d{1,5}\s+obj\b/;
/** A failed copy or download leaves zeros instead of content. */
const zeroBlock = Buffer.alloc(1_024);

function hasZeroBlock(bytes: Buffer): boolean {
  for (let offset = 0; offset + zeroBlock.length <= bytes.length; offset += zeroBlock.length)
    if (
      bytes[offset] === 0 &&
      bytes.compare(zeroBlock, 0, zeroBlock.length, offset, offset + zeroBlock.length) === 0
    )
      return true;
  return false;
}

/** True for a complete cross-reference section without encryption. */
function isUnencryptedSection(section: string, tail: string): boolean {
  const hasEntries = crossReferenceTable.test(section)
    ? section.includes('trailer') || tail.includes('trailer')
    : crossReferenceStream.test(section) && section.includes('stream');
  return hasEntries && !section.includes('/Encrypt') && !tail.includes('/Encrypt');
}

export class PdfStructure implements StructureCheck {
  #length = 0;
  #headerOffset = -1;
  #hasZeroBlock = false;
  #tail = Buffer.alloc(0);

  add(bytes: Buffer): void {
    if (this.#length === 0) this.#headerOffset = bytes.subarray(0, headLength).indexOf('%PDF-');
    this.#hasZeroBlock ||= hasZeroBlock(bytes);
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-tailLength)]).subarray(-tailLength);
    this.#length += bytes.length;
  }

  async finish(peek: Peek): Promise<'sound' | 'doubtful'> {
    const tail = this.#tail.toString('latin1');
    const lastEndMarker = [...tail.matchAll(endMarker)].at(-1);
    if (this.#hasZeroBlock || lastEndMarker === undefined) return 'doubtful';
    // An incremental update that was not completed, or a truncated file.
    if (objectStart.test(tail.slice(lastEndMarker.index + lastEndMarker[0].length))) return 'doubtful';
    const sectionOffset = Number(lastEndMarker[1]);
    // Offsets count from the start of the file or, in other programs, from the header.
    const candidateOffsets = new Set([sectionOffset, sectionOffset + Math.max(0, this.#headerOffset)]);
    for (const offset of candidateOffsets) {
      if (offset >= this.#length) continue;
      const section = Buffer.from(await peek(offset, maxSectionLength)).toString('latin1');
      if (isUnencryptedSection(section, tail)) return 'sound';
    }
    return 'doubtful';
  }
}
