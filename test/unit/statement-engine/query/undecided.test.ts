/** @file What a file does not say is not guessed: amounts without a known sign, and rows that may be no payments, are in no sum. */
import { describe, expect, test } from 'vitest';
import type { WordMeaning } from '../../../../src/shared/model/statements/open-statement.ts';
import { casesOf, type StatementText, sessionOf } from '../../../fakes/files/text-statement.ts';

const all = { kind: 'all' } as const;

/** Returns the sums of the first column of money, `rows: incoming outgoing`, and the rows that are left out, by reason. */
function readingOf(text: StatementText, words?: Record<string, WordMeaning>): string {
  const session = sessionOf(text, words === undefined ? {} : { words });
  const column = session.describe().columns.findIndex(({ isSummed }) => isSummed);
  if (column < 0) return 'no sums';
  const { sums, leftOut } = session.sumsWithLeftOut(column, all);
  return [
    ...sums.map(({ currency, rows, incoming, outgoing }) =>
      `${currency} ${rows}: ${incoming} ${outgoing}`.trim(),
    ),
    ...leftOut.map(({ reason, rows }) => `${reason} ${rows.join()}`),
  ].join(', ');
}

/** Returns the words that the clerk is asked about. */
function wordsOf(text: StatementText): string[] {
  const { leftOut } = sessionOf(text).sumsWithLeftOut(3, all);
  return leftOut.flatMap(({ words }) => words.map((word) => `${word.text} ${word.rows}`));
}

const names = `
a qualification in brackets is no fee => 2: 700 -300
Date,Amount (incl. fee)
2026-01-05,-3.00
2026-01-06,7.00

a qualification behind a preposition is no fee => 2: 700 -300
Datum,Betrag abzüglich Gebühren
2026-01-05,-3.00
2026-01-06,7.00

a currency behind a preposition is no direction => EUR 2: 700 -300
Date,Amount in EUR
2026-01-05,-3.00
2026-01-06,7.00

the name of both sides keeps the signs => 2: 700 -300
Date,Withdrawal/Deposit
2026-01-05,-3.00
2026-01-06,7.00

the name of both sides decides nothing without signs => undirected 0,1
Fecha,Debe / Haber
2026-01-05,3.00
2026-01-06,7.00

the abbreviation of both sides decides nothing without signs => undirected 0,1
Date,Dr/Cr
2026-01-05,3.00
2026-01-06,7.00

an unknown column beside debits and credits is not summed => 2: 700 -300
Date,DR,CR,BAL,Points
2026-01-05,3.00,,97.00,1.50
2026-01-06,,7.00,104.00,2.50
`;

describe('by the name of a column,', () => {
  test.each(casesOf(names))('%s', (_, expected, file) => {
    expect(readingOf(file)).toBe(expected);
  });
});

const directions = `
words that name columns of debits and credits are directions => 3: 700 -400
Date,Text,Tipo,Amount
2026-01-05,a,Egreso,3.00
2026-01-06,b,Ingreso,7.00
2026-01-07,c,Egreso,1.00

unknown words are no direction => undirected 0,1,2
Date,Text,Mutation,Amount
2026-01-05,a,Zub,3.00
2026-01-06,b,Zib,7.00
2026-01-07,c,Zub,1.00

an unknown word among known ones leaves out its rows only => 2: 700 -300, undirected 2
Date,Text,Type,Amount
2026-01-05,a,Debit,3.00
2026-01-06,b,Credit,7.00
2026-01-07,c,Zob,1.00

three unknown words of three rows are no direction either => undirected 0,1,2
Date,Text,Type,Amount
2026-01-05,a,Zub zab,3.00
2026-01-06,b,Zib,7.00
2026-01-07,c,Zob,1.00

nor under a name that is not known, beside a text => undirected 0,1,2
Date,Text,Zab,Amount
2026-01-05,a b,Zub,3.00
2026-01-06,c d,Zib,7.00
2026-01-07,e f,Zob,1.00

two words of two rows beside a party may be directions => undirected 0,1
Date,Beneficiary,Zab,Amount
2026-01-05,a b,Zub,3.00
2026-01-06,c d,Zib,7.00

as many texts as rows are no directions beside a text => 3: 1100 0
Date,Text,Zab,Amount
2026-01-05,a b,Zub zab,3.00
2026-01-06,c d,Zib,7.00
2026-01-07,e f,Zob,1.00

as many words as rows are their texts without another text => 3: 1100 0
Date,Zab,Amount
2026-01-05,Zub,3.00
2026-01-06,Zib,7.00
2026-01-07,Zob,1.00

a letter alone is no direction => undirected 0,1,2
2026-01-05,a,S,"3,00"
2026-01-06,b,S,"7,00"
2026-01-07,c,S,"1,00"

a method of payment is no direction => 3: 1100 0
Date,Text,Method,Amount
2026-01-05,a,Card,3.00
2026-01-06,b,Cash,7.00
2026-01-07,c,Card,1.00

the balance decides what unknown words do not => 4: 700 -900
Date,Text,Mutation,Amount,Balance
2026-01-04,o,Zub,5.00,95.00
2026-01-05,a,Zub,3.00,92.00
2026-01-06,b,Zib,7.00,99.00
2026-01-07,c,Zub,1.00,98.00

the balance decides in the order of the newest first => 4: 700 -900
Date,Text,Debit/Credit,Amount,Balance
2026-01-07,c,Debit,1.00,98.00
2026-01-06,b,Credit,7.00,99.00
2026-01-05,a,Debit,3.00,92.00
2026-01-04,o,Debit,5.00,95.00
`;

describe('the direction of an amount without a sign:', () => {
  // The first row has no balance before it, and its word is not known.
  const expectedOf = (name: string, expected: string) =>
    name.startsWith('the balance decides what') ? '3: 700 -400, undirected 0' : expected;
  test.each(casesOf(directions))('%s', (name, expected, file) => {
    expect(readingOf(file)).toBe(expectedOf(name, expected));
  });
});

const rows = `
an opening and a closing balance with dates are totals => 2: 0 -300, total 0,3
Date,Text,Amount
2026-01-01,Solde initial,100.00
2026-01-05,a b,-1.00
2026-01-06,c d,-2.00
2026-01-31,Solde final,97.00

a compound of balance between the rows is a total => 3: 0 -600, total 1,3
Date,Text,Amount
2026-01-05,a b,-1.00
2026-01-05,Abendsaldo,99.00
2026-01-06,c d,-2.00
2026-01-06,Abendsaldo,97.00
2026-01-07,e f,-3.00

the word for a balance alone may be a party => 2: 0 -300, unclear 2
Date,Text,Amount
2026-01-05,a b,-1.00
2026-01-06,c d,-2.00
2026-01-07,Balance,97.00

a turnover with a date may be a payment => 2: 0 -300, unclear 2
Date,Text,Amount
2026-01-05,a b,-1.00
2026-01-06,c d,-2.00
2026-01-07,Обороты,-3.00

a sum of the rows before it with fewer cells may be a total => 2: 0 -300, unclear 2
Date,Ref,Text,Amount
2026-01-05,R1,a b,-1.00
2026-01-06,R2,c d,-2.00
2026-01-07,,Zzz,-3.00

a payment that equals the sum of those before it stays one => 3: 0 -600
Date,Ref,Text,Amount
2026-01-05,R1,a b,-1.00
2026-01-06,R2,c d,-2.00
2026-01-07,R3,e f,-3.00

a payee called Total stays a payment => 2: 0 -500
Date,Text,Amount
2026-01-05,a b,-1.00
2026-01-06,Total,-4.00

a total without a date is left out where day and month are ambiguous => 2: 0 -300, total 1,3
Date;Text;Amount
03/01/2026;a;-1.00
Total;;-1.00
04/02/2026;b;-2.00
Total;;-2.00

a row that leaves the balance as it was may be none => 11: 0 -1100, unclear 2
Date,Ref,Text,Amount,Balance
2026-01-01,R,a,-1.00,99.00
2026-01-02,R,b,-1.00,98.00
2026-01-02,,z,-1.00,98.00
2026-01-03,R,b,-1.00,97.00
2026-01-04,R,b,-1.00,96.00
2026-01-05,R,b,-1.00,95.00
2026-01-06,R,b,-1.00,94.00
2026-01-07,R,b,-1.00,93.00
2026-01-08,R,b,-1.00,92.00
2026-01-09,R,b,-1.00,91.00
2026-01-10,R,b,-1.00,90.00
2026-01-11,R,b,-1.00,89.00

a row after one that does not move the balance by its amount stays a payment => 12: 0 -1200
Date,Ref,Text,Amount,Balance
2026-01-01,R,a,-1.00,99.00
2026-01-02,R,b,-1.00,98.50
2026-01-02,,z,-1.00,98.50
2026-01-03,R,b,-1.00,97.50
2026-01-04,R,b,-1.00,96.50
2026-01-05,R,b,-1.00,95.50
2026-01-06,R,b,-1.00,94.50
2026-01-07,R,b,-1.00,93.50
2026-01-08,R,b,-1.00,92.50
2026-01-09,R,b,-1.00,91.50
2026-01-10,R,b,-1.00,90.50
2026-01-11,R,b,-1.00,89.50

a row before such a row stays one => 12: 0 -1200
Date,Ref,Text,Amount,Balance
2026-01-01,R,a,-1.00,99.00
2026-01-02,R,b,-1.00,98.00
2026-01-02,,z,-1.00,98.00
2026-01-03,R,b,-1.00,97.50
2026-01-04,R,b,-1.00,96.50
2026-01-05,R,b,-1.00,95.50
2026-01-06,R,b,-1.00,94.50
2026-01-07,R,b,-1.00,93.50
2026-01-08,R,b,-1.00,92.50
2026-01-09,R,b,-1.00,91.50
2026-01-10,R,b,-1.00,90.50
2026-01-11,R,b,-1.00,89.50

rows that often leave the balance as it was stay payments => 13: 0 -1300
Date,Ref,Text,Amount,Balance
2026-01-01,R,b,-1.00,99.00
2026-01-02,R,b,-1.00,98.00
2026-01-03,R,b,-1.00,97.00
2026-01-03,,z,-1.00,97.00
2026-01-04,R,b,-1.00,96.00
2026-01-05,R,b,-1.00,95.00
2026-01-06,R,b,-1.00,94.00
2026-01-07,R,b,-1.00,93.00
2026-01-07,,z,-1.00,93.00
2026-01-08,R,b,-1.00,92.00
2026-01-09,R,b,-1.00,91.00
2026-01-10,R,b,-1.00,90.00
2026-01-11,R,b,-1.00,89.00

a payment of another currency with the same balance stays one => EUR 3: 0 -300, USD 1: 0 -500
Date,Ref,Text,Amount,Currency,Balance
2026-01-01,R,a,-1.00,EUR,99.00
2026-01-02,R,b,-1.00,EUR,98.00
2026-01-02,,z,-5.00,USD,98.00
2026-01-03,R,c,-1.00,EUR,90.00

words below the rows do not make a text of the amounts => 2: 700 -300, undated 2
Date,Text,Withdrawals,Deposits
2026-01-05,a,3.00,
2026-01-06,b,,7.00
Summary,,Debit count,Credit count

a row without its last texts is complete => 2: 0 -300
Date,Amount,Currency,Note
2026-01-05,-1.00,EUR,a
2026-01-06,-2.00,EUR

an amount without quotes around its comma shifts the cells: nothing is summed => no sums
Date,Text,Amount,Currency
2026-01-05,a,-1,50,EUR
2026-01-06,b,2,50,EUR
`;

describe('a row that is no payment, or may be none:', () => {
  test.each(casesOf(rows))('%s', (name, expected, file) => {
    expect(readingOf(file)).toBe(name.startsWith('a row without its last') ? `EUR ${expected}` : expected);
  });
});

const states = `
payments that were not carried out => 1: 0 -100, unfinished 1,2,3,4
Date,Text,Status,Amount
2026-01-05,a,Completed,-1.00
2026-01-06,b,Voided,-2.00
2026-01-07,c,Not executed,-3.00
2026-01-08,d,Payment failed,-4.00
2026-01-09,e,Returned,-5.00

a state that is not known => 1: 0 -100, unknown-state 1,2,3
Date,Text,Result,Amount
2026-01-05,a,Success,-1.00
2026-01-06,b,Zabbed,-2.00
2026-01-07,c,Pending,-3.00
2026-01-08,d,Not zabbed,-4.00

a kind of payment that came back moves money => 2: 300 -100
Date,Text,Type,Amount
2026-01-05,a,Transfer,-1.00
2026-01-06,b,Returned,3.00
`;

describe('the state of a payment:', () => {
  test.each(casesOf(states))('%s', (_, expected, file) => {
    expect(readingOf(file)).toBe(expected);
  });
});

const currencies = `
a zero does not have the currency of its row => EUR 1: 700 0, $ 1: 500 0
Date,Debit,Credit
2026-01-05,€0.00,$5.00
2026-01-06,€0.00,€7.00

the signs of currencies that are also words or units => ZAR 2: 123450 -2000
Date,Amount
2026-01-05,"R 1,234.50"
2026-01-06,"-R 20.00"

a code beside its sign => USD 2: 123450 -2000
Date,Amount
2026-01-05,"USD $1,234.50"
2026-01-06,"-USD $20.00"

a short word beside every amount => BS. 2: 123450 -2000
Fecha,Importe
2026-01-05,"Bs. 1.234,50"
2026-01-06,"Bs. -20,00"

hours are no amounts => no sums
Date,Amount
2026-01-05,1.50 h
2026-01-06,2.25 h

directions in brackets and in words => 3: 2000 -125450
Date,Amount
2026-01-05,"1,234.50(Dr)"
2026-01-06,20.00 Credit
2026-01-07,20.00 Debit

other minus signs => 4: 0 -500
Date,Amount
2026-01-05,▲1.00
2026-01-06,‐1.00
2026-01-07,﹣1.00
2026-01-08,'-2.00

an exponent and an ending dash => 2: 12050000 0
Date,Amount
2026-01-05,1.2E+05
2026-01-06,"500.00/-"

names of things are no currencies => 3: 600 0
Date,Asset Name,Amount
2026-01-05,Gold,1.00
2026-01-06,Silver,2.00
2026-01-07,Copper,3.00
`;

describe('currencies and notations:', () => {
  test.each(casesOf(currencies))('%s', (_, expected, file) => {
    const found = readingOf(file).split(', ').toSorted().join();
    expect(found).toBe(expected.split(', ').toSorted().join());
  });
});

describe('the clerk decides', () => {
  const unknown =
    'Date,Text,Mutation,Amount\n2026-01-05,a,Zub,3.00\n2026-01-06,b,Zíb,7.00\n2026-01-07,c,Zub,1.00';
  const unclear = 'Date,Text,Status,Amount\n2026-01-05,a,Zib,-1.00\n2026-01-06,Balance,Done,97.00';

  test('what a word means, asked with the number of its rows', () => {
    expect(wordsOf(unknown)).toEqual(['Zub 2', 'Zíb 1']);
    expect(readingOf(unknown, { zub: 'outgoing', zib: 'incoming' })).toBe('3: 700 -400');
    expect(readingOf(unknown, { zub: 'outgoing' })).toBe('2: 0 -400, undirected 1');
    const nextMonth = unknown.replaceAll('01-0', '02-0').replace('c,Zub', 'c,Zob');
    expect(readingOf(nextMonth, { zub: 'outgoing', zib: 'incoming' })).toBe('2: 700 -300, undirected 2');
    expect(readingOf(unknown, { zub: 'left-out', zib: 'incoming' })).toBe('1: 700 0, total 0,2');
  });

  test('whether rows with a word are payments', () => {
    expect(wordsOf(unclear)).toEqual(['Zib 1', 'Balance 1']);
    expect(readingOf(unclear, { zib: 'counted', balance: 'left-out' })).toBe('1: 0 -100, total 1');
    expect(readingOf(unclear, { zib: 'left-out', balance: 'counted' })).toBe('1: 9700 0, total 0');
  });
});
