/** @file Replays the history of a statement: the tick and note that each of its rows has now. */
import {
  type Annotation,
  type AnnotationCounts,
  type AnnotationKind,
  type AnnotationOfRow,
  annotationKinds,
} from '../../../../shared/model/statements/annotations.ts';
import type { AnnotationEntry } from './annotation-log.ts';
import { forEachRow } from './row-set.ts';

/** The data rows of a file: the first one's number in the file, and how many there are. */
interface DataRows {
  readonly head: number;
  readonly rows: number;
}

/** A statement of what is open. */
export interface OpenPart extends DataRows {
  /** Identifier of its file in the library. */
  readonly item: string;
  /** Position of its first row among all rows. */
  readonly firstRow: number;
}

/** By kind: for each data row the position in the history, from 1, of the entry that set it; 0 for none. */
export type EntryOfRow = Readonly<Record<AnnotationKind, Uint32Array>>;

function undoneActs(entries: readonly AnnotationEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ change }) => (change.type === 'undo' ? [change.act] : [])));
}

function isRemoval(annotation: Annotation): boolean {
  return annotation.kind === 'tick' ? !annotation.isTicked : annotation.text === '';
}

/**
 * Replays all entries that are not undone. Rows outside of the data are ignored, and so are entries that were made while
 * the file was read as another number of rows: their numbers mean other rows now.
 */
export function replay(entries: readonly AnnotationEntry[], { head, rows }: DataRows): EntryOfRow {
  const result = { tick: new Uint32Array(rows), note: new Uint32Array(rows) };
  const undone = undoneActs(entries);
  for (const [place, { act, change }] of entries.entries()) {
    if (change.type === 'undo' || undone.has(act) || change.fileRows !== head + rows) continue;
    const target = result[change.annotation.kind];
    const value = isRemoval(change.annotation) ? 0 : place + 1;
    forEachRow(change.rows, (row) => {
      if (row >= head && row < head + rows) target[row - head] = value;
    });
  }
  return result;
}

/** Returns the number of entries that {@link replay} ignores because the file was read as another number of rows. */
export function countMisplaced(entries: readonly AnnotationEntry[], { head, rows }: DataRows): number {
  const undone = undoneActs(entries);
  return entries.filter(
    ({ act, change }) => change.type === 'annotate' && !undone.has(act) && change.fileRows !== head + rows,
  ).length;
}

/** Returns the states of rows for the viewer, by kind. */
export function statesOf(entryOfRow: EntryOfRow): Readonly<Record<AnnotationKind, Uint8Array>> {
  // `Uint8Array.from` with a function takes thirty times as long, on the thread that must not block.
  const statesOfKind = (kind: AnnotationKind) => {
    const places = entryOfRow[kind];
    const result = new Uint8Array(places.length);
    for (let row = 0; row < places.length; row += 1) if (places[row] !== 0) result[row] = 1;
    return result;
  };
  return { tick: statesOfKind('tick'), note: statesOfKind('note') };
}

export function countAnnotations(entryOfRow: EntryOfRow): AnnotationCounts {
  const counts = { tick: 0, note: 0 };
  for (const kind of annotationKinds) {
    const places = entryOfRow[kind];
    for (let row = 0; row < places.length; row += 1) if (places[row] !== 0) counts[kind] += 1;
  }
  return counts;
}

/** Returns all changes of one row of the file, newest first. */
export function historyOf(
  entries: readonly AnnotationEntry[],
  row: number,
  { head, rows }: DataRows,
): AnnotationOfRow[] {
  const undone = undoneActs(entries);
  return entries
    .flatMap(({ act, at, who, change }) => {
      if (change.type === 'undo' || change.fileRows !== head + rows) return [];
      let isOfRow = false;
      forEachRow(change.rows, (number) => {
        if (number === row) isOfRow = true;
      });
      const { annotation } = change;
      return isOfRow ? [{ annotation, at: new Date(at).toISOString(), who, isUndone: undone.has(act) }] : [];
    })
    .reverse();
}
