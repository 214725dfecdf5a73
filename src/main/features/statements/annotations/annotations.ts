/** @file Handlers of ticks, notes and labels on the rows of what is open in the review. */
import type { ChosenRows } from '../../../../shared/contract/review.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  type Annotation,
  type AnnotationCounts,
  annotationKinds,
} from '../../../../shared/model/annotations.ts';
import type { RowStateKind } from '../../../../shared/model/row-states.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { Clock, PlatformInfo, Random } from '../../../platform.ts';
import type { StatementStore } from '../statement-store.ts';
import { type AnnotationColumns, createAnnotationColumns } from './annotation-columns.ts';
import type { AnnotationEntry, AnnotationLog } from './annotation-log.ts';
import { countAnnotations, type DataRows, historyOf, replay, statesOf } from './replay.ts';
import { encodeRows } from './row-set.ts';

/** A statement of what is open. */
export interface OpenPart extends DataRows {
  /** Identifier of its file in the library. */
  readonly item: string;
  /** Position of its first row among all rows. */
  readonly firstRow: number;
}

interface OpenReview {
  readonly handle: number;
  readonly profileId: string;
  /** In the order of their rows. */
  readonly parts: readonly OpenPart[];
  /** Number of all rows. */
  readonly rows: number;
}

interface AnnotationDeps {
  readonly log: AnnotationLog;
  readonly statementStore: Pick<StatementStore, 'listFiles'>;
  /** Returns what is open under a handle; throws `review-closed`. */
  readonly requireOpen: (handle: number) => OpenReview;
  /** Returns the numbers of chosen rows. */
  readonly numbersOf: (handle: number, choice: ChosenRows) => Promise<Uint32Array>;
  readonly setRowStates: (handle: number, of: RowStateKind, values: Uint8Array) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'identifier'>;
  readonly info: Pick<PlatformInfo, 'osUser'>;
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
    .filter((row) => row >= firstRow && row < firstRow + rows)
    .map((row) => row - firstRow + head);
}

interface Annotations {
  /** The actions of the command. */
  readonly handlers: NonNullable<Handlers['review.annotations']>;
  /** Returns what the rows of what is open have, for an export; `null` when no row has anything. */
  readonly readColumns: (handle: number) => Promise<AnnotationColumns | null>;
}

/** Creates the handlers. */
export function createAnnotations(deps: AnnotationDeps): Annotations {
  const { log, requireOpen } = deps;

  async function readParts({ parts, profileId }: OpenReview): Promise<AnnotatedPart[]> {
    const files = await deps.statementStore.listFiles();
    return Promise.all(
      parts.map(async (part) => {
        const sha256 = files.get(part.item)?.sha256;
        if (sha256 === undefined)
          throw new PaydeskError('statement-not-stored', 'The file is not in the library');
        return { part, sha256, entries: await log.read({ profileId, sha256 }) };
      }),
    );
  }

  /** Shows the states of all rows in the review, and counts them. */
  async function show(opened: OpenReview, parts: readonly AnnotatedPart[]): Promise<AnnotationCounts> {
    const counts = { tick: 0, note: 0, label: 0 };
    const values = {
      tick: new Uint8Array(opened.rows),
      note: new Uint8Array(opened.rows),
      label: new Uint8Array(opened.rows),
    };
    for (const { part, entries } of parts) {
      const entryOfRow = replay(entries, part);
      const partCounts = countAnnotations(entryOfRow);
      const states = statesOf(entries, entryOfRow);
      for (const kind of annotationKinds) {
        counts[kind] += partCounts[kind];
        values[kind].set(states[kind], part.firstRow);
      }
    }
    requireOpen(opened.handle);
    for (const kind of annotationKinds) await deps.setRowStates(opened.handle, kind, values[kind]);
    return counts;
  }

  const showAll = async (opened: OpenReview) => show(opened, await readParts(opened));

  function createEntry(act: string, change: AnnotationEntry['change']) {
    return { act, at: deps.clock.now(), who: deps.info.osUser, change };
  }

  async function annotate(
    opened: OpenReview,
    choice: ChosenRows,
    annotation: Annotation,
  ): Promise<{ act: string; rows: number }> {
    const numbers = (await deps.numbersOf(opened.handle, choice)).toSorted();
    const act = deps.random.identifier();
    for (const { part, sha256 } of await readParts(opened)) {
      const rows = rowsInFile(numbers, part);
      if (rows.length === 0) continue;
      const entry = createEntry(act, { type: 'annotate', annotation, rows: encodeRows(rows) });
      await log.append({ profileId: opened.profileId, sha256 }, entry);
    }
    return { act, rows: numbers.length };
  }

  const handlers: Annotations['handlers'] = {
    show: async ({ handle }) => ({ counts: await showAll(requireOpen(handle)) }),
    annotate: async ({ handle, rows: choice, annotation }) => {
      const opened = requireOpen(handle);
      const result = await annotate(opened, choice, annotation);
      return { ...result, counts: await showAll(opened) };
    },
    undo: async ({ handle, act }) => {
      const opened = requireOpen(handle);
      for (const { sha256, entries } of await readParts(opened))
        if (entries.some((entry) => entry.act === act))
          await log.append(
            { profileId: opened.profileId, sha256 },
            createEntry(deps.random.identifier(), { type: 'undo', act }),
          );
      return { counts: await showAll(opened) };
    },
    history: async ({ handle, row }) => {
      const opened = requireOpen(handle);
      const found = (await readParts(opened)).find(
        ({ part: { firstRow, rows } }) => row >= firstRow && row < firstRow + rows,
      );
      if (found === undefined) throw new PaydeskError('arguments-invalid', 'There is no such row');
      const { part, entries } = found;
      return { changes: historyOf(entries, row - part.firstRow + part.head) };
    },
  };
  return {
    handlers,
    readColumns: async (handle) => createAnnotationColumns(await readParts(requireOpen(handle))),
  };
}
