/** @file What a file does not say is not guessed: amounts without a known sign, and rows that may be no payments, are in no sum. */
import { describe, expect, test } from 'vitest';
import type { WordMeaning } from '../../../../src/shared/model/statements/open-statement.ts';
import { casesOf, datedFile, type StatementText, sessionOf } from '../../../fakes/files/text-statement.ts';
import { rowsOf } from '../../rows-of.ts';

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

/** The name of the column, the first of two amounts, and what is read. */
const names = `
a qualification in brackets is no fee => Amount (incl. fee) => -3.00 => 2: 700 -300
a qualification behind a preposition is no fee => Betrag abzüglich Gebühren => -3.00 => 2: 700 -300
a currency behind a preposition is no direction => Amount in EUR => -3.00 => EUR 2: 700 -300
the name of both sides keeps the signs => Withdrawal/Deposit => -3.00 => 2: 700 -300
the name of both sides decides nothing without signs => Debe / Haber => 3.00 => undirected 0,1
the abbreviation of both sides decides nothing without signs => Dr/Cr => 3.00 => undirected 0,1
an unknown column beside debits and credits is not summed => DR,CR,BAL,Points => 3.00,,97.00,1.50 => 2: 700 -300
`;

describe('by the name of a column,', () => {
  test.each(rowsOf(names))('%s', (_, columns = '', first = '', expected) => {
    const second = columns.startsWith('DR,') ? ',7.00,104.00,2.50' : '7.00';
    expect(readingOf(datedFile(columns, [first, second]))).toBe(expected);
  });
});

/** The columns before the amount, the words in the last of them, and what is read. */
const directions = `
words that name columns of debits and credits are directions => Text,Tipo => Egreso|Ingreso|Egreso => 3: 700 -400
unknown words are no direction => Text,Mutation => Zub|Zib|Zub => undirected 0,1,2
an unknown word among known ones leaves out its rows only => Text,Type => Debit|Credit|Zob => 2: 700 -300, undirected 2
three unknown words of three rows are no direction either => Text,Type => Zub zab|Zib|Zob => undirected 0,1,2
nor under a name that is not known, beside a text => Text,Zab => Zub|Zib|Zob => undirected 0,1,2
two words of two rows beside a party may be directions => Beneficiary,Zab => Zub|Zib => undirected 0,1
as many texts as rows are no directions beside a text => Text,Zab => Zub zab|Zib|Zob => 3: 1100 0
as many words as rows are their texts without another text => Zab => Zub|Zib|Zob => 3: 1100 0
a method of payment is no direction => Text,Method => Card|Cash|Card => 3: 1100 0
`;

const otherDirections = `
a letter alone is no direction => undirected 0,1,2
2026-01-05,a,S,"3,00"
2026-01-06,b,S,"7,00"
2026-01-07,c,S,"1,00"

the balance decides what unknown words do not => 3: 700 -400, undirected 0
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
  test.each(rowsOf(directions))('%s', (_, columns = '', words = '', expected) => {
    const texts = columns.includes(',') ? ['a b,', 'c d,', 'e f,'] : ['', '', ''];
    const rows = words.split('|').map((word, row) => `${texts[row]}${word},${[3, 7, 1][row]}.00`);
    expect(readingOf(datedFile(`${columns},Amount`, rows))).toBe(expected);
  });

  test.each(casesOf(otherDirections))('%s', (_, expected, file) => {
    expect(readingOf(file)).toBe(expected);
  });
});

/** The columns, rows after two payments, and what is read. */
const lastRows = `
the word for a balance alone may be a party => Text,Amount => Balance,97.00 => 2: 0 -300, unclear 2
a turnover with a date may be a payment => Text,Amount => Обороты,-3.00 => 2: 0 -300, unclear 2
a sum of the rows before it with fewer cells may be a total => Ref,Text,Amount => ,Zzz,-3.00 => 2: 0 -300, unclear 2
a payment that equals the sum of those before it stays one => Ref,Text,Amount => R3,e f,-3.00 => 3: 0 -600
a payee called Total stays a payment => Text,Amount => Total,-4.00 => 3: 0 -700
`;

const otherRows = `
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

a total without a date is left out where day and month are ambiguous => 2: 0 -300, total 1,3
Date;Text;Amount
03/01/2026;a;-1.00
Total;;-1.00
04/02/2026;b;-2.00
Total;;-2.00

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

a row without its last texts is complete => EUR 2: 0 -300
Date,Amount,Currency,Note
2026-01-05,-1.00,EUR,a
2026-01-06,-2.00,EUR

an amount without quotes around its comma shifts the cells: nothing is summed => no sums
Date,Text,Amount,Currency
2026-01-05,a,-1,50,EUR
2026-01-06,b,2,50,EUR
`;

/** By how much the balance falls at each payment of 1.00; one that leaves it as it was has no reference and another text. */
const falls = `
a row that leaves the balance as it was may be none => 1 1 0 1 1 1 1 1 1 1 1 1 => 11: 0 -1100, unclear 2
a row after one that does not move the balance by its amount stays a payment => 1 .5 0 1 1 1 1 1 1 1 1 1 => 12: 0 -1200
a row before such a row stays one => 1 1 0 .5 1 1 1 1 1 1 1 1 => 12: 0 -1200
rows that often leave the balance as it was stay payments => 1 1 1 0 1 1 1 1 0 1 1 1 1 => 13: 0 -1300
`;

describe('a row that is no payment, or may be none:', () => {
  test.each(rowsOf(lastRows))('%s', (_, columns = '', last = '', expected) => {
    const before = ['a b,-1.00', 'c d,-2.00'].map((row, at) =>
      columns.startsWith('Ref') ? `R${at + 1},${row}` : row,
    );
    expect(readingOf(datedFile(columns, [...before, last]))).toBe(expected);
  });

  test.each(casesOf(otherRows))('%s', (_, expected, file) => {
    expect(readingOf(file)).toBe(expected);
  });

  test.each(rowsOf(falls))('%s', (_, list = '', expected) => {
    let balance = 100;
    const rows = list.split(' ').map((fall) => {
      balance -= Number(fall);
      return `${fall === '0' ? ',z' : 'R,b'},-1.00,${balance.toFixed(2)}`;
    });
    expect(readingOf(datedFile('Ref,Text,Amount,Balance', rows))).toBe(expected);
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

/** The cells of a column of amounts, and what is read. */
const notations = `
the signs of currencies that are also words or units => R 1,234.50 | -R 20.00 => ZAR 2: 123450 -2000
a code beside its sign => USD $1,234.50 | -USD $20.00 => USD 2: 123450 -2000
a short word beside every amount => Bs. 1.234,50 | Bs. -20,00 => BS. 2: 123450 -2000
hours are no amounts => 1.50 h | 2.25 h => no sums
directions in brackets and in words => 1,234.50(Dr) | 20.00 Credit | 20.00 Debit => 3: 2000 -125450
other minus signs => ▲1.00 | ‐1.00 | ﹣1.00 | '-2.00 => 4: 0 -500
an exponent and an ending dash => 1.2E+05 | 500.00/- => 2: 12050000 0
`;

describe('currencies and notations:', () => {
  test.each(rowsOf(notations))('%s', (_, cells = '', expected) => {
    const rows = cells.split(' | ').map((cell) => `"${cell}"`);
    expect(readingOf(datedFile('Amount', rows))).toBe(expected);
  });

  test('a zero does not have the currency of its row', () => {
    const read = readingOf(datedFile('Debit,Credit', ['€0.00,$5.00', '€0.00,€7.00']));
    expect(read.split(', ').toSorted()).toEqual(['$ 1: 500 0', 'EUR 1: 700 0']);
  });

  test('names of things are no currencies', () => {
    expect(readingOf(datedFile('Asset Name,Amount', ['Gold,1.00', 'Silver,2.00', 'Copper,3.00']))).toBe(
      '3: 600 0',
    );
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
