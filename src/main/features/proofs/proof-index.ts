/** @file In-memory index of the references and stored proofs of one profile, for listing, search and counts. */
import type { WireError } from '../../../shared/errors.ts';
import { statusLine } from '../../../shared/messages/payment-status.ts';
import { proofLabel } from '../../../shared/messages/proof-kinds.ts';
import { fold } from '../../../shared/model/fold.ts';
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import type { ListedProof } from '../../../shared/model/proofs/listed-proof.ts';
import {
  noFacts,
  type ProofFilter,
  type ProofRow,
  type ProofState,
} from '../../../shared/model/proofs/proof.ts';
import type { StatementPayment } from '../../../shared/model/statements/statement-payment.ts';
import type { StoredProofVersion } from './proof-metadata.ts';

export interface ProofEntry {
  readonly id: number;
  readonly reference: string;
  state: ProofState;
  error: WireError | null;
  /** Time of the last outcome, or of adding the reference, in milliseconds since 1970. */
  requestedAt: number;
  /** Stored versions of the proof, oldest first. */
  readonly storedVersions: StoredProofVersion[];
  /** The payment as a stored statement states it, when the newest proof states no payment. */
  statementPayment: StatementPayment | null;
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
  const { statementPayment } = entry;
  if (statementPayment !== null) {
    const value = statementPayment.amount?.value ?? '';
    parts.push(fold([statementPayment.payee, value, groupedAmount(value)].join(' ')));
  }
  return parts.join('\u001f');
}

/** True when a proof states a payee, an amount or a date. */
function hasPaymentFacts({ storedVersions }: Pick<ProofEntry, 'storedVersions'>): boolean {
  const facts = storedVersions.at(-1)?.version.facts;
  return facts !== undefined && [facts.to, facts.amount, facts.valueDate].some((fact) => fact !== null);
}

/** True when the newest stored proof is a link, which Paydesk has not opened. */
export function isLink({ storedVersions }: Pick<ProofEntry, 'storedVersions'>): boolean {
  return storedVersions.at(-1)?.version.kind === 'url';
}

function filterOf(entry: ProofEntry): ProofFilter {
  return entry.state === 'saved' && isLink(entry) ? 'link' : entry.state;
}

export class ProofIndex {
  readonly #byId = new Map<number, ProofEntry>();
  readonly #byReference = new Map<string, ProofEntry>();
  #order: ProofEntry[] = [];
  #statementPayments: ReadonlyMap<string, StatementPayment> = new Map();

  /** Replaces all entries, in the order of the list. */
  replaceEntries(
    newEntries: readonly Omit<ProofEntry, 'storedVersions' | 'statementPayment' | 'searchText'>[],
    versionsByReference: ReadonlyMap<string, StoredProofVersion[]>,
  ): void {
    this.#byId.clear();
    this.#byReference.clear();
    this.#order = newEntries.map((entry) => {
      const indexedEntry: ProofEntry = {
        ...entry,
        storedVersions: versionsByReference.get(entry.reference) ?? [],
        statementPayment: this.#statementPayments.get(entry.reference) ?? null,
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

  /** Returns the references whose newest proof states no payment. */
  listReferencesWithoutPayment(): string[] {
    return this.#order.filter((entry) => !hasPaymentFacts(entry)).map(({ reference }) => reference);
  }

  /** Sets the payments that statements contain; returns false when nothing has changed. */
  setStatementPayments(payments: ReadonlyMap<string, StatementPayment>): boolean {
    this.#statementPayments = payments;
    let hasChanged = false;
    for (const entry of this.#order) {
      const payment = payments.get(entry.reference) ?? null;
      if (JSON.stringify(payment) === JSON.stringify(entry.statementPayment)) continue;
      entry.statementPayment = payment;
      entry.searchText = buildSearchText(entry);
      hasChanged = true;
    }
    return hasChanged;
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

  /** Returns the entries of a filter (all when `null`) that contain every word of the search. */
  findMatching(filter: ProofFilter | null, search: string): ProofEntry[] {
    const words = fold(search)
      .split(/\s+/)
      .filter((word) => word !== '');
    return this.#order.filter(
      (entry) =>
        (filter === null || filterOf(entry) === filter) &&
        words.every((word) => entry.searchText.includes(word)),
    );
  }

  countByFilter(): Partial<Record<ProofFilter, number>> {
    const counts: Partial<Record<ProofFilter, number>> = {};
    for (const entry of this.#order) {
      const filter = filterOf(entry);
      counts[filter] = (counts[filter] ?? 0) + 1;
    }
    return counts;
  }
}

/** True if a folded text has the reference, not as a part of a longer one. */
function statesReference(searchText: string, reference: string): boolean {
  const text = fold(reference);
  for (let at = searchText.indexOf(text); at >= 0 && text !== ''; at = searchText.indexOf(text, at + 1)) {
    const edges = [searchText.slice(0, at).at(-1), searchText[at + text.length]];
    if (edges.every((edge) => edge === undefined || !/[\p{L}\p{N}]/u.test(edge))) return true;
  }
  return false;
}

/** Describes an entry for the comparison with the row of a statement. */
export function toListedProof({ id, state, reference, storedVersions }: ProofEntry): ListedProof {
  const newest = storedVersions.at(-1);
  if (newest === undefined) return { id, state, version: null };
  const { kind, isOutdated, facts } = newest.version;
  return {
    id,
    state,
    version: {
      kind,
      isOutdated,
      facts,
      statesReference: statesReference(newest.searchText, reference),
    },
  };
}

/** Returns the facts of the payment, all from the proof or all from a statement: they are never mixed. */
function describePayment(
  entry: ProofEntry,
): Pick<ProofRow, 'amount' | 'amountRole' | 'payee' | 'date' | 'factsFrom'> {
  const { statementPayment } = entry;
  if (!hasPaymentFacts(entry) && statementPayment !== null) {
    const { amount, payee, date } = statementPayment;
    return { amount, amountRole: 'amount', payee, date, factsFrom: 'statement' };
  }
  const facts = entry.storedVersions.at(-1)?.version.facts ?? noFacts;
  const { amount, amountRole, to: payee, valueDate: date } = facts;
  return { amount, amountRole, payee, date, factsFrom: 'proof' };
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
    ...describePayment(entry),
    messageType: newest?.facts.messageType ?? null,
    status: newest?.facts.statuses[0] ?? null,
    transactions: newest?.facts.transactions ?? 1,
    isOutdated: newest?.isOutdated ?? false,
    versions: entry.storedVersions.length,
    requestedAt: new Date(entry.requestedAt).toISOString(),
  };
}
