/** @file Payments that are found by their references in a statement. */
import { expect, test } from 'vitest';
import { findPayments } from '../../../../src/main/statement-engine/query/payments.ts';
import {
  mergePayments,
  type StatementPayment,
} from '../../../../src/shared/model/statements/statement-payment.ts';
import { tableOf } from '../../../fakes/files/text-statement.ts';

const header = 'Date,Value date,Reference,Counterparty,Amount,Currency,Status';
const others = [
  '2026-01-02,2026-01-03,X1,Alpha Ltd,-1.10,EUR,Completed',
  '2026-01-02,2026-01-03,X2,Beta Ltd,2.20,EUR,Completed',
  '2026-01-03,2026-01-04,X3,Gamma Ltd,-3.30,EUR,Completed',
];

function findIn(cells: string, references: readonly string[]): StatementPayment[] {
  const row = `2026-01-05,2026-01-06,PX-17,${cells}`;
  const lines = [header, ...others, row, ...others.map((line) => line.replace(',X', ',Y'))];
  return findPayments(tableOf(lines), null, references);
}

test('a payment in a statement is found with its payee, signed amount and value date', () => {
  const amount = { value: '-1250.50', currency: 'EUR' };
  expect(findIn('"Škoda, a.s.",-1250.50,EUR,Completed', ['PX-17', 'Z'])).toEqual([
    { reference: 'PX-17', payee: 'Škoda, a.s.', amount, date: '2026-01-06' },
  ]);
});

test('a payment is not found by a reference that differs in case or is only a part', () => {
  expect(findIn('Alpha,-1.00,EUR,Completed', ['px-17', 'PX-1'])).toEqual([]);
});

test('a payment has no amount when it was declined', () => {
  expect(findIn('Alpha,-1.00,EUR,Declined', ['PX-17'])).toMatchObject([{ payee: 'Alpha', amount: null }]);
});

test('facts on which the rows of a reference differ are unknown', () => {
  const amount = { value: '-1.00', currency: 'EUR' };
  const payment = { reference: 'A', payee: 'Alpha', amount, date: '2026-01-05' };
  expect(mergePayments(payment, payment)).toEqual(payment);
  const returned = { ...payment, amount: { value: '1.00', currency: 'EUR' }, date: '2026-01-09' };
  expect(mergePayments(payment, returned)).toEqual({ ...payment, amount: null, date: null });
});
