/** @file Handlers of ticks and notes on the rows of what is open in the viewer. */
import type { ChosenRows } from '../../../../shared/contract/viewer.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  type Annotation,
  type AnnotationCounts,
  type AnnotationKind,
  annotationKinds,
} from '../../../../shared/model/statements/annotations.ts';
import type { RowStateKind } from '../../../../shared/model/statements/row-states.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { SerialQueue } from '../../../concurrency/serial-queue.ts';
import { noRow } from '../../../statement-engine/compare/compare-rows.ts';
import type { Source } from '../../../statement-engine/process/methods/fields.ts';
import type { RememberedInterpretation } from '../../../statement-engine/read/file-shape.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/listing.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { FurtherColumns } from '../grid/further-columns.ts';
import type { StatementPorts } from '../ports.ts';
import type { RememberedInterpretations } from '../requests/wallet-choices.ts';
import type { StatementFiles } from '../statement-files.ts';
import { createAnnotationColumns } from './annotation-columns.ts';
import type { AnnotationEntry, AnnotationLog } from './annotation-log.ts';
import { countAnnotations, countMisplaced, historyOf, type OpenPart, replay, statesOf } from './replay.ts';
import { encodeRows } from './row-set.ts';

/** A stored file, and how the statement engine opens it. */
interface EarlierVersion {
  readonly sha256: string;
  readonly source: Source;
  readonly remembered: RememberedInterpretation | null;
}

/** Finds the earlier version of a statement; `null` without one, and when its file is the same. */
export async function findEarlierVersion(
  deps: {
    readonly store: Store;
    readonly statementFiles: StatementFiles;
    readonly remembered: RememberedInterpretations;
  },
  profileId: string,
  id: number,
): Promise<EarlierVersion | null> {
  const { earlierVersion } = await deps.store.run(procedures.getStatement, { profileId, id });
  if (earlierVersion === null || earlierVersion.isIdentical) return null;
  const { item, walletId } = await deps.store.run(transferProcedures.getStoredItem, {
    profileId,
    id: earlierVersion.id,
  });
  const file = item === null ? undefined : (await deps.statementFiles.listFiles()).get(item);
  if (file === undefined) return null;
  return {
    sha256: file.sha256,
    source: await deps.statementFiles.grantSource(file.item),
    remembered: await deps.remembered.read(profileId, walletId),
  };
}

/** An annotation with the rows of the file that have it now, in ascending order. */
interface CurrentAnnotation {
  readonly annotation: Annotation;
  readonly rows: Uint32Array;
}

/** Returns the number of rows of the file as it was read when its rows were changed last; 0 for none. */
function lastFileRows(entries: readonly AnnotationEntry[]): number {
  return entries.reduce((last, { change }) => (change.type === 'annotate' ? change.fileRows : last), 0);
}

/** Returns what the rows of a file, read as `fileRows` rows, have now. */
function listCurrentAnnotations(entries: readonly AnnotationEntry[], fileRows: number): CurrentAnnotation[] {
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
function rowsOfAll(annotations: readonly CurrentAnnotation[]): Uint32Array {
  const rows = new Set<number>();
  for (const annotation of annotations) for (const row of annotation.rows) rows.add(row);
  return Uint32Array.from(rows).toSorted();
}

interface OpenedStatement {
  readonly handle: number;
  readonly profileId: string;
  readonly statementIds: readonly number[];
  /** Several statements, or one, are open as a table, whose rows have no text of their own. */
  readonly isCombined: boolean;
  /** In the order of their rows. */
  readonly parts: readonly OpenPart[];
  /** Number of all rows. */
  readonly rows: number;
}

interface AnnotationDeps
  extends Pick<StatementPorts, 'signOffs' | 'statementFiles' | 'clock' | 'random' | 'info'> {
  readonly log: AnnotationLog;
  /** Called when a change has ended the sign-off of a statement. */
  readonly onReopened: (statementId: number) => Promise<void>;
  /** The order of changes and sign-offs: a sign-off counts the ticks, and no change may come between. */
  readonly changes: SerialQueue;
  /** Returns what is open under a handle; throws `statement-closed`. */
  readonly requireOpen: (handle: number) => OpenedStatement;
  /** Returns the numbers of chosen rows. */
  readonly numbersOf: (handle: number, choice: ChosenRows) => Promise<Uint32Array>;
  readonly setRowStates: (handle: number, of: RowStateKind, values: Uint8Array) => Promise<void>;
  /** Finds the earlier version of a statement. */
  readonly findEarlier: (profileId: string, statementId: number) => Promise<EarlierVersion | null>;
  /** Finds rows of an earlier version in what is open; see the method of the statement engine. */
  readonly sameRows: (
    handle: number,
    earlier: EarlierVersion & { readonly fileRows: number },
    rows: Uint32Array,
  ) => Promise<Uint32Array>;
}

/** The history of one statement of what is open. */
interface AnnotatedPart {
  readonly part: OpenPart;
  readonly sha256: string;
  readonly entries: readonly AnnotationEntry[];
}

/** Returns the rows of a part among ascending row numbers of all rows, as rows of its file. */
function rowsInFile(numbers: Uint32Array, { firstRow, rows, head }: OpenPart): Uint32Array {
  return numbers
    .subarray(findPlace(numbers, firstRow), findPlace(numbers, firstRow + rows))
    .map((row) => row - firstRow + head);
}

/** Returns the place of the first number that is at least `least`. */
function findPlace(numbers: Uint32Array, least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Annotations {
  /** The actions of the command. */
  readonly handlers: Pick<
    NonNullable<Handlers['viewer.annotations']>,
    'show' | 'carryOver' | 'annotate' | 'undo' | 'history'
  >;
  /** Returns what the rows of what is open have, for an export; `null` when no row has anything. */
  readonly readColumns: (handle: number) => Promise<FurtherColumns | null>;
}

/** Creates the handlers. */
export function createAnnotations(deps: AnnotationDeps): Annotations {
  const { log, requireOpen } = deps;

  async function readParts({ parts, profileId }: OpenedStatement): Promise<AnnotatedPart[]> {
    const files = await deps.statementFiles.listFiles();
    return Promise.all(
      parts.map(async (part) => {
        const sha256 = files.get(part.item)?.sha256;
        if (sha256 === undefined)
          throw new PaydeskError('statement-not-stored', 'The file is not in the library');
        return { part, sha256, entries: await log.read({ profileId, sha256 }) };
      }),
    );
  }

  /** Shows the states of all rows in the viewer, and counts them. */
  async function show(opened: OpenedStatement, parts: readonly AnnotatedPart[]): Promise<AnnotationCounts> {
    const counts = { tick: 0, note: 0 };
    const values = { tick: new Uint8Array(opened.rows), note: new Uint8Array(opened.rows) };
    for (const { part, entries } of parts) {
      const entryOfRow = replay(entries, part);
      const partCounts = countAnnotations(entryOfRow);
      const states = statesOf(entryOfRow);
      for (const kind of annotationKinds) {
        counts[kind] += partCounts[kind];
        values[kind].set(states[kind], part.firstRow);
      }
    }
    requireOpen(opened.handle);
    for (const kind of annotationKinds) await deps.setRowStates(opened.handle, kind, values[kind]);
    return counts;
  }

  function createEntry(act: string, change: AnnotationEntry['change']) {
    return { act, at: deps.clock.now(), who: deps.info.osUser, change };
  }

  /** Appends an entry to the history of a statement. Returns whether that has ended its sign-off. */
  async function append(
    { profileId, statementIds, parts }: OpenedStatement,
    { part, sha256 }: Pick<AnnotatedPart, 'part' | 'sha256'>,
    cause: AnnotationKind,
    entry: AnnotationEntry,
  ): Promise<boolean> {
    const isReopened = await deps.signOffs.reopen({ profileId, sha256 }, cause);
    await log.append({ profileId, sha256 }, entry);
    const statementId = statementIds[parts.indexOf(part)];
    if (isReopened && statementId !== undefined) await deps.onReopened(statementId);
    return isReopened;
  }

  /** Returns the history of the sign-offs of the only open statement; empty for several statements. */
  async function readSignOffs({ profileId, isCombined }: OpenedStatement, parts: readonly AnnotatedPart[]) {
    const [single] = parts;
    if (isCombined || single === undefined) return [];
    return deps.signOffs.readHistory({ profileId, sha256: single.sha256 });
  }

  async function annotate(
    opened: OpenedStatement,
    choice: ChosenRows,
    annotation: Annotation,
  ): Promise<{ act: string; rows: number; reopened: number }> {
    const numbers = (await deps.numbersOf(opened.handle, choice)).toSorted();
    const act = deps.random.identifier();
    let reopened = 0;
    for (const { part, sha256 } of await readParts(opened)) {
      const rows = rowsInFile(numbers, part);
      if (rows.length === 0) continue;
      const fileRows = part.head + part.rows;
      const entry = createEntry(act, { type: 'annotate', annotation, rows: encodeRows(rows), fileRows });
      if (await append(opened, { part, sha256 }, annotation.kind, entry)) reopened += 1;
    }
    return { act, rows: numbers.length, reopened };
  }

  /** Returns the earlier version of the only open statement with what its rows have; `null` when they have nothing. */
  async function readEarlier({ profileId, statementIds, isCombined }: OpenedStatement) {
    const [statementId] = statementIds;
    if (statementId === undefined || isCombined) return null;
    const earlier = await deps.findEarlier(profileId, statementId);
    if (earlier === null) return null;
    const entries = await log.read({ profileId, sha256: earlier.sha256 });
    const fileRows = lastFileRows(entries);
    const annotations = listCurrentAnnotations(entries, fileRows);
    if (annotations.length === 0) return null;
    return { earlier: { ...earlier, fileRows }, annotations, rows: rowsOfAll(annotations) };
  }

  /** Appends the annotations of an earlier version to the rows of the open statement that are the same. */
  async function carryOver(opened: OpenedStatement) {
    const found = await readEarlier(opened);
    const [target] = await readParts(opened);
    const act = deps.random.identifier();
    if (found === null || target === undefined) return { act, carried: 0, lost: 0, reopened: 0 };
    const { rows } = found;
    const sameRows = await deps.sameRows(opened.handle, found.earlier, rows);
    const sameRowOf = new Map(Array.from(rows, (row, place) => [row, sameRows[place] ?? noRow]));
    let reopened = 0;
    const appendSame = async ({ annotation, rows: earlierRows }: CurrentAnnotation) => {
      const laterRows = earlierRows.map((row) => sameRowOf.get(row) ?? noRow).filter((row) => row !== noRow);
      if (laterRows.length === 0) return;
      const { head, rows: dataRows } = target.part;
      const changedRows = encodeRows(laterRows.toSorted());
      const change = { type: 'annotate', annotation, rows: changedRows, fileRows: head + dataRows } as const;
      if (await append(opened, target, annotation.kind, createEntry(act, change))) reopened += 1;
    };
    for (const annotation of found.annotations) await appendSame(annotation);
    const carried = sameRows.filter((row) => row !== noRow).length;
    return { act, carried, lost: rows.length - carried, reopened };
  }

  /** Undoes what the clerk did at once, in all statements of a table. */
  async function undo(opened: OpenedStatement, act: string): Promise<{ reopened: number }> {
    let reopened = 0;
    for (const annotated of await readParts(opened)) {
      const undone = annotated.entries.find((entry) => entry.act === act);
      if (undone?.change.type !== 'annotate') continue;
      const entry = createEntry(deps.random.identifier(), { type: 'undo', act });
      if (await append(opened, annotated, undone.change.annotation.kind, entry)) reopened += 1;
    }
    return { reopened };
  }

  /** Returns what the window shows after a change. */
  async function showChanged(opened: OpenedStatement) {
    const parts = await readParts(opened);
    return { counts: await show(opened, parts), signOffs: await readSignOffs(opened, parts) };
  }

  const handlers: Annotations['handlers'] = {
    show: async ({ handle }) => {
      const opened = requireOpen(handle);
      const parts = await readParts(opened);
      const misplaced = parts.reduce((sum, { part, entries }) => sum + countMisplaced(entries, part), 0);
      const counts = await show(opened, parts);
      // A damaged earlier version must not hide what the rows of this one have.
      const earlier = await readEarlier(opened).catch(() => null);
      const signOffs = await readSignOffs(opened, parts);
      return { counts, misplaced, earlierRows: earlier?.rows.length ?? 0, signOffs };
    },
    carryOver: async ({ handle }) => {
      const opened = requireOpen(handle);
      const result = await deps.changes.run(() => carryOver(opened));
      return { ...result, ...(await showChanged(opened)) };
    },
    annotate: async ({ handle, rows: choice, annotation }) => {
      const opened = requireOpen(handle);
      const result = await deps.changes.run(() => annotate(opened, choice, annotation));
      return { ...result, ...(await showChanged(opened)) };
    },
    undo: async ({ handle, act }) => {
      const opened = requireOpen(handle);
      const result = await deps.changes.run(() => undo(opened, act));
      return { ...result, ...(await showChanged(opened)) };
    },
    history: async ({ handle, row }) => {
      const opened = requireOpen(handle);
      const found = (await readParts(opened)).find(
        ({ part: { firstRow, rows } }) => row >= firstRow && row < firstRow + rows,
      );
      if (found === undefined) throw new PaydeskError('arguments-invalid', 'There is no such row');
      const { part, entries } = found;
      return { changes: historyOf(entries, row - part.firstRow + part.head, part) };
    },
  };
  return {
    handlers,
    readColumns: async (handle) => createAnnotationColumns(await readParts(requireOpen(handle))),
  };
}
