/** @file Payments that are found by their references in a statement. */
import { describe, expect, test } from 'vitest';
import { findPayments } from '../../../src/main/review/payments.ts';
import { openTable } from '../../../src/main/review/table.ts';
import { mergePayments, type StatementPayment } from '../../../src/shared/model/statement-payment.ts';

const header = 'Date,Value date,Reference,Counterparty,Amount,Currency,Status';
const others = [
  '2026-01-02,2026-01-03,X1,Alpha Ltd,-1.10,EUR,Completed',
  '2026-01-02,2026-01-03,X2,Beta Ltd,2.20,EUR,Completed',
  '2026-01-03,2026-01-04,X3,Gamma Ltd,-3.30,EUR,Completed',
];

function findIn(lines: readonly string[], references: readonly string[]): StatementPayment[] {
  const text = [header, ...others, ...lines, ...others.map((line) => line.replace(',X', ',Y'))].join('\n');
  return findPayments(openTable(new TextEncoder().encode(text)), null, references);
}

describe('a payment in a statement', () => {
  test('is found with its payee, signed amount and value date', () => {
    expect(
      findIn(['2026-01-05,2026-01-06,PX-17,"Škoda, a.s.",-1250.50,EUR,Completed'], ['PX-17', 'Z']),
    ).toEqual([
      {
        reference: 'PX-17',
        payee: 'Škoda, a.s.',
        amount: { value: '-1250.50', currency: 'EUR' },
        date: '2026-01-06',
      },
    ]);
  });

  test('is not found by a reference that differs in case or is only a part', () => {
    expect(findIn(['2026-01-05,2026-01-06,PX-17,Alpha,-1.00,EUR,Completed'], ['px-17', 'PX-1'])).toEqual([]);
  });

  test('has no amount when it was declined', () => {
    expect(findIn(['2026-01-05,2026-01-06,PX-17,Alpha,-1.00,EUR,Declined'], ['PX-17'])).toMatchObject([
      { payee: 'Alpha', amount: null },
    ]);
  });
});

test('facts on which the rows of a reference differ are unknown', () => {
  const payment = {
    reference: 'A',
    payee: 'Alpha',
    amount: { value: '-1.00', currency: 'EUR' },
    date: '2026-01-05',
  };
  expect(mergePayments(payment, payment)).toEqual(payment);
  const returned = { ...payment, amount: { value: '1.00', currency: 'EUR' }, date: '2026-01-09' };
  expect(mergePayments(payment, returned)).toEqual({ ...payment, amount: null, date: null });
});
