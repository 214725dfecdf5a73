/** @file In-memory index of the references and stored proofs of one profile, for listing, search and counts. */

import type { WireError } from '../../../shared/errors.ts';
import { statusLine } from '../../../shared/messages/payment-status.ts';
import { proofLabel } from '../../../shared/messages/proof-kinds.ts';
import { fold } from '../../../shared/model/fold.ts';
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import type { ProofRow, ProofState } from '../../../shared/model/proofs/proof.ts';
import type { StoredProofVersion } from './proof-metadata.ts';

export interface ProofEntry {
  readonly id: number;
  readonly reference: string;
  state: ProofState;
  error: WireError | null;
  /** Time of the last outcome, or of adding the reference, in milliseconds since 1970. */
  askedAt: number;
  /** Stored versions of the proof, oldest first. */
  readonly storedVersions: StoredProofVersion[];
  searchText: string;
}

/** Builds the case-folded text that the search matches. */
function buildSearchText(entry: ProofEntry): string {
  const parts = [fold(entry.reference)];
  for (const { version, searchText } of entry.storedVersions) {
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

  /** Replaces all entries, in the order of the list. */
  replaceEntries(
    newEntries: readonly Omit<ProofEntry, 'storedVersions' | 'searchText'>[],
    versionsByReference: ReadonlyMap<string, StoredProofVersion[]>,
  ): void {
    this.#byId.clear();
    this.#byReference.clear();
    this.#order = newEntries.map((entry) => {
      const indexedEntry: ProofEntry = {
        ...entry,
        storedVersions: versionsByReference.get(entry.reference) ?? [],
        searchText: '',
      };
      indexedEntry.searchText = buildSearchText(indexedEntry);
      this.#byId.set(indexedEntry.id, indexedEntry);
      this.#byReference.set(indexedEntry.reference, indexedEntry);
      return indexedEntry;
    });
  }

  get entries(): readonly ProofEntry[] {
    return this.#order;
  }

  findById(id: number): ProofEntry | undefined {
    return this.#byId.get(id);
  }

  findByReference(reference: string): ProofEntry | undefined {
    return this.#byReference.get(reference);
  }

  /** Adds a version to an entry. */
  addVersion(entry: ProofEntry, storedVersion: StoredProofVersion): void {
    entry.storedVersions.push(storedVersion);
    entry.searchText = buildSearchText(entry);
  }

  /** Replaces a stored version after rereading; does nothing when its entry is no longer listed. */
  replaceVersion(storedVersion: StoredProofVersion): void {
    const entry = this.#byReference.get(storedVersion.metadata.reference);
    const versionIndex =
      entry?.storedVersions.findIndex(({ version }) => version.id === storedVersion.version.id) ?? -1;
    if (entry === undefined || versionIndex === -1) return;
    entry.storedVersions[versionIndex] = storedVersion;
    entry.searchText = buildSearchText(entry);
  }

  /** Yields the stored versions whose facts an older release of Paydesk found. */
  *listOutdated(): Generator<StoredProofVersion> {
    for (const { storedVersions } of this.#order) {
      yield* storedVersions.filter(({ version }) => version.isOutdated);
    }
  }

  /** Returns the entries in a state (any when `null`) that contain every word of the search. */
  findMatching(state: ProofState | null, search: string): ProofEntry[] {
    const words = fold(search)
      .split(/\s+/)
      .filter((word) => word !== '');
    return this.#order.filter(
      (entry) =>
        (state === null || entry.state === state) && words.every((word) => entry.searchText.includes(word)),
    );
  }

  countByState(): Partial<Record<ProofState, number>> {
    const counts: Partial<Record<ProofState, number>> = {};
    for (const { state } of this.#order) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }
}

/** Converts an entry to a row of the window's list. */
export function toProofRow(entry: ProofEntry): ProofRow {
  const newest = entry.storedVersions.at(-1)?.version;
  return {
    id: entry.id,
    reference: entry.reference,
    state: entry.state,
    error: entry.error,
    kind: newest?.kind ?? null,
    extension: newest?.extension ?? null,
    amount: newest?.facts.amount ?? null,
    amountRole: newest?.facts.amountRole ?? 'amount',
    messageType: newest?.facts.messageType ?? null,
    status: newest?.facts.statuses[0] ?? null,
    transactions: newest?.facts.transactions ?? 1,
    isOutdated: newest?.isOutdated ?? false,
    versions: entry.storedVersions.length,
    askedAt: new Date(entry.askedAt).toISOString(),
  };
}
