/** @file In-memory index of one profile's references with the stored proofs of each, for listing, search and counts. */

import type { WireError } from '../../../shared/errors.ts';
import { statusLine } from '../../../shared/messages/payment-status.ts';
import { proofLabel } from '../../../shared/messages/proof-kinds.ts';
import { fold } from '../../../shared/model/fold.ts';
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import type { ProofRow, ProofState } from '../../../shared/model/proofs/proof.ts';
import type { StoredProof } from './proof-metadata.ts';

export interface ProofEntry {
  readonly id: number;
  readonly reference: string;
  state: ProofState;
  error: WireError | null;
  askedAt: number;
  /** Oldest first. */
  readonly kept: StoredProof[];
  searchText: string;
}

/** The case-folded text that the search matches. */
function searchTextOf(line: ProofEntry): string {
  const parts = [fold(line.reference)];
  for (const { version, searchText } of line.kept) {
    const { amount, from, to, messageType, statuses } = version.facts;
    const value = amount?.value ?? '';
    const amounts = [value, groupedAmount(value), value.replace('.', ','), amount?.currency ?? ''];
    parts.push(
      fold([proofLabel(version), version.type, from, to, messageType, ...statuses.map(statusLine)].join(' ')),
    );
    parts.push(amounts.join(' ').toLowerCase(), searchText);
  }
  return parts.join('\u001f');
}

export class ProofIndex {
  readonly #byId = new Map<number, ProofEntry>();
  readonly #byReference = new Map<string, ProofEntry>();
  #order: ProofEntry[] = [];

  /** Replaces the entries and their order. Stored proofs stay with their references. */
  setOrder(
    lines: readonly Omit<ProofEntry, 'kept' | 'searchText'>[],
    kept: ReadonlyMap<string, StoredProof[]>,
  ): void {
    this.#byId.clear();
    this.#byReference.clear();
    this.#order = lines.map((line) => {
      const whole: ProofEntry = { ...line, kept: kept.get(line.reference) ?? [], searchText: '' };
      whole.searchText = searchTextOf(whole);
      this.#byId.set(whole.id, whole);
      this.#byReference.set(whole.reference, whole);
      return whole;
    });
  }

  get entries(): readonly ProofEntry[] {
    return this.#order;
  }

  entry(id: number): ProofEntry | undefined {
    return this.#byId.get(id);
  }

  ofReference(reference: string): ProofEntry | undefined {
    return this.#byReference.get(reference);
  }

  /** Adds a version to an entry. */
  keep(line: ProofEntry, proof: StoredProof): void {
    line.kept.push(proof);
    line.searchText = searchTextOf(line);
  }

  /** Replaces a version by the one that was read again; does nothing when its entry is gone. */
  replace(proof: StoredProof): void {
    const line = this.#byReference.get(proof.about.reference);
    const place = line?.kept.findIndex(({ version }) => version.id === proof.version.id) ?? -1;
    if (line === undefined || place === -1) return;
    line.kept[place] = proof;
    line.searchText = searchTextOf(line);
  }

  /** Versions that an older release read. */
  *outdated(): Generator<StoredProof> {
    for (const { kept } of this.#order) yield* kept.filter(({ version }) => version.isOutdated);
  }

  /** Entries in a state (any when `null`) that contain every word of the search. */
  find(state: ProofState | null, search: string): ProofEntry[] {
    const words = fold(search)
      .split(/\s+/)
      .filter((word) => word !== '');
    return this.#order.filter(
      (line) =>
        (state === null || line.state === state) && words.every((word) => line.searchText.includes(word)),
    );
  }

  counts(): Partial<Record<ProofState, number>> {
    const counts: Partial<Record<ProofState, number>> = {};
    for (const { state } of this.#order) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }
}

/** Converts an entry to a row of the window's list. */
export function rowOf(line: ProofEntry): ProofRow {
  const newest = line.kept.at(-1)?.version;
  return {
    id: line.id,
    reference: line.reference,
    state: line.state,
    error: line.error,
    kind: newest?.kind ?? null,
    extension: newest?.extension ?? null,
    amount: newest?.facts.amount ?? null,
    amountRole: newest?.facts.amountRole ?? 'amount',
    messageType: newest?.facts.messageType ?? null,
    status: newest?.facts.statuses[0] ?? null,
    transactions: newest?.facts.transactions ?? 1,
    isOutdated: newest?.isOutdated ?? false,
    versions: line.kept.length,
    askedAt: new Date(line.askedAt).toISOString(),
  };
}
