/** @file Which ticks, notes and labels of an earlier version of a statement its later version has rows for. */
import { type Annotation, annotationKinds } from '../../../../shared/model/statements/annotations.ts';
import type { AnnotationEntry } from './annotation-log.ts';
import { replay } from './replay.ts';

/** An annotation with the rows of the file that have it now, in ascending order. */
export interface CurrentAnnotation {
  readonly annotation: Annotation;
  readonly rows: Uint32Array;
}

/** Returns the number of rows of the file as it was read when its rows were changed last; 0 for none. */
export function lastFileRows(entries: readonly AnnotationEntry[]): number {
  return entries.reduce((last, { change }) => (change.type === 'annotate' ? change.fileRows : last), 0);
}

/** Returns what the rows of a file, read as `fileRows` rows, have now. */
export function listCurrentAnnotations(
  entries: readonly AnnotationEntry[],
  fileRows: number,
): CurrentAnnotation[] {
  const entryOfRow = replay(entries, { head: 0, rows: fileRows });
  return annotationKinds.flatMap((kind) => {
    const rowsOfEntry = new Map<number, number[]>();
    for (const [row, place] of entryOfRow[kind].entries()) {
      if (place === 0) continue;
      const rows = rowsOfEntry.get(place);
      if (rows === undefined) rowsOfEntry.set(place, [row]);
      else rows.push(row);
    }
    return [...rowsOfEntry].flatMap(([place, rows]) => {
      const change = entries[place - 1]?.change;
      return change?.type === 'annotate'
        ? [{ annotation: change.annotation, rows: Uint32Array.from(rows) }]
        : [];
    });
  });
}

/** Returns the rows of all annotations without repetitions, in ascending order. */
export function rowsOfAll(annotations: readonly CurrentAnnotation[]): Uint32Array {
  const rows = new Set<number>();
  for (const annotation of annotations) for (const row of annotation.rows) rows.add(row);
  return Uint32Array.from(rows).toSorted();
}
