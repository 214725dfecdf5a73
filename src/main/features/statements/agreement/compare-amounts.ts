/**
 * @file Compares the amount and the currency of a row with those of a proof. Amounts are exact. Charges explain a difference
 * only where they change the amount for this side of the payment, by who bears them (field 71A of a SWIFT message).
 */
import {
  type Amount,
  add,
  type Decimal,
  decimalText,
  readDecimal,
} from '../../../../shared/model/proofs/amount.ts';
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
const zero: Decimal = { digits: 0n, scale: 0 };

function toMoney({ value, currency }: Amount | RowAmount): Money | null {
  const text = value.replace(/^[-+]/, '');
  const number = readDecimal(text);
  const code = currency.trim().toUpperCase();
  return number === null ? null : { currency: /^[A-Z]{3}$/.test(code) ? code : null, number, text };
}

function isEqual(one: Decimal, other: Decimal): boolean {
  return add(one, other, -1).digits === 0n;
}

type FieldResult = Omit<AgreementField, 'field'>;

interface AmountComparison {
  readonly amount: FieldResult;
  readonly currency: FieldResult;
}

/** The amounts that a proof states. */
interface ProofAmounts {
  /** The amount of the message; `null` if it is not stated, cannot be read, or is not that of a payment. */
  readonly main: Money | null;
  /** The instructed amount beside {@link main}. */
  readonly instructed: Money | null;
  readonly charges: readonly Money[];
  readonly borneBy: ProofFacts['chargesBorneBy'];
}

function readProofAmounts({ amount, amountRole, otherAmounts, chargesBorneBy }: ProofFacts): ProofAmounts {
  const othersWith = (role: AmountRole) =>
    otherAmounts.flatMap((other) => (other.role === role ? (toMoney(other.amount) ?? []) : []));
  const isEntry = amountRole === 'entry-credit' || amountRole === 'entry-debit';
  const [instructed = null] = isEntry || amountRole === 'instructed' ? [] : othersWith('instructed');
  return {
    main: amount !== null && paidRoles.includes(amountRole) ? toMoney(amount) : null,
    instructed,
    charges: othersWith('charges'),
    borneBy: chargesBorneBy,
  };
}

/** An amount that a row can have, and the amount of the proof that it comes from. */
interface PossibleAmount {
  readonly number: Decimal;
  readonly proof: Money;
  readonly note: AgreementNote | null;
}

type PaymentSide = Pick<PaymentRow, 'direction'> & { readonly fee: Decimal };

/** Amounts of a message that states the settled and the instructed amount in one currency. */
function listWithInstructed(
  settled: Money,
  instructed: Money,
  charges: Decimal,
  { borneBy }: ProofAmounts,
  { direction, fee }: PaymentSide,
): PossibleAmount[] {
  const added = isEqual(add(instructed.number, charges), settled.number);
  const deducted = isEqual(add(instructed.number, charges, -1), settled.number);
  // Amounts that contradict each other are those of no row.
  if (!(borneBy === 'payer' ? added : borneBy === null ? added || deducted : deducted)) return [];
  const ofSettled = { number: settled.number, proof: settled, note: null };
  const ofInstructed = {
    number: instructed.number,
    proof: instructed,
    note: isEqual(settled.number, instructed.number) ? null : ('instructed-amount' as const),
  };
  if (direction === 'in') return [borneBy === 'payer' ? ofInstructed : ofSettled];
  if (borneBy === 'payer' || borneBy === null) return [ofSettled, ofInstructed];
  // The payer pays the instructed amount: what arrives is the amount of a row that states the rest as its fee.
  const isRestStated = isEqual(fee, charges);
  return isRestStated ? [ofInstructed, { ...ofSettled, note: 'with-charges' }] : [ofInstructed];
}

/** Amounts of a message that states one amount in the currency. */
function listWithoutInstructed(
  main: Money,
  charges: Decimal,
  { borneBy }: ProofAmounts,
  { direction }: PaymentSide,
): PossibleAmount[] {
  const withCharges = (sign: 1 | -1): PossibleAmount => ({
    number: add(main.number, charges, sign),
    proof: main,
    note: 'with-charges',
  });
  const ofMain = { number: main.number, proof: main, note: null };
  if (charges.digits === 0n || borneBy === null) return [ofMain];
  if (borneBy === 'payer') return direction === 'in' ? [withCharges(-1)] : [ofMain];
  return direction === 'in' ? [ofMain] : [ofMain, withCharges(1)];
}

/** Lists the amounts in a currency that a row on this side of the payment can have. */
function listPossible(amounts: ProofAmounts, currency: string | null, side: PaymentSide): PossibleAmount[] {
  const isIn = (money: Money | null): money is Money => money !== null && money.currency === currency;
  const { main, instructed, borneBy } = amounts;
  if (!isIn(main))
    return isIn(instructed)
      ? [{ number: instructed.number, proof: instructed, note: 'instructed-amount' }]
      : [];
  // Charges in another currency are no part of the amount that can be calculated.
  const charges = amounts.charges.filter(isIn).reduce((sum, { number }) => add(sum, number), zero);
  const stated = isIn(instructed)
    ? listWithInstructed(main, instructed, charges, amounts, side)
    : listWithoutInstructed(main, charges, amounts, side);
  const [base] = stated;
  // Charges that the proof states are part of its amounts: the fee of the row may be the same ones.
  const explainsFee = amounts.charges.every(({ number }) => number.digits === 0n) && side.fee.digits > 0n;
  const bearsFee = borneBy === null || (side.direction === 'in' ? borneBy !== 'payer' : borneBy !== 'payee');
  if (base === undefined || !explainsFee || !bearsFee) return stated;
  const number = add(base.number, side.fee, side.direction === 'in' ? -1 : 1);
  return [...stated, { number, proof: base.proof, note: 'with-charges' }];
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

/** Compares a row whose amount is none of the possible ones. */
function compareOtherwise(
  row: Money,
  stated: string,
  { main, instructed, charges }: ProofAmounts & { readonly main: Money },
  [expected]: readonly PossibleAmount[],
): AmountComparison {
  const paid = instructed === null ? [main] : [main, instructed];
  const sameCurrency = paid.find(({ currency }) => currency === row.currency) ?? null;
  const currency = compareCurrencies(row, sameCurrency ?? main, stated);
  if (charges.some((charge) => charge.currency === row.currency && isEqual(charge.number, row.number)))
    return { amount: notCompared(row.text, main.text, 'charge-row'), currency };
  if (row.currency === null)
    return { amount: notCompared(row.text, main.text, 'currency-unknown'), currency };
  if (sameCurrency !== null) {
    if (expected === undefined)
      return { amount: notCompared(row.text, sameCurrency.text, 'amounts-contradict'), currency };
    const values = { statement: row.text, proof: decimalText(expected.number) };
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
 * Compares amount and currency. Who bears the charges decides which amounts a row can have:
 *
 * | Charges | The payer's row | The payee's row |
 * |---|---|---|
 * | by the payer (OUR, DEBT) | instructed or settled amount | instructed amount |
 * | shared or by the payee (SHA, BEN, SHAR, SLEV, CRED) | instructed amount; the settled one if the row states the rest as its fee | settled amount |
 *
 * A fee of the row explains a difference only where the proof states no charges. Settled and instructed amount must differ by
 * exactly the stated charges. The same number in another currency is a difference of the currency; another number in another
 * currency is an exchange, which is not compared.
 */
export function compareAmounts(
  row: Pick<PaymentRow, 'amount' | 'direction' | 'fee' | 'otherAmounts'>,
  facts: ProofFacts,
  columns: Pick<PaymentColumns, 'amount'>,
): AmountComparison {
  const money = row.amount === null ? null : toMoney(row.amount);
  const amounts = readProofAmounts(facts);
  const { main, instructed } = amounts;
  const stated = row.amount?.currency ?? '';
  if (money === null) {
    const note = columns.amount === 'ambiguous' ? 'ambiguous-column' : 'not-in-statement';
    return {
      amount: notCompared(row.amount?.value ?? null, main?.text ?? null, note),
      currency: notCompared(stated === '' ? null : stated, main?.currency ?? null, note),
    };
  }
  if (main === null)
    return {
      amount: notCompared(money.text, null, 'not-in-proof'),
      currency: notCompared(money.currency, null, 'not-in-proof'),
    };
  const currency = money.currency ?? main.currency;
  const fee = row.fee === null ? null : toMoney(row.fee);
  const side = { direction: row.direction, fee: fee?.currency === currency ? fee.number : zero };
  const possible = listPossible(amounts, currency, side);
  const found = possible.find(({ number }) => isEqual(number, money.number));
  if (found !== undefined)
    return {
      amount: { result: 'agrees', statement: money.text, proof: found.proof.text, note: found.note },
      currency: compareCurrencies(money, found.proof, stated),
    };
  for (const other of row.otherAmounts) {
    const otherMoney = toMoney(other);
    const equal = [main, instructed].find(
      (paid) =>
        paid !== null &&
        otherMoney?.currency != null &&
        otherMoney.currency !== money.currency &&
        otherMoney.currency === paid.currency &&
        isEqual(otherMoney.number, paid.number),
    );
    if (otherMoney !== null && equal != null)
      return {
        amount: { result: 'agrees', statement: otherMoney.text, proof: equal.text, note: 'other-column' },
        currency: { ...compareCurrencies(otherMoney, equal, other.currency), note: 'other-column' },
      };
  }
  return compareOtherwise(money, stated, { ...amounts, main }, possible);
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
