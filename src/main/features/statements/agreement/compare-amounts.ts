/**
 * @file Compares the amount and the currency of a row with those of a proof. Amounts are exact, and their signs are
 * ignored, because a proof has none.
 */

import { type Amount, add, type Decimal, readDecimal } from '../../../../shared/model/proofs/amount.ts';
import type { AmountRole, ProofFacts } from '../../../../shared/model/proofs/proof.ts';
import type { AgreementField, AgreementNote } from '../../../../shared/model/statements/agreement.ts';
import type {
  PaymentColumns,
  PaymentRow,
  RowAmount,
} from '../../../../shared/model/statements/payment-row.ts';

interface Money {
  /** ISO code; `null` if it is unknown. */
  readonly currency: string | null;
  readonly number: Decimal;
  readonly text: string;
}

/** Roles of amounts that a row can have. Charges are compared apart. */
const paidRoles: readonly AmountRole[] = [
  'amount',
  'settled',
  'instructed',
  'entry-credit',
  'entry-debit',
  'expected',
];

function toMoney({ value, currency }: Amount | RowAmount): Money | null {
  const text = value.replace(/^[-+]/, '');
  const number = readDecimal(text);
  const code = currency.trim().toUpperCase();
  return number === null ? null : { currency: /^[A-Z]{3}$/.test(code) ? code : null, number, text };
}

function isEqual(one: Decimal, other: Decimal): boolean {
  return add(one, other, -1).digits === 0n;
}

/** True if the amounts differ by exactly one of the charges or by all of them. */
function differsByCharges(one: Decimal, other: Decimal, charges: readonly Decimal[]): boolean {
  const [first, ...others] = charges;
  if (first === undefined) return false;
  const total = others.reduce((sum, charge) => add(sum, charge), first);
  return [...charges, total].some(
    (charge) => charge.digits > 0n && (isEqual(add(one, charge), other) || isEqual(add(other, charge), one)),
  );
}

type FieldResult = Omit<AgreementField, 'field'>;

interface AmountComparison {
  readonly amount: FieldResult;
  readonly currency: FieldResult;
}

/** The amounts that a proof states. */
interface ProofAmounts {
  /** The most relevant amount first. */
  readonly paid: readonly Money[];
  readonly charges: readonly Money[];
}

function readProofAmounts({ amount, amountRole, otherAmounts }: ProofFacts): ProofAmounts {
  const stated = amount === null ? otherAmounts : [{ role: amountRole, amount }, ...otherAmounts];
  const amountsWith = (isWanted: (role: AmountRole) => boolean) =>
    stated.flatMap(({ role, amount: money }) => (isWanted(role) ? (toMoney(money) ?? []) : []));
  return {
    paid: amountsWith((role) => paidRoles.includes(role)),
    charges: amountsWith((role) => role === 'charges'),
  };
}

/** Finds how an amount of the row agrees with one of the proof; `null` if it does not. */
function findAgreement(
  row: Money,
  fee: Money | null,
  { paid, charges }: ProofAmounts,
): { readonly proof: Money; readonly note: AgreementNote | null } | null {
  const hasSameCurrency = (money: Money) => row.currency === null || money.currency === row.currency;
  const comparable = paid.filter(hasSameCurrency);
  const [main] = paid;
  const equal = comparable.find(({ number }) => isEqual(number, row.number));
  if (equal !== undefined) return { proof: equal, note: equal === main ? null : 'instructed-amount' };
  const chargesOfRow = fee !== null && hasSameCurrency(fee) ? [fee.number] : [];
  const chargesOfProof = charges.filter(hasSameCurrency).map(({ number }) => number);
  const byCharges = comparable.find(
    ({ number }) =>
      differsByCharges(number, row.number, chargesOfProof) ||
      differsByCharges(number, row.number, chargesOfRow),
  );
  return byCharges === undefined ? null : { proof: byCharges, note: 'with-charges' };
}

function compareCurrencies(row: Money, proof: Money, stated: string): FieldResult {
  const values = { statement: row.currency ?? (stated === '' ? null : stated), proof: proof.currency };
  if (row.currency === null) {
    const note = stated === '' ? 'not-in-statement' : 'currency-unknown';
    return { ...values, result: 'not-compared', note };
  }
  return { ...values, result: row.currency === proof.currency ? 'agrees' : 'differs', note: null };
}

function notCompared(statement: string | null, proof: string | null, note: AgreementNote): FieldResult {
  return { result: 'not-compared', statement, proof, note };
}

/** Compares a row whose amount no amount of the proof has. */
function compareOtherwise(
  row: Money,
  stated: string,
  { paid, charges }: ProofAmounts,
  main: Money,
): AmountComparison {
  const sameCurrency = paid.find(({ currency }) => currency === row.currency) ?? null;
  const currency = compareCurrencies(row, sameCurrency ?? main, stated);
  if (charges.some((charge) => charge.currency === row.currency && isEqual(charge.number, row.number)))
    return { amount: notCompared(row.text, main.text, 'charge-row'), currency };
  if (row.currency === null)
    return { amount: notCompared(row.text, main.text, 'currency-unknown'), currency };
  if (sameCurrency !== null) {
    const values = { statement: row.text, proof: sameCurrency.text };
    return { amount: { ...values, result: 'differs', note: null }, currency };
  }
  const sameNumber = paid.find(({ number }) => isEqual(number, row.number));
  if (sameNumber !== undefined) {
    const values = { statement: row.text, proof: sameNumber.text };
    return {
      amount: { ...values, result: 'agrees', note: null },
      currency: compareCurrencies(row, sameNumber, stated),
    };
  }
  return {
    amount: notCompared(row.text, main.text, 'other-currency'),
    currency: notCompared(row.currency, main.currency, 'other-currency'),
  };
}

/**
 * Compares amount and currency. A row agrees with the amount of the proof, with its instructed or settled amount, and with
 * either of them more or less the charges that the proof or the row states. The same number in another currency is a
 * difference of the currency; another number in another currency is an exchange, which is not compared.
 */
export function compareAmounts(
  row: Pick<PaymentRow, 'amount' | 'fee' | 'otherAmounts'>,
  facts: ProofFacts,
  columns: Pick<PaymentColumns, 'amount'>,
): AmountComparison {
  const money = row.amount === null ? null : toMoney(row.amount);
  const amounts = readProofAmounts(facts);
  const [main] = amounts.paid;
  const proofText = main?.text ?? null;
  const stated = row.amount?.currency ?? '';
  if (money === null) {
    const note = columns.amount === 'ambiguous' ? 'ambiguous-column' : 'not-in-statement';
    return {
      amount: notCompared(row.amount?.value ?? null, proofText, note),
      currency: notCompared(stated === '' ? null : stated, main?.currency ?? null, note),
    };
  }
  if (main === undefined)
    return {
      amount: notCompared(money.text, null, 'not-in-proof'),
      currency: notCompared(money.currency, null, 'not-in-proof'),
    };
  const fee = row.fee === null ? null : toMoney(row.fee);
  const found = findAgreement(money, fee, amounts);
  if (found !== null)
    return {
      amount: { result: 'agrees', statement: money.text, proof: found.proof.text, note: found.note },
      currency: compareCurrencies(money, found.proof, stated),
    };
  for (const other of row.otherAmounts) {
    const otherMoney = toMoney(other);
    const equal = amounts.paid.find(
      (paid) =>
        otherMoney?.currency != null &&
        otherMoney.currency !== money.currency &&
        otherMoney.currency === paid.currency &&
        isEqual(otherMoney.number, paid.number),
    );
    if (otherMoney !== null && equal !== undefined)
      return {
        amount: { result: 'agrees', statement: otherMoney.text, proof: equal.text, note: 'other-column' },
        currency: { ...compareCurrencies(otherMoney, equal, other.currency), note: 'other-column' },
      };
  }
  return compareOtherwise(money, stated, amounts, main);
}

/**
 * Compares the charges. The charges of a row and of a proof may be those of different banks, so they agree or are not
 * compared. `null` if neither states charges.
 */
export function compareCharges({ fee }: Pick<PaymentRow, 'fee'>, facts: ProofFacts): FieldResult | null {
  const { charges } = readProofAmounts(facts);
  const money = fee === null ? null : toMoney(fee);
  const ofRow = money === null || money.number.digits === 0n ? null : money;
  const [first] = charges;
  if (ofRow === null && first === undefined) return null;
  const proof = charges.length === 0 ? null : charges.map(({ text }) => text).join(' + ');
  if (ofRow === null) return notCompared(null, proof, 'not-in-statement');
  const equal = charges.find(
    ({ number, currency }) =>
      isEqual(number, ofRow.number) && (ofRow.currency === null || ofRow.currency === currency),
  );
  if (equal === undefined)
    return notCompared(ofRow.text, proof, first === undefined ? 'not-in-proof' : 'other-charges');
  return { result: 'agrees', statement: ofRow.text, proof: equal.text, note: null };
}
