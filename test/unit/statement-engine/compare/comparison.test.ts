import { describe, expect, test } from 'vitest';
import { determineRoles } from '../../../../src/main/statement-engine/columns/roles.ts';
import {
  type Comparison,
  compareTables,
  differenceCodes,
  findSameRows,
} from '../../../../src/main/statement-engine/compare/compare.ts';
import { tableOf } from '../../../fakes/files/text-statement.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

function read(text: string) {
  const table = tableOf(text);
  return { table, roles: determineRoles(table) };
}

function compare(earlier: string, later: string, days: { first: number; last: number } | null = null) {
  return compareTables(read(earlier), read(later), days);
}

type DifferenceKind = keyof typeof differenceCodes;
const isKind = (name: string): name is DifferenceKind => Object.hasOwn(differenceCodes, name);
const kindNames = Object.keys(differenceCodes).filter(isKind);

function countsOf({ kinds }: Pick<Comparison, 'kinds'>): Record<DifferenceKind, number> {
  const counts = { ...none };
  for (const name of kindNames) counts[name] = kinds.filter((kind) => kind === differenceCodes[name]).length;
  return counts;
}

const none = { same: 0, notation: 0, changed: 0, added: 0, removed: 0 };
const header = 'Date,Reference,Counterparty,Amount';

function lines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, '0');
    return `2026-10-${day},PX${100_000 + index},Party ${index % 3},${index * 17 - 90}.25`;
  });
}

const file = (rows: readonly string[], head = header, lineEnd = '\r\n') =>
  `${[head, ...rows].join(lineEnd)}${lineEnd}`;

describe('the comparison of two statements', () => {
  test('finds nothing when only the order of the rows differs, and states that the order differs', () => {
    const rows = lines(40);
    const comparison = compare(file(rows), file(rows.toReversed()));
    expect(countsOf(comparison)).toEqual({ ...none, same: 40 });
    expect(comparison.isReordered).toBe(true);
    expect(compare(file(rows), file(rows)).isReordered).toBe(false);
  });

  test('finds nothing when only separators, quotes, line ends and the order of the columns differ', () => {
    const rows = lines(40);
    const later = rows.map((row) => {
      const [date = '', reference = '', party = '', amount = ''] = row.split(',');
      return [`"${amount}"`, ` ${party} `, reference, date].join(';');
    });
    const comparison = compare(file(rows), file(later, 'Amount;counterparty;REFERENCE;Date', '\n'));
    expect(countsOf(comparison)).toEqual({ ...none, same: 40 });
    expect(comparison.columns.onlyEarlier).toEqual([]);
  });

  test('lists added and removed rows between the rows that they follow', () => {
    const rows = lines(6);
    const added = '2026-10-03,PX900000,New,1.25';
    const comparison = compare(file(rows), file(rows.toSpliced(2, 0, added).toSpliced(4, 1)));
    const kinds = [...comparison.kinds].map((code) =>
      kindNames.find((name) => differenceCodes[name] === code),
    );
    expect(kinds).toEqual(['same', 'same', 'added', 'same', 'removed', 'same', 'same']);
    expect([...comparison.earlierRows]).toEqual([0, 1, -1, 2, 3, 4, 5]);
    expect([...comparison.laterRows]).toEqual([0, 1, 2, 3, -1, 4, 5]);
  });

  test('counts an amount or a date in another notation as the same value, and a currency or time as a change', () => {
    const head = 'Date,Reference,Amount,Booked';
    const earlier = [
      '2026-10-01,PX1,"1,234.50",2026-10-01 10:00:00',
      '2026-10-13,PX2,5.00 EUR,2026-10-13 10:00:00',
      '2026-10-14,PX3,(7.00),2026-10-14 10:00:00',
      '2026-10-15,PX4,8.00,2026-10-15 10:00:00',
    ];
    const later = [
      '01/10/2026,PX1,1234.5,2026-10-01 10:00:00',
      '13/10/2026,PX2,5.00 USD,2026-10-13 10:00:00',
      '14/10/2026,PX3,-7.00,2026-10-14 10:00:00',
      '15/10/2026,PX4,8.0,2026-10-15 11:00:00',
    ];
    const comparison = compare(file(earlier, head), file(later, head));
    expect(countsOf(comparison)).toEqual({ ...none, notation: 2, changed: 2 });
    expect(comparison.changedCells).toEqual([0, 0, 1, 1]);
  });

  test('counts another case, accent or leading zero as a change', () => {
    const head = 'Date,Reference,Counterparty,Account,Amount';
    const rows = (party: string, account: string) => [
      ...Array.from({ length: 8 }, (_, index) => `2026-10-02,PX${index},Other,7${index},1.25`),
      `2026-10-02,PX99,${party},${account},1.25`,
    ];
    const earlier = file(rows('Müller', '0012'), head);
    for (const later of [rows('Muller', '0012'), rows('MÜLLER', '0012'), rows('Müller', '12')])
      expect(countsOf(compare(earlier, file(later, head)))).toEqual({ ...none, same: 8, changed: 1 });
  });

  test('matches rows by all columns with their multiplicity when references repeat', () => {
    const twins = Array.from({ length: 5 }, () => '2026-10-02,PX7,Bank,1.25');
    const comparison = compare(file([...lines(3), ...twins]), file([...twins.slice(2), ...lines(3)]));
    expect(comparison.key).toEqual({ position: null, reason: 'repeated' });
    expect(countsOf(comparison)).toEqual({ ...none, same: 6, removed: 2 });
  });

  test('compares only the days of both periods and counts the rows outside', () => {
    const comparison = compare(
      file(['2026-09-30,PX1,A,1.25', '2026-10-01,PX2,A,2.25', ',PX3,Total,3.25']),
      file(['2026-10-01,PX2,A,2.25', ',PX3,Total,3.25', '2026-10-02,PX4,A,4.25', ',,,']),
      { first: 20_261_001, last: 20_261_001 },
    );
    expect(countsOf(comparison)).toEqual({ ...none, same: 2 });
    expect(comparison).toMatchObject({
      days: 'overlap',
      outside: { earlier: 1, later: 1 },
      blank: { earlier: 0, later: 1 },
    });
  });

  test('compares all rows of statements without dates, and states it', () => {
    const undated = file(['X,1.25'], 'Reference,Amount');
    expect(compare(undated, undated, { first: 20_261_001, last: 20_261_001 }).days).toBe('undated');
  });

  test('lists the columns that only one statement has, and matches other names by role', () => {
    const comparison = compare(
      file(['2026-10-01,PX1,5.25,note'], 'Date,Reference,Amount,Note'),
      file(['2026-10-01;PX1;5.25;EUR'], 'Buchungstag;Referenz;Betrag;Währung'),
    );
    expect(comparison.columns.onlyEarlier).toEqual([3]);
    expect(comparison.columns.onlyLater).toEqual([3]);
    expect(countsOf(comparison)).toEqual({ ...none, same: 1 });
  });
});

describe('the comparison of a file that was issued again', () => {
  type Issued = readonly [amount: number, purpose?: string, off?: number];
  /** Rows with running balances; `references` of each row or none, the newest first or last. */
  function issue(bookings: readonly Issued[], { hasReferences = false, isNewestFirst = false } = {}): string {
    let balance = 1_000;
    const rows = bookings.map(([amount, purpose = 'Order', off = 0]) => {
      balance += amount;
      const reference = hasReferences ? `PX${70_000 + amount}` : '';
      return `2026-10-${10 + Math.floor(amount / 10)},${reference},Party,${purpose},${amount}.25,${balance + off}.25`;
    });
    return file(
      isNewestFirst ? rows.toReversed() : rows,
      'Date,Reference,Counterparty,Purpose,Amount,Balance',
    );
  }
  const [purpose, balance] = [3, 5];
  const bookings = [11, 25, 25, 38, 52, 67, 90].map((amount): Issued => [amount]);
  const inserted = bookings.toSpliced(3, 0, [31]);

  test.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])(
    'shows an inserted row as one new row (references %s, newest first %s)',
    (hasReferences, isNewestFirst) => {
      const options = { hasReferences, isNewestFirst };
      const comparison = compare(issue(bookings, options), issue(inserted, options));
      expect(countsOf(comparison)).toEqual({ ...none, same: 7, added: 1 });
      const sameRows = findSameRows(read(issue(bookings, options)), read(issue(inserted, options)));
      const laterRows = isNewestFirst ? [0, 1, 2, 3, 5, 6, 7] : [0, 1, 2, 4, 5, 6, 7];
      expect([...sameRows]).toEqual(laterRows.map((row, earlierRow) => [earlierRow, row]));
    },
  );

  test.each([
    ['one balance', bookings.with(4, [52, 'Order', 9]), { same: 6, changed: 1 }, [balance]],
    ['all balances', bookings.map(([amount]): Issued => [amount, 'Order', 9]), { changed: 7 }, [balance]],
    [
      'one balance behind a new row',
      inserted.with(6, [67, 'Order', 9]),
      { same: 6, changed: 1, added: 1 },
      [balance],
    ],
    [
      'the purpose of a row without a reference',
      bookings.with(5, [67, 'Other']),
      { same: 6, changed: 1 },
      [purpose],
    ],
    [
      'the purpose of a row behind a new row',
      inserted.with(6, [67, 'Other']),
      { same: 6, changed: 1, added: 1 },
      [purpose, balance],
    ],
    ['an amount', bookings.with(6, [91]), { same: 6, added: 1, removed: 1 }, []],
  ])('shows what other rows do not explain: %s', (_, later, counts, changedColumns) => {
    const comparison = compare(issue(bookings), issue(later));
    expect(countsOf(comparison)).toEqual({ ...none, ...counts });
    const changed = comparison.columns.pairs.filter((_, index) => comparison.changedCells[index] !== 0);
    expect(changed.map(({ earlier }) => earlier)).toEqual(changedColumns);
  });

  test('has no unchanged rows under other columns', () => {
    const other = issue(bookings).replace('Purpose', 'Weight');
    expect(findSameRows(read(issue(bookings)), read(other))).toEqual(new Map());
  });

  test.each(['Date,Counterparty,Purpose', 'Amount,Counterparty,Purpose'])(
    'pairs no rows by name alone: %s',
    (head) => {
      const rows = (purpose: string) => file([`2.25,Bank,${purpose}`, '5.25,Bank,Fee'], head);
      expect(countsOf(compare(rows('One'), rows('Two')))).toEqual({ ...none, same: 1, added: 1, removed: 1 });
    },
  );
});

type Random = ReturnType<typeof createNumbers>;
interface Booking {
  readonly day: number;
  readonly reference: string;
  readonly party: string;
  readonly cents: number;
}

function randomBooking(random: Random, isKeyed: boolean, index: number): Booking {
  return {
    day: 1 + random(28),
    reference: random(12) === 0 ? '' : `PX${isKeyed && random(20) > 0 ? 1000 + index : random(6)}`,
    party: ['Bank', 'bank', 'Bänk', 'A, B', 'say "x"', ' two  blanks'][random(6)] ?? '',
    cents: random(4) === 0 ? random(300) : 100_000 + random(3) * 50,
  };
}

/** Another version of the bookings: rows are removed, repeated, changed and moved. */
function reissue(random: Random, bookings: readonly Booking[], isKeyed: boolean): Booking[] {
  const changed = bookings.flatMap((booking, index): Booking[] => {
    const draw = random(20);
    if (draw === 0) return [];
    if (draw === 1) return [booking, booking];
    if (draw === 2) return [{ ...booking, cents: booking.cents + 50 }];
    if (draw === 3) return [randomBooking(random, isKeyed, 5000 + index), booking];
    return [booking];
  });
  for (let index = changed.length - 1; index > 0 && random(2) === 0; index -= 1) {
    const other = random(index + 1);
    const [one, two] = [changed[index], changed[other]];
    if (one !== undefined && two !== undefined) [changed[index], changed[other]] = [two, one];
  }
  return changed;
}

/** Writes the bookings; amounts and dates vary in notation. */
function write(
  random: Random,
  bookings: readonly Booking[],
  separator: string,
): { csv: string; texts: string[][] } {
  const varies = random(2) === 0;
  const isIso = random(2) === 0;
  const texts = bookings.map(({ day, reference, party, cents }) => {
    const plain = (cents / 100).toFixed(2);
    const grouped = plain.replace(/(\d)(\d{3}\.)/, '$1,$2');
    const dayText = String(day).padStart(2, '0');
    return [
      isIso ? `2026-10-${dayText}` : `${dayText}/10/2026`,
      reference,
      party.trim(),
      varies && random(3) === 0 ? grouped : plain,
    ];
  });
  const quoteCell = (text: string) =>
    text.includes(separator) || text.includes('"') || random(15) === 0
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const rows = texts.map((cells) => cells.map(quoteCell).join(separator));
  return { csv: [header.replaceAll(',', separator), ...rows].join(random(2) === 0 ? '\n' : '\r\n'), texts };
}

/** Takes the elements that both lists have, with their multiplicity, out of both; returns their number. */
function takeCommon<Row>(one: Row[], other: Row[], keyOf: (row: Row) => string): number {
  const others = Map.groupBy(other.splice(0), keyOf);
  let common = 0;
  for (const row of one.splice(0)) {
    const key = keyOf(row);
    if (key !== '' && others.get(key)?.pop() !== undefined) common += 1;
    else one.push(row);
  }
  other.push(...[...others.values()].flat());
  return common;
}

/** The comparison of two random tables, with their texts and the canonical form of a row. */
function compareRandom(seed: number) {
  const random = createNumbers(seed * 7_919 + 1);
  const isKeyed = random(2) === 0;
  const bookings = Array.from({ length: 20 + random(60) }, (_, index) =>
    randomBooking(random, isKeyed, index),
  );
  const earlier = write(random, bookings, ',');
  const later = write(random, reissue(random, bookings, isKeyed), random(3) === 0 ? ';' : ',');
  const comparison = compare(earlier.csv, later.csv);
  const kinds = comparison.columns.pairs.map(({ kind }) => kind);
  const canonicalOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        if (kinds[column] === 'number') return cell.replaceAll(',', '');
        return kinds[column] === 'date' ? cell.split(/[-/]/).toSorted().join('-') : cell;
      })
      .join('|');
  return { comparison, earlier: earlier.texts, later: later.texts, canonicalOf };
}

type RandomComparison = ReturnType<typeof compareRandom>;

/** The counts of a comparison that looks for every row in the whole other list. */
function countNaively({ comparison, earlier, later, canonicalOf }: RandomComparison) {
  const one = [...earlier];
  const other = [...later];
  const referenceOf = ([, reference = '']: readonly string[]) => reference;
  return {
    same: takeCommon(one, other, (cells) => cells.join('|')),
    notation: takeCommon(one, other, canonicalOf),
    changed: comparison.key.position === null ? 0 : takeCommon(one, other, referenceOf),
    added: other.length,
    removed: one.length,
  };
}

/** Rows that are missing, repeated, or not what the comparison calls them. */
function findMistakes({ comparison, earlier, later, canonicalOf }: RandomComparison): string[] {
  const mistakes: string[] = [];
  for (const [rows, texts] of [
    [comparison.earlierRows, earlier],
    [comparison.laterRows, later],
  ] as const) {
    const listed = [...rows].filter((row) => row >= 0).toSorted((a, b) => a - b);
    if (listed.join() !== [...texts.keys()].join()) mistakes.push(`rows ${listed.join()}`);
  }
  for (const [index, kind] of comparison.kinds.entries()) {
    const one = earlier[comparison.earlierRows[index] ?? -1];
    const other = later[comparison.laterRows[index] ?? -1];
    if (one === undefined || other === undefined) continue;
    const isSame = one.join('|') === other.join('|');
    const isSameValue = canonicalOf(one) === canonicalOf(other);
    const isRight =
      isSame === (kind === differenceCodes.same) &&
      isSameValue === (kind !== differenceCodes.changed) &&
      (kind !== differenceCodes.changed || one[1] === other[1]);
    if (!isRight) mistakes.push(`${kind}: ${one.join()} / ${other.join()}`);
  }
  return mistakes;
}

test('the counts are those of a naive comparison of multisets, in random tables with twins, moved rows and other notations', () => {
  const sums = { ...none };
  let keyed = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const random = compareRandom(seed);
    const counts = countsOf(random.comparison);
    expect(counts, `seed ${seed}`).toEqual(countNaively(random));
    expect(findMistakes(random), `seed ${seed}`).toEqual([]);
    for (const kind of kindNames) sums[kind] += counts[kind];
    if (random.comparison.key.position !== null) keyed += 1;
  }
  // Every kind of difference and both ways of matching occur often.
  expect(Math.min(...Object.values(sums))).toBeGreaterThan(100);
  expect(Math.min(keyed, 200 - keyed)).toBeGreaterThan(25);
});
