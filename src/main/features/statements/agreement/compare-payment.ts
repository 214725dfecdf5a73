/** @file Compares the facts of one row with the facts of one proof. Works without any state. */
import type { ListedProof } from '../../../../shared/model/proofs/listed-proof.ts';
import type { AmountRole, ProofFacts, ProofState } from '../../../../shared/model/proofs/proof.ts';
import type { Standing } from '../../../../shared/model/proofs/status.ts';
import type {
  AgreementField,
  AgreementReason,
  AgreementState,
} from '../../../../shared/model/statements/agreement.ts';
import type { PaymentColumns, PaymentRow } from '../../../../shared/model/statements/payment-row.ts';
import type { CompareNames } from '../../../formats/names/compare-names.ts';
import { compareAmounts, compareCharges } from './compare-amounts.ts';
import { compareDates } from './compare-dates.ts';

type FieldResult = Omit<AgreementField, 'field'>;

/** The state of a row, why, and the compared fields. */
export interface Agreement {
  readonly state: AgreementState;
  readonly reason: AgreementReason | null;
  readonly fields: readonly AgreementField[];
}

/** What all rows of a statement have in common. */
interface ComparisonContext {
  readonly columns: PaymentColumns;
  readonly compareNames: CompareNames;
}

/** Payments that were certainly not carried out, or undone. */
const refusedStandings: readonly Standing[] = ['refused', 'returned', 'cancelled', 'not-sent'];
/** Statuses of a payment that was carried out. */
const paidStandings: readonly Standing[] = ['settled', 'cancellation-refused'];
/** Fields that agree when a row agrees, in the order in which the first other one is named as the reason. */
const decidingFields = ['amount', 'currency', 'date', 'payee', 'direction'] as const;
/** Amounts of messages that order or announce a payment. */
const orderedRoles: readonly AmountRole[] = ['instructed', 'expected'];

/** States of references without a stored proof. */
const statesWithoutProof: Readonly<Record<ProofState, Pick<Agreement, 'state' | 'reason'>>> = {
  queued: { state: 'missing', reason: 'fetching' },
  loading: { state: 'missing', reason: 'fetching' },
  failed: { state: 'missing', reason: 'failed' },
  cancelled: { state: 'missing', reason: 'cancelled' },
  lost: { state: 'missing', reason: 'lost' },
  // Only a proof of a closed library has no version.
  saved: { state: 'not-comparable', reason: 'closed' },
  'not-found': { state: 'not-found', reason: null },
};

/** Describes a row whose proof is not stored; `proof` is `null` for a reference that is not in the list. */
export function describeMissingProof(proof: Pick<ListedProof, 'state'> | null): Agreement {
  return proof === null
    ? { state: 'missing', reason: null, fields: [] }
    : { ...statesWithoutProof[proof.state], fields: [] };
}

/** Normalizes a reference: case and spaces do not matter. */
export function normalizeReference(reference: string): string {
  return reference.replaceAll(/\s+/g, '').toUpperCase();
}

function compareReferences(
  { reference }: PaymentRow,
  { facts, statesReference }: NonNullable<ListedProof['version']>,
  isOtherReference: (reference: string) => boolean,
): FieldResult {
  const own = normalizeReference(reference);
  const isStated = statesReference || facts.references.some((stated) => normalizeReference(stated) === own);
  if (isStated) return { result: 'agrees', statement: reference, proof: reference, note: null };
  const other = facts.references.find((stated) => isOtherReference(normalizeReference(stated)));
  if (other !== undefined)
    return { result: 'differs', statement: reference, proof: other, note: 'other-reference' };
  const stated = facts.references[0] ?? null;
  return { result: 'not-compared', statement: reference, proof: stated, note: 'not-stated' };
}

/** Compares the counterparty with the payee of an outgoing and the payer of an incoming payment. */
function comparePayees(
  { counterparty, direction }: PaymentRow,
  { from, to }: ProofFacts,
  compareNames: CompareNames,
): FieldResult {
  const expected = direction === 'in' ? from : to;
  const otherSide = direction === 'in' ? to : from;
  const values = { statement: counterparty, proof: expected };
  if (counterparty === null) return { ...values, result: 'not-compared', note: 'not-in-statement' };
  const isSame = (name: string | null) => name !== null && compareNames(counterparty, name) === 'same';
  if (expected !== null && isSame(expected)) return { ...values, result: 'agrees', note: null };
  if (isSame(otherSide)) {
    // Without a direction the counterparty may be on either side.
    return direction === null
      ? { statement: counterparty, proof: otherSide, result: 'agrees', note: null }
      : { ...values, result: 'not-compared', note: 'own-name' };
  }
  if (expected === null) return { ...values, result: 'not-compared', note: 'not-in-proof' };
  const comparison = compareNames(counterparty, expected);
  if (comparison === 'other-script') return { ...values, result: 'not-compared', note: comparison };
  if (comparison === 'not-stated') return { ...values, result: 'not-compared', note: 'no-name' };
  const isDifferent =
    comparison === 'different' &&
    // The payer is the counterparty if the payment came in.
    (direction !== null || (otherSide !== null && compareNames(counterparty, otherSide) === 'different'));
  return isDifferent
    ? { ...values, result: 'differs', note: null }
    : { ...values, result: 'not-compared', note: 'similar-names' };
}

/**
 * Compares the direction of the row with that of the proof: an entry of an account states it; of a transfer, the side on
 * which the counterparty is. Empty where the names tell no direction, which are compared apart.
 */
function compareDirections(
  { counterparty, direction }: PaymentRow,
  { amountRole, from, to }: ProofFacts,
  compareNames: CompareNames,
): AgreementField[] {
  const isSame = (name: string | null) =>
    name !== null && counterparty !== null && compareNames(counterparty, name) === 'same';
  const ofEntry = amountRole === 'entry-credit' ? 'in' : amountRole === 'entry-debit' ? 'out' : null;
  const [isPayer, isPayee] = [isSame(from), isSame(to)];
  // Some statements name their own company, so the payer in an outgoing row proves nothing.
  const ofNames = isPayee && !isPayer ? 'out' : isPayee || (isPayer && direction === 'in') ? direction : null;
  const proof = ofEntry ?? ofNames;
  const values = { field: 'direction' as const, statement: direction, proof };
  if (direction === null) return [{ ...values, result: 'not-compared', note: 'not-in-statement' }];
  if (proof !== null) return [{ ...values, result: direction === proof ? 'agrees' : 'differs', note: null }];
  return counterparty === null ? [{ ...values, result: 'not-compared', note: 'not-in-proof' }] : [];
}

/** Compares all fields. Fields that neither side states are left out. */
function compareFields(
  row: PaymentRow,
  version: NonNullable<ListedProof['version']>,
  { columns, compareNames }: ComparisonContext,
  isOtherReference: (reference: string) => boolean,
): AgreementField[] {
  const { facts } = version;
  const charges = compareCharges(row, facts);
  const { amount, currency } = compareAmounts(row, facts, columns);
  const fields: AgreementField[] = [
    { field: 'reference', ...compareReferences(row, version, isOtherReference) },
    { field: 'amount', ...amount },
    ...(charges === null ? [] : [{ field: 'charges' as const, ...charges }]),
    { field: 'currency', ...currency },
    { field: 'date', ...compareDates(row, facts, columns) },
    { field: 'payee', ...comparePayees(row, facts, compareNames) },
    ...compareDirections(row, facts, compareNames),
  ];
  return fields.filter(({ statement, proof }) => statement !== null || proof !== null);
}

/** Returns why a row is not compared, although its proof is stored. */
function findObstacle(
  { doubt }: PaymentRow,
  { facts, isOutdated }: NonNullable<ListedProof['version']>,
): AgreementReason | null {
  if (isOutdated) return 'outdated';
  if (facts.transactions > 1) return 'several-payments';
  if (doubt !== null) return doubt === 'odd' ? 'row-odd' : 'row-unfinished';
  const { amount, otherAmounts, valueDate, from, to } = facts;
  const hasFacts =
    amount !== null || otherAmounts.length > 0 || [valueDate, from, to].some((fact) => fact !== null);
  return hasFacts ? null : 'no-facts';
}

/**
 * Compares a row with the proof of its reference. `isOtherReference` tells the references of other rows. A difference is
 * only what is certain; everything else that does not agree is not comparable.
 */
export function comparePayment(
  row: PaymentRow,
  version: NonNullable<ListedProof['version']>,
  context: ComparisonContext,
  isOtherReference: (reference: string) => boolean,
): Agreement {
  const { statuses, transactions } = version.facts;
  const standings = statuses.map(({ standing }) => standing);
  const isRefused = transactions === 1 && standings.some((standing) => refusedStandings.includes(standing));
  const obstacle = findObstacle(row, version);
  const fields =
    obstacle === null || (isRefused && obstacle === 'no-facts')
      ? compareFields(row, version, context, isOtherReference)
      : [];
  if (isRefused && !version.isOutdated) return { state: 'refused', reason: null, fields };
  if (obstacle !== null) return { state: 'not-comparable', reason: obstacle, fields };
  return decideState(fields, version.facts);
}

/** Decides the state of a row by its fields and by the statuses of the payment. */
export function decideState(
  fields: readonly AgreementField[],
  { statuses, amountRole }: Pick<ProofFacts, 'statuses' | 'amountRole'>,
): Agreement {
  if (fields.some(({ result }) => result === 'differs')) return { state: 'differs', reason: null, fields };
  const isOrder = statuses.length === 0 && orderedRoles.includes(amountRole);
  if (isOrder || statuses.some(({ standing }) => !paidStandings.includes(standing)))
    return { state: 'not-comparable', reason: 'not-settled', fields };
  const reason = decidingFields.find(
    (name) => fields.find(({ field }) => field === name)?.result !== 'agrees',
  );
  return reason === undefined
    ? { state: 'agrees', reason: null, fields }
    : { state: 'not-comparable', reason, fields };
}
