/** @file Checks the structure of a file while its bytes are read. */
import type { ContentKind, DocumentWarning } from '../../../../shared/model/document.ts';
import { JpegStructure } from './jpeg-structure.ts';
import { PdfStructure } from './pdf-structure.ts';
import { PngStructure } from './png-structure.ts';

/** Reads bytes at a position; fewer at the end of the file. */
export type Peek = (position: number, length: number) => Promise<Uint8Array>;

/** A streaming check of a file's structure. */
export interface Structure {
  /** Consumes the next bytes without keeping them. */
  add(bytes: Buffer): void;
  /** Returns the defect; `doubtful` when only a parser of the format can tell. */
  finish(peek: Peek): Promise<DocumentWarning | 'sound' | 'doubtful'>;
}

const structures: Readonly<Record<ContentKind, (() => Structure) | null>> = {
  pdf: () => new PdfStructure(),
  png: () => new PngStructure(),
  jpeg: () => new JpegStructure(),
  svg: null,
  other: null,
};

/** Creates the check for a kind of file; `null` when there is none. */
export function structureOf(kind: ContentKind): Structure | null {
  return structures[kind]?.() ?? null;
}
