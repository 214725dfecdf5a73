/** @file What the bytes of a file tell of its being whole, while they pass by. */
import type { ContentKind, DocumentWarning } from '../../../../shared/model/document.ts';
import { JpegStructure } from './jpeg-structure.ts';
import { PdfStructure } from './pdf-structure.ts';
import { PngStructure } from './png-structure.ts';

/** Bytes at a place of the file, fewer at its end. */
export type Peek = (position: number, length: number) => Promise<Uint8Array>;

/** Follows a file from its first byte to its last. */
export interface Structure {
  /** Takes the next bytes; they are not kept. */
  add(bytes: Buffer): void;
  /** What is wrong; `doubtful` when only a reader of the format can tell. */
  finish(peek: Peek): Promise<DocumentWarning | 'sound' | 'doubtful'>;
}

const structures: Readonly<Record<ContentKind, (() => Structure) | null>> = {
  pdf: () => new PdfStructure(),
  png: () => new PngStructure(),
  jpeg: () => new JpegStructure(),
  svg: null,
  other: null,
};

/** Creates what follows files of a kind; `null` where there is nothing to follow. */
export function structureOf(kind: ContentKind): Structure | null {
  return structures[kind]?.() ?? null;
}
