/** @file A row of the list of proofs. */
import type { ProofRow } from '../../../src/shared/model/proofs/proof.ts';

/** Returns a reference without a proof, with the properties of `change`. */
export function proofRowOf(change: Partial<ProofRow> = {}): ProofRow {
  return {
    id: 1,
    reference: 'PX1',
    state: 'not-found',
    error: null,
    kind: null,
    extension: null,
    amount: null,
    amountRole: 'amount',
    payee: null,
    date: null,
    factsFrom: 'proof',
    messageType: null,
    status: null,
    transactions: 1,
    isOutdated: false,
    versions: 0,
    requestedAt: '2026-10-14T09:00:00.000Z',
    ...change,
  };
}
