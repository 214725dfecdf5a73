/** @file Compares the rows of the open statement with the stored proofs of their references. Works offline. */
import type { FindListedProof, ListedProof } from '../../../../shared/model/proofs/listed-proof.ts';
import { isReference } from '../../../../shared/model/proofs/references.ts';
import {
  type AgreementState,
  type AgreementSummary,
  agreementStates,
  type RowAgreement,
  valueOfAgreement,
} from '../../../../shared/model/statements/agreement.ts';
import type {
  PaymentColumns,
  PaymentRow,
  PaymentRows,
} from '../../../../shared/model/statements/payment-row.ts';
import { inSlices } from '../../../concurrency/slices.ts';
import { createNameComparison } from '../../../formats/names/compare-names.ts';
import {
  type Agreement,
  comparePayment,
  describeMissingProof,
  normalizeReference,
} from './compare-payment.ts';
import { type ComparedRow, resolveSharedReference } from './shared-references.ts';

/** Rows of a statement that is open, and the proofs of its profile. */
interface ComparedStatement {
  /** Number of all rows. */
  readonly rows: number;
  /** The currency of amounts without one; `null` if it is unknown. */
  readonly currency: string | null;
  readonly readRows: (from: number, limit: number) => Promise<PaymentRows>;
  readonly findProof: FindListedProof;
}

/** A row whose proof is stored. */
interface ProvenRow {
  readonly row: PaymentRow;
  readonly proof: ListedProof & { readonly version: NonNullable<ListedProof['version']> };
}

/** The comparison of a statement. */
export interface Agreements extends Omit<AgreementSummary, 'revision'> {
  /** The state of each row; see {@link valueOfAgreement}. */
  readonly values: Uint8Array<ArrayBuffer>;
  /** The rows whose proof is stored. */
  readonly byRow: ReadonlyMap<number, Agreement>;
  /** References whose proof was not fetched, at most {@link maxMissing}. */
  readonly missing: readonly string[];
  /** Number of these references. */
  readonly missingCount: number;
}

const rowsPerPage = 1_000;
/** Maximum number of references that are fetched in one step. */
const maxMissing = 20_000;

const noColumns: PaymentColumns = {
  hasReferences: false,
  amount: 'none',
  date: 'none',
  hasCounterparty: false,
};

function withCurrency(row: PaymentRow, currency: string | null): PaymentRow {
  if (currency === null) return row;
  const complete = (amount: PaymentRow['amount']) =>
    amount === null || amount.currency !== '' ? amount : { ...amount, currency };
  return { ...row, amount: complete(row.amount), fee: complete(row.fee) };
}

function hasVersion(proof: ListedProof | null): proof is ProvenRow['proof'] {
  return proof !== null && proof.version !== null;
}

/** Compares the rows whose proof is stored. */
async function compareProvenRows(
  rows: readonly ProvenRow[],
  columns: PaymentColumns,
): Promise<ReadonlyMap<number, Agreement>> {
  const context = { columns, compareNames: createNameComparison() };
  const ownReferences = new Set(rows.map(({ row }) => normalizeReference(row.reference)));
  const groups = new Map<string, ComparedRow[]>();
  for await (const { row, proof } of inSlices(rows)) {
    const own = normalizeReference(row.reference);
    const isOther = (reference: string) => reference !== own && ownReferences.has(reference);
    const agreement = comparePayment(row, proof.version, context, isOther);
    const group = groups.get(row.reference) ?? [];
    groups.set(row.reference, group);
    group.push({ row, facts: proof.version.facts, agreement });
  }
  const byRow = new Map<number, Agreement>();
  for await (const group of inSlices(groups.values())) {
    const agreements = resolveSharedReference(group, columns);
    for (const [index, { row, agreement }] of group.entries())
      byRow.set(row.row, agreements[index] ?? agreement);
  }
  return byRow;
}

/** Compares all rows of a statement. Rejects with the errors of the statement engine. */
export async function compareStatement(statement: ComparedStatement): Promise<Agreements> {
  const { findProof } = statement;
  const values = new Uint8Array(statement.rows);
  const counts: Record<AgreementState, number> = {
    differs: 0,
    refused: 0,
    'not-comparable': 0,
    'not-found': 0,
    missing: 0,
    agrees: 0,
  };
  const proven: ProvenRow[] = [];
  const missing = new Set<string>();
  let columns = noColumns;
  const set = (row: number, state: AgreementState) => {
    values[row] = valueOfAgreement(state);
    counts[state] += 1;
  };
  for (let from: number | null = 0; from !== null; ) {
    const page: PaymentRows = await statement.readRows(from, rowsPerPage);
    columns = page.columns;
    for (const row of page.rows) {
      const proof = findProof(row.reference);
      if (hasVersion(proof)) {
        proven.push({ row: withCurrency(row, statement.currency), proof });
        continue;
      }
      const { state, reason } = describeMissingProof(proof);
      set(row.row, state);
      if (state === 'missing' && reason !== 'fetching' && isReference(row.reference))
        missing.add(row.reference);
    }
    from = page.next;
  }
  const byRow = await compareProvenRows(proven, columns);
  for (const [row, { state }] of byRow) set(row, state);
  const compared = agreementStates.reduce((sum, state) => sum + counts[state], 0);
  return {
    counts,
    hasReferences: columns.hasReferences,
    withoutReference: statement.rows - compared,
    values,
    byRow,
    missing: [...missing].slice(0, maxMissing),
    missingCount: missing.size,
  };
}

/** Describes the comparison of one row. */
export function describeRow(
  row: PaymentRow,
  agreements: Agreements,
  findProof: FindListedProof,
): RowAgreement {
  const proof = findProof(row.reference);
  // A proof that arrived after the comparison is compared next.
  const missing = hasVersion(proof)
    ? { state: 'missing' as const, reason: 'fetching' as const, fields: [] }
    : describeMissingProof(proof);
  const agreement = agreements.byRow.get(row.row) ?? missing;
  return {
    ...agreement,
    fields: [...agreement.fields],
    reference: row.reference,
    proofId: proof?.id ?? null,
    kind: proof?.version?.kind ?? null,
    status: proof?.version?.facts.statuses[0] ?? null,
  };
}
