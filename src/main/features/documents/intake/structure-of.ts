/** @file Chooses the check of a file's structure by its kind. */
import type { ContentKind } from '../../../../shared/model/document.ts';
import { JpegStructure } from './jpeg-structure.ts';
import { PdfStructure } from './pdf-structure.ts';
import { PngStructure } from './png-structure.ts';
import type { Structure } from './structure.ts';

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
