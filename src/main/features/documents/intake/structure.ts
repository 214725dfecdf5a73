/** @file The interface of the streaming checks of a file's structure, one for each format. */
import type { DocumentWarning } from '../../../../shared/model/documents/document.ts';

/** Reads bytes at a position; fewer at the end of the file. */
export type Peek = (position: number, length: number) => Promise<Uint8Array>;

/** A streaming check of a file's structure. */
export interface StructureCheck {
  /** Consumes the next bytes without keeping them. */
  add(bytes: Buffer): void;
  /** Returns the defect; `doubtful` when only a parser of the format can tell. */
  finish(peek: Peek): Promise<DocumentWarning | 'sound' | 'doubtful'>;
}
