/** @file Kinds of rows with known truth: those that belong together, and traps, which only look as if they did. */
import { areLike, type Row, type TruthInventor } from './truth-inventor.ts';

interface Kind {
  /** Number of times in whole files. */
  readonly count: number;
  readonly add: (inventor: TruthInventor) => void;
}

/** A payment, its row in the statement and its row in the ledger. */
interface Payment {
  readonly row: Row;
  readonly paid: Row;
  readonly booked: Row;
}

type Write = (inventor: TruthInventor, payment: Payment, kind: string) => void;

const blank = { reference: '' };
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

const truths: Readonly<Record<string, readonly [count: number, Write]>> = {
  exact: [3_200, (inventor, { paid, booked }, kind) => inventor.add(kind, [paid], [booked])],
  respelled: [
    1_600,
    (inventor, { row, paid, booked }, kind) =>
      inventor.add(kind, [{ ...paid, reference: inventor.respell(row.reference) }], [booked]),
  ],
  embedded: [
    1_300,
    (inventor, { row, paid, booked }, kind) =>
      inventor.add(kind, [{ ...paid, ...blank, text: inventor.inText(row.reference) }], [booked]),
  ],
  'other column': [
    1_200,
    (inventor, { row, paid, booked }, kind) => {
      const reference = `V${100_000 + inventor.ledger.length}`;
      inventor.add(kind, [paid], [{ ...booked, reference, text: inventor.inText(row.reference) }]);
    },
  ],
  missing: [
    1_300,
    (inventor, { paid, booked }, kind) =>
      inventor.add(
        kind,
        [inventor.happens(0.5) ? { ...paid, ...blank } : paid],
        [{ ...booked, ...(inventor.happens(0.5) ? blank : {}) }],
      ),
  ],
  'without name': [
    500,
    (inventor, { paid, booked }, kind) => inventor.add(kind, [{ ...paid, name: '' }], [booked]),
  ],
  swapped: [
    400,
    (inventor, { row, paid, booked }, kind) =>
      inventor.add(kind, [paid], [{ ...booked, reference: inventor.swapDigits(row.reference) }]),
  ],
  split: [
    450,
    (inventor, { row, booked }, kind) => {
      const count = 2 + inventor.below(2);
      const isReferred = inventor.happens(0.7);
      const parts = inventor.parts(row, count).map((part) => ({
        ...inventor.paid(part),
        day: row.day + inventor.below(isReferred ? 25 : 4),
        reference: isReferred ? row.reference : '',
      }));
      inventor.add(kind, parts, [{ ...booked, cents: sumOf(parts) }]);
    },
  ],
  collective: [
    350,
    (inventor, { row, paid }, kind) => {
      const parts = inventor.parts(row, 2 + inventor.below(5));
      addCollective(inventor, paid, parts, kind, [', ', 'Sammelzahlung']);
    },
  ],
  fee: [
    400,
    (inventor, { row, paid, booked }, kind) => {
      const fee = 100 + inventor.below(2_000);
      inventor.add(kind, [{ ...paid, fee, cents: row.cents - fee }], [booked]);
    },
  ],
  'credit note': [
    200,
    (inventor, { row, paid }, kind) => {
      const [first = row, ...others] = inventor.parts(row, 2 + inventor.below(2));
      const credit = { ...first, cents: 500 + inventor.below(4_000) };
      addCollective(inventor, paid, [...others, credit], kind, [' ', 'abzgl. Gutschrift']);
    },
  ],
  return: [
    150,
    (inventor, { row, paid, booked }, kind) => {
      const back = { ...paid, cents: -row.cents, day: row.day + 2, text: 'Rückzahlung' };
      const again = { ...inventor.paid(row), day: row.day + 9 };
      inventor.add(kind, [paid, back, again], [booked]);
    },
  ],
  rent: [
    100,
    (inventor, { row }, kind) => {
      for (let month = 0; month < 4; month += 1) {
        const rent = { ...row, ...blank, day: row.day + month * 30 };
        inventor.add(kind, [inventor.paid(rent)], [inventor.booked(rent)]);
      }
    },
  ],
  'statement only': [
    4_200,
    (inventor, { row, paid }, kind) =>
      inventor.add(kind, [{ ...paid, reference: inventor.happens(0.5) ? '' : row.reference }], []),
  ],
  'ledger only': [200, (inventor, { booked }, kind) => inventor.add(kind, [], [booked])],
};

/** Adds one payment of several invoices, with their references in its text or only a word. */
function addCollective(
  inventor: TruthInventor,
  paid: Row,
  rows: readonly Row[],
  kind: string,
  [separator, word]: readonly [separator: string, word: string],
): void {
  const text = inventor.happens(0.6) ? rows.map(({ reference }) => reference).join(separator) : word;
  inventor.add(
    kind,
    [{ ...paid, ...blank, text, cents: sumOf(rows) }],
    rows.map((row) => inventor.booked(row)),
  );
}

/** A payment, another one, and the row of the payment a few days before. */
interface Lure {
  readonly row: Row;
  readonly other: Row;
  readonly near: Row;
}

type WriteTrap = (
  inventor: TruthInventor,
  lure: Lure,
) => readonly [statement: readonly Row[], ledger: readonly Row[]];

const traps: Readonly<Record<string, readonly [count: number, WriteTrap]>> = {
  'other references': [
    120,
    (inventor, { row, near }) => {
      const parts = inventor.parts(row, 2 + inventor.below(2)).map((part) => ({ ...part, day: row.day }));
      const sum = [{ ...near, cents: sumOf(parts) }];
      return inventor.happens(0.5) ? [parts, sum] : [sum, parts];
    },
  ],
  'next number': [
    120,
    (inventor, { row, near }) => {
      const next = row.reference.replace(/\d+$/, (digits) =>
        String(Number(digits) + 1).padStart(digits.length, '0'),
      );
      const isInText = inventor.happens(0.3);
      const paid = isInText ? { ...row, ...blank, text: inventor.inText(next) } : { ...row, reference: next };
      inventor.skipNumbers(2);
      return [[paid], [near]];
    },
  ],
  'other supplier': [
    80,
    (inventor, { row }) => {
      const name = inventor.otherName(row.name);
      return [[row], [{ ...row, name, day: row.day + inventor.pick([0, 2, 60, 200, 366, 731]) }]];
    },
  ],
  'year apart': [60, (inventor, { row }) => [[row], [{ ...row, day: row.day + 360 + inventor.below(10) }]]],
  separators: [
    60,
    (inventor, { row, near }) => {
      const digits = String(10_000 + inventor.below(89_999));
      const letter = inventor.pick(['K', 'B', '', 'A-']);
      const write = (at: number) => `${letter}${digits.slice(0, at)}-${digits.slice(at)}`;
      return [[{ ...row, reference: write(2) }], [{ ...near, reference: write(3) }]];
    },
  ],
  'fee of another': [
    120,
    (inventor, { row, other, near }) => {
      const fee = 100 + inventor.below(2_000);
      return [[{ ...row, fee, cents: row.cents - fee }], [{ ...near, reference: other.reference }]];
    },
  ],
  'other party': [
    500,
    (inventor, { row, other, near }) => {
      const name = inventor.otherName(row.name);
      const blanks = [{ name: '' }, blank];
      const [one, two] = inventor.happens(0.5) ? blanks : blanks.toReversed();
      return [[{ ...row, ...one }], [{ ...near, name, reference: other.reference, ...two }]];
    },
  ],
  contained: [
    40,
    (inventor, { row, near }) => {
      const digits = row.reference.replace(/\D/g, '');
      return [[{ ...row, reference: `${inventor.below(9) + 1}${digits}` }], [{ ...near, reference: digits }]];
    },
  ],
  'swapped of another': [
    40,
    (inventor, { row, near }) => {
      const reference = inventor.swapDigits(row.reference);
      return [[{ ...row, reference, name: inventor.otherName(row.name) }], [near]];
    },
  ],
  currency: [
    40,
    (inventor, { row, near }) => [
      [{ ...row, currency: 'USD' }],
      [{ ...near, currency: inventor.happens(0.5) ? 'EUR' : '' }],
    ],
  ],
  refund: [40, (_inventor, { row, near }) => [[{ ...row, cents: -row.cents }], [near]]],
  /** The same round amount on one day for several people, none of whom the other file has. */
  salaries: [
    100,
    (inventor, { row }) => {
      const cents = -(1 + inventor.below(8)) * 50_000;
      const people: Row[] = [];
      while (people.length < 10) {
        const person = { ...inventor.invent(), day: row.day, cents, currency: 'EUR' };
        if (!people.some(({ name }) => areLike(name, person.name))) people.push(person);
      }
      return [people.slice(0, 5), people.slice(5).map((person) => ({ ...person, ...blank }))];
    },
  ],
  /** Ten rows of each file with one round amount on one day, whose names have only legal forms in common: 12,000 pairs. */
  'same round amounts': [
    120,
    (inventor, { row }) => {
      const cents = -5_000 * (41 + (inventor.traps.length % 240));
      const inventRow = () => {
        const person = { ...inventor.invent(), day: row.day, cents, currency: 'EUR' };
        return inventor.happens(0.5) ? { ...person, ...blank } : person;
      };
      const wordsOf = ({ name }: Row) => name.split(' ').slice(0, 2);
      const paid = Array.from({ length: 10 }, inventRow);
      const booked: Row[] = [];
      while (booked.length < 10) {
        const person = inventRow();
        const words = wordsOf(person).join(' ');
        if (!paid.some((one) => areLike(wordsOf(one).join(' '), words))) booked.push(person);
      }
      return [paid, booked];
    },
  ],
};

export const trueKinds: readonly Kind[] = Object.entries(truths).map(([kind, [count, write]]) => ({
  count,
  add(inventor) {
    const row = inventor.invent();
    write(inventor, { row, paid: inventor.paid(row), booked: inventor.booked(row) }, kind);
  },
}));

export const trapKinds: readonly Kind[] = Object.entries(traps).map(([kind, [count, write]]) => ({
  count,
  add(inventor) {
    const row = inventor.invent();
    row.cents -= 1 + inventor.below(99);
    const other = inventor.invent();
    const near = { ...row, day: Math.max(0, row.day - inventor.below(4)) };
    inventor.trap(kind, ...write(inventor, { row, other, near }));
  },
}));
