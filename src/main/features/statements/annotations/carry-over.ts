/** @file Which ticks, notes and labels of an earlier version of a statement its later version has rows for. */
import { type Annotation, annotationKinds } from '../../../../shared/model/annotations.ts';
import type { AnnotationEntry } from './annotation-log.ts';
import { replay } from './replay.ts';
import { forEachRow } from './row-set.ts';

/** An annotation with the rows of the file that have it now, in ascending order. */
export interface CurrentAnnotation {
  readonly annotation: Annotation;
  readonly rows: Uint32Array;
}

/** Returns what the rows of a file have now. */
export function listCurrentAnnotations(entries: readonly AnnotationEntry[]): CurrentAnnotation[] {
  let rowCount = 0;
  for (const { change } of entries)
    if (change.type === 'annotate')
      forEachRow(change.rows, (row) => (rowCount = Math.max(rowCount, row + 1)));
  const entryOfRow = replay(entries, { head: 0, rows: rowCount });
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
