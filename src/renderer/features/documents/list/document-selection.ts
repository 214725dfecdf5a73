/**
 * @file The selected documents of one list. They are stored by ID, also after *Select all*, so documents that enter
 * the list later are not selected. Documents that leave the list are deselected.
 */
import type { DocumentRow, ListedDocuments, ListedRows } from '../../../../shared/contract/documents.ts';
import { packIds, unpackIds } from '../../../../shared/model/id-set.ts';

/** The facts that decide which actions apply to a document. */
export type SelectionFacts = Omit<ListedDocuments, 'ids'>;

export interface SelectedDocuments {
  readonly ids: ReadonlySet<number>;
  /** The latest known facts of selected documents. */
  readonly facts: ReadonlyMap<number, SelectionFacts>;
}

/** The selection in one list under one filter. */
export interface DocumentSelection {
  readonly current: () => SelectedDocuments;
  /** Replaces the selection by `ids`; `findRow` returns the row of a newly selected document. */
  readonly change: (ids: ReadonlySet<number>, findRow: (id: number) => DocumentRow | undefined) => void;
  readonly clear: () => void;
  /** Selects every document that the list holds now. Rejects when main does. */
  readonly selectAll: () => Promise<void>;
  /** Returns the IDs of the documents between two rows of the list. Rejects when main does. */
  readonly range: (rows: ListedRows) => Promise<readonly number[]>;
  /** Deselects documents that have left the list and updates the facts of the others. Never rejects. */
  readonly refresh: () => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
}

const emptySelection: SelectedDocuments = { ids: new Set(), facts: new Map() };

function* factsOf(parts: readonly ListedDocuments[]): Generator<readonly [number, SelectionFacts]> {
  for (const { ids, ...facts } of parts) {
    for (const id of unpackIds(ids)) yield [id, facts];
  }
}

function factsOfRow({ group, state, beneficiary }: DocumentRow): SelectionFacts {
  return { group, state, assigned: beneficiary !== null };
}

export function createDocumentSelection(
  loadRows: (rows: ListedRows) => Promise<readonly ListedDocuments[]>,
): DocumentSelection {
  let selected = emptySelection;
  let refreshing: Promise<void> | null = null;
  let isRefreshRequested = false;
  const listeners = new Set<() => void>();

  function setSelected(next: SelectedDocuments): void {
    selected = next;
    for (const listener of listeners) listener();
  }

  async function refreshOnce(): Promise<void> {
    const requestedIds = selected.ids;
    if (requestedIds.size === 0) return;
    const listedFacts = new Map(factsOf(await loadRows({ kind: 'ids', ids: packIds(requestedIds) })));
    const isRemoved = (id: number) => requestedIds.has(id) && !listedFacts.has(id);
    const remainingIds = [...selected.ids].filter((id) => !isRemoved(id));
    // Keeps the same set while its content is equal, so that a range selection in progress continues.
    const ids = remainingIds.length === selected.ids.size ? selected.ids : new Set(remainingIds);
    setSelected({ ids, facts: new Map([...selected.facts, ...listedFacts]) });
  }

  /** Refreshes again when `refresh` was called during a refresh. */
  async function refreshWhileRequested(): Promise<void> {
    do {
      isRefreshRequested = false;
      await refreshOnce().catch(() => undefined);
    } while (isRefreshRequested);
    refreshing = null;
  }

  return {
    current: () => selected,
    change(ids, findRow) {
      const newRows = [...ids].filter((id) => !selected.facts.has(id)).flatMap((id) => findRow(id) ?? []);
      const facts =
        newRows.length === 0
          ? selected.facts
          : new Map([...selected.facts, ...newRows.map((row) => [row.id, factsOfRow(row)] as const)]);
      setSelected({ ids, facts });
    },
    clear: () => setSelected(emptySelection),
    async selectAll() {
      const idsBefore = selected.ids;
      const facts = new Map(factsOf(await loadRows({ kind: 'all' })));
      // Changes that the clerk made meanwhile take precedence.
      if (selected.ids === idsBefore) setSelected({ ids: new Set(facts.keys()), facts });
    },
    async range(rows) {
      const facts = new Map(factsOf(await loadRows(rows)));
      setSelected({ ids: selected.ids, facts: new Map([...selected.facts, ...facts]) });
      return [...facts.keys()];
    },
    refresh() {
      isRefreshRequested = true;
      refreshing ??= refreshWhileRequested();
      return refreshing;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
