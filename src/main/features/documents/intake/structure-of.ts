/** @file Chooses the check of a file's structure by its kind. */
import type { ContentKind } from '../../../../shared/model/document.ts';
import { JpegStructure } from './jpeg-structure.ts';
import { PdfStructure } from './pdf-structure.ts';
import { PngStructure } from './png-structure.ts';
import type { StructureCheck } from './structure.ts';

const structures: Readonly<Record<ContentKind, (() => StructureCheck) | null>> = {
  pdf: () => new PdfStructure(),
  png: () => new PngStructure(),
  jpeg: () => new JpegStructure(),
  svg: null,
  other: null,
};

/** Creates the check for a kind of file; `null` when there is none. */
export function structureOf(kind: ContentKind): StructureCheck | null {
  return structures[kind]?.() ?? null;
}
