/**
 * @file The documents that are ticked in one list. They are stored by ID, also after *Select all*, so documents that
 * enter the list later are not ticked; documents that leave the list are unticked.
 */
import type { DocumentRow, ListedDocuments, ListedRows } from '../../../shared/contract/documents.ts';
import { packIds, unpackIds } from '../../../shared/model/id-set.ts';

/** The facts that decide which actions apply to a document. */
export type TickedFacts = Omit<ListedDocuments, 'ids'>;

/** The ticked documents at one moment. */
export interface Ticked {
  readonly ids: ReadonlySet<number>;
  /** The latest known facts of ticked documents. */
  readonly facts: ReadonlyMap<number, TickedFacts>;
}

/** Ticks of one list under one filter. */
export interface TickedDocuments {
  readonly current: () => Ticked;
  /** Ticks these documents alone; `rowOf` gives the row of one that was not ticked before. */
  readonly change: (ids: ReadonlySet<number>, rowOf: (id: number) => DocumentRow | undefined) => void;
  readonly clear: () => void;
  /** Ticks every document that the list holds now. Rejects when main does. */
  readonly tickAll: () => Promise<void>;
  /** The documents between two places of the list. Rejects when main does. */
  readonly range: (rows: ListedRows) => Promise<readonly number[]>;
  /** Unticks documents that have left the list and updates the facts of the others. Never rejects. */
  readonly refresh: () => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
}

export const nothingTicked: Ticked = { ids: new Set(), facts: new Map() };

function* factsOf(parts: readonly ListedDocuments[]): Generator<readonly [number, TickedFacts]> {
  for (const { ids, ...facts } of parts) {
    for (const id of unpackIds(ids)) yield [id, facts];
  }
}

function factsOfRow({ group, state, beneficiary }: DocumentRow): TickedFacts {
  return { group, state, assigned: beneficiary !== null };
}

/** Creates the ticks of a list; nothing is ticked. */
export function createTicked(
  loadRows: (rows: ListedRows) => Promise<readonly ListedDocuments[]>,
): TickedDocuments {
  let ticked = nothingTicked;
  let refreshing: Promise<void> | null = null;
  let again = false;
  const listeners = new Set<() => void>();

  function set(next: Ticked): void {
    ticked = next;
    for (const listener of listeners) listener();
  }

  async function refreshOnce(): Promise<void> {
    const requestedIds = ticked.ids;
    if (requestedIds.size === 0) return;
    const still = new Map(factsOf(await loadRows({ kind: 'ids', ids: packIds(requestedIds) })));
    const left = [...ticked.ids].filter((id) => requestedIds.has(id) && !still.has(id));
    // Keeps the same set while its content is equal, so that a range selection in progress continues.
    const gone = new Set(left);
    const ids = left.length === 0 ? ticked.ids : new Set([...ticked.ids].filter((id) => !gone.has(id)));
    set({ ids, facts: new Map([...ticked.facts, ...still]) });
  }

  async function refreshUntilSeen(): Promise<void> {
    do {
      again = false;
      await refreshOnce().catch(() => undefined);
    } while (again);
    refreshing = null;
  }

  return {
    current: () => ticked,
    change(ids, rowOf) {
      const fresh = [...ids].filter((id) => !ticked.facts.has(id)).flatMap((id) => rowOf(id) ?? []);
      const facts =
        fresh.length === 0
          ? ticked.facts
          : new Map([...ticked.facts, ...fresh.map((row) => [row.id, factsOfRow(row)] as const)]);
      set({ ids, facts });
    },
    clear: () => set(nothingTicked),
    async tickAll() {
      const before = ticked.ids;
      const facts = new Map(factsOf(await loadRows({ kind: 'all' })));
      // Changes that the clerk made meanwhile take precedence.
      if (ticked.ids === before) set({ ids: new Set(facts.keys()), facts });
    },
    async range(rows) {
      const facts = new Map(factsOf(await loadRows(rows)));
      set({ ids: ticked.ids, facts: new Map([...ticked.facts, ...facts]) });
      return [...facts.keys()];
    },
    refresh() {
      again = true;
      refreshing ??= refreshUntilSeen();
      return refreshing;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
