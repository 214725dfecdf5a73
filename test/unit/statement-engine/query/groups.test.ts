/** @file Groups of a statement's rows: their figures, the rows they leave out, and the filter for the rows of a group. */
import { describe, expect, test } from 'vitest';
import type { StatementSession } from '../../../../src/main/statement-engine/process/session.ts';
import type { CurrencySum } from '../../../../src/shared/model/statements/open-statement.ts';
import type {
  GroupFilter,
  GroupKey,
  GroupQuery,
  RowGroup,
} from '../../../../src/shared/model/statements/statement-groups.ts';
import { sessionOf, viewOf } from '../../../fakes/files/text-statement.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

function queryOf(keys: readonly GroupKey[], values: Partial<GroupQuery> = {}): GroupQuery {
  return { amount: 3, keys: [...keys], share: 'outgoing', sort: { by: 'rows', descending: true }, ...values };
}

const cell = (column: number): GroupKey => ({ kind: 'cell', column });
const date = (unit: Extract<GroupKey, { kind: 'date' }>['unit']): GroupKey => ({
  kind: 'date',
  column: 0,
  unit,
});

/** Returns all groups, over all pages. */
function groupsOf(session: StatementSession, query: GroupQuery): RowGroup[] {
  const groups: RowGroup[] = [];
  for (;;) {
    const page = session.groups(query, groups.length, 200);
    groups.push(...page.groups);
    if (groups.length >= page.total) return groups;
  }
}

interface PlainRow {
  readonly date: string;
  readonly name: string;
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint | null;
}

const header = 'Date,Name,Currency,Amount';
const names = ['Ashgrove', 'ASHGROVE', ' Kärcher ', 'Karcher', '"Škoda ""a.s."""', '株式会社', '', 'x'];
/** What the names have in common when case, accents, quotes and outer blanks do not count. */
const foldedNames = ['ashgrove', 'ashgrove', 'karcher', 'karcher', 'skoda a.s.', '株式会社', '', 'x'];
const foldedNameOf = ({ name }: PlainRow) => foldedNames[names.indexOf(name)] ?? '';

function formatAmount(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function randomRows(random: (below: number) => number, hasLarge: boolean): PlainRow[] {
  const twoDigits = (below: number) => String(1 + random(below)).padStart(2, '0');
  return Array.from({ length: 50 + random(400) }, () => {
    const isLarge = hasLarge && random(3) === 0;
    // Some amounts are beyond the range of doubles, others only their sums.
    const factor = random(2) === 0 ? 9_000_000_000n : 4_000_000n;
    const size = isLarge ? BigInt(random(2 ** 31)) * factor + 7n : BigInt(random(2_000_000));
    return {
      date: `202${random(8)}-${twoDigits(12)}-${twoDigits(28)}`,
      name: names[random(names.length)] ?? '',
      currency: ['EUR', 'usd', 'JPY'][random(3)] ?? '',
      amount: random(20) === 0 ? null : random(2) === 0 ? size : -size,
    };
  });
}

const lineOf = ({ date: day, name, currency, amount }: PlainRow) =>
  [day, name, currency, amount === null ? '' : formatAmount(amount)].join(',');

/** Adds the amounts with big integers, in a map from key to figures. */
function addPlainly(rows: readonly PlainRow[], keyOf: (row: PlainRow) => string) {
  const groups = Map.groupBy(
    rows.filter(({ amount }) => amount !== null),
    keyOf,
  );
  const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
  return new Map(
    [...groups].map(([key, group]) => {
      const amounts = group.map(({ amount }) => amount ?? 0n);
      const incoming = add(amounts.filter((amount) => amount >= 0n));
      const outgoing = add(amounts.filter((amount) => amount < 0n));
      return [key, [amounts.length, incoming, outgoing, incoming + outgoing].map(String)];
    }),
  );
}

const figuresOf = ({ rows, incoming, outgoing, net }: CurrencySum) =>
  [rows, incoming, outgoing, net].map(String);

/** Adds the figures of groups or sums by currency: rows, incoming, outgoing, net. */
function addSums(groups: readonly CurrencySum[]) {
  return Object.fromEntries(
    [...Map.groupBy(groups, ({ currency }) => currency)].map(([currency, found]) => [
      currency,
      [0, 1, 2, 3].map((index) =>
        found.reduce((sum, group) => sum + BigInt(figuresOf(group)[index] ?? 0), 0n),
      ),
    ]),
  );
}

describe('the figures of groups', () => {
  test.each([
    ['amounts of any size', true, 7],
    ['amounts within doubles', false, 3],
  ])('equal sums of big integers in random statements with %s', (_, hasLarge, seed) => {
    const random = createNumbers(seed);
    const cases: [GroupKey[], (row: PlainRow) => string][] = [
      [[cell(1)], (row) => `${foldedNameOf(row)} ${row.currency}`],
      [
        [date('month'), { kind: 'sign' }],
        (row) => `${row.date.slice(0, 7)} ${Math.sign(Number(row.amount))} ${row.currency}`,
      ],
      [[cell(1), date('year')], (row) => `${foldedNameOf(row)} ${row.date.slice(0, 4)} ${row.currency}`],
    ];
    for (let turn = 0; turn < 8; turn += 1) {
      const rows = randomRows(random, hasLarge);
      const session = sessionOf([header, ...rows.map(lineOf)]);
      const rowAt = (row: number) => rows[row] ?? { date: '', name: '', currency: '', amount: null };
      for (const [keys, keyOf] of cases) {
        const groups = groupsOf(session, queryOf(keys));
        const found = new Map(groups.map((group) => [keyOf(rowAt(group.row)), figuresOf(group)]));
        expect(found).toEqual(addPlainly(rows, keyOf));
        expect(addSums(groups)).toEqual(addSums(session.sums(3, { kind: 'all' })));
      }
    }
  });

  test('are those of the rows in view', () => {
    const lines = ['2026-01-05,A,EUR,1.00', '2026-01-06,B,EUR,-2.00', '2026-01-07,A,EUR,4.00'];
    const session = sessionOf([header, ...lines]);
    session.setView(viewOf({ kind: 'between', column: 3, from: 0, to: 200 }));
    const page = session.groups(queryOf([cell(1)]), 0, 200);
    expect(page).toMatchObject({ total: 1, grouped: 1, of: 1 });
    expect(page.groups).toMatchObject([{ keys: ['A'], rows: 1, incoming: '100' }]);
  });

  test('count rows without a column of amounts', () => {
    const session = sessionOf('Date,Name\n2026-01-05,A\n2026-01-06,B\n2026-01-07,a\n,\n2026-01-08,A');
    const page = session.groups(queryOf([cell(1)], { amount: null, share: 'rows' }), 0, 200);
    expect(page.groups.map(({ keys, rows, share }) => [keys, rows, share])).toEqual([
      [['A'], 3, 750],
      [['B'], 1, 250],
    ]);
    expect(page).toMatchObject({ of: 5, grouped: 4, withoutAmount: 1 });
  });
});

test('rows that are not summed are in no group, and are counted by reason', () => {
  const session = sessionOf([
    'Date,Name,Currency,Amount,Status',
    '2026-01-05,A,EUR,1.00,done',
    'Date,Name,Currency,Amount,Status',
    '2026-01-06,A,EUR,2.00,declined',
    '2026-01-07,A,EUR,,done',
    '2026-01-08,A,EUR,4.00,done',
    '2026-01-09,A,EUR,8.00,done',
    '2026-01-10,B,EUR,7.00,done',
    '2026-01-11,B,EUR,nothing,done',
    '2026-01-12,B,EUR,16.00,done',
    '2026-01-12,B',
    ',Total,EUR,36.00,',
  ]);
  const page = session.groups(queryOf([cell(1)]), 0, 200);
  const { sums, leftOut, unread } = session.sumsWithLeftOut(3, { kind: 'all' });
  expect(page).toMatchObject({ leftOut, unread, grouped: 5, of: 11, withoutAmount: 1 });
  expect(leftOut.map(({ reason, count }) => `${count} ${reason}`)).toEqual(
    ['header', 'total', 'odd', 'unfinished'].map((reason) => `1 ${reason}`),
  );
  expect(page.groups.map(({ keys, net }) => `${keys[0]} ${net}`)).toEqual(['A 1300', 'B 2300']);
  expect(sums).toMatchObject([{ net: '3600' }]);
  expect(unread.cells).toBe(1);
});

describe('dates', () => {
  test.each([
    ['2018-12-30', '2018-W52'],
    ['2018-12-31', '2019-W01'],
    ['2020-12-31', '2020-W53'],
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2023-01-01', '2022-W52'],
    ['2024-12-29', '2024-W52'],
    ['2024-12-30', '2025-W01'],
    ['2027-01-01', '2026-W53'],
  ])('%s is in week %s of ISO 8601', (day, week) => {
    const session = sessionOf([header, `${day},A,EUR,1.00`]);
    expect(groupsOf(session, queryOf([date('week')]))[0]?.keys).toEqual([week]);
  });

  test.each([
    ['day', ['2026-01-31', '2026-02-01', '2026-04-01', '2027-04-01']],
    ['month', ['2026-01', '2026-02', '2026-04', '2027-04']],
    ['quarter', ['2026-Q1', '2026-Q2', '2027-Q2']],
    ['year', ['2026', '2027']],
  ] as const)('are grouped by %s, in order', (unit, expected) => {
    const days = ['2027-04-01', '2026-02-01', '2026-01-31', '2026-04-01'];
    const session = sessionOf([header, ...days.map((day) => `${day},A,EUR,1.00`)]);
    const groups = groupsOf(session, queryOf([date(unit)], { sort: { by: 'key', descending: false } }));
    expect(groups.map(({ keys }) => keys[0])).toEqual(expected);
  });

  test('far apart are grouped as well', () => {
    const days = ['1900-05-01', '2999-01-05', '1900-05-02'];
    const session = sessionOf([header, ...days.map((day) => `${day},A,EUR,1.00`)]);
    const groups = groupsOf(session, queryOf([date('month')], { sort: { by: 'key', descending: false } }));
    expect(groups.map(({ keys, rows }) => `${keys[0]} ${rows}`)).toEqual(['1900-05 2', '2999-01 1']);
  });
});

describe('shares', () => {
  const lines = [
    header,
    '2026-01-05,A,EUR,-1.00',
    '2026-01-05,B,EUR,-2.00',
    '2026-01-05,C,EUR,0.50',
    '2026-01-05,A,USD,-9.00',
  ];

  test.each([
    ['are thousandths of the currency', 'outgoing', ['A USD 1000', 'B EUR 667', 'A EUR 333', 'C EUR 0']],
    [
      'of net exist only where nets have one sign',
      'net',
      ['A EUR null', 'A USD 1000', 'B EUR null', 'C EUR null'],
    ],
  ] as const)('%s', (_, share, expected) => {
    const sort = { by: share === 'net' ? 'key' : share, descending: false } as const;
    const groups = groupsOf(sessionOf(lines), queryOf([cell(1)], { share, sort }));
    expect(groups.map((group) => `${group.keys[0]} ${group.currency} ${group.share}`)).toEqual(expected);
  });
});

describe('the order of groups', () => {
  const lines = [
    header,
    '2026-01-05,b,EUR,-1.00',
    '2026-01-05,,EUR,5.00',
    '2026-01-06,A,EUR,-3.00',
    '2026-01-06,A,EUR,90071992547409.93',
    '2026-01-06,c,EUR,90071992547409.92',
  ];
  test.each([
    ['key', false, ['A', 'b', 'c', '']],
    ['key', true, ['c', 'b', 'A', '']],
    ['rows', true, ['A', 'b', '', 'c']],
    ['outgoing', false, ['A', 'b', '', 'c']],
    ['incoming', true, ['A', 'c', '', 'b']],
    ['net', true, ['c', 'A', '', 'b']],
    ['share', true, ['A', 'b', '', 'c']],
  ] as const)('by %s, descending: %s', (by, descending, expected) => {
    const groups = groupsOf(sessionOf(lines), queryOf([cell(1)], { sort: { by, descending } }));
    expect(groups.map(({ keys }) => keys[0])).toEqual(expected);
  });
});

describe('the filter of a group', () => {
  test.each<[string, GroupKey[]]>([
    ['a cell', [cell(1)]],
    ['a month and a sign', [date('month'), { kind: 'sign' }]],
    ['a cell and a day', [cell(1), date('day')]],
  ])('means exactly its rows, for %s', (_, keys) => {
    const random = createNumbers(11);
    const rows = randomRows(random, true);
    const session = sessionOf([header, ...rows.map(lineOf), ',Total,EUR,1.00']);
    const query = queryOf(keys);
    for (const group of groupsOf(session, query)) {
      const filter: GroupFilter = { kind: 'group', amount: 3, keys, row: group.row };
      const { rows: count } = session.setView(viewOf(filter));
      expect(count).toBe(group.rows);
      expect(session.sums(3, { kind: 'view' }).map(figuresOf)).toEqual([figuresOf(group)]);
      expect(session.groups(query, 0, 200).groups).toMatchObject([{ keys: group.keys, rows: group.rows }]);
    }
  });

  test('of a row beyond the statement has no rows', () => {
    const session = sessionOf([header, '2026-01-05,A,EUR,1.00']);
    const filter: GroupFilter = { kind: 'group', amount: 3, keys: [cell(1)], row: 5 };
    expect(session.setView(viewOf(filter)).rows).toBe(0);
  });
});

test('more groups than the limit are not listed, and their rows are counted', () => {
  const count = 200_001;
  const lines = Array.from({ length: count }, (_, row) => `2026-01-05,${row},EUR,1.00`);
  const session = sessionOf([header, ...lines]);
  expect(session.groups(queryOf([cell(1)]), 0, 200)).toMatchObject({
    groups: [],
    total: 0,
    hasTooMany: true,
    grouped: count,
  });
  session.setView(viewOf({ kind: 'rows', rows: [0, 5] }));
  expect(session.groups(queryOf([cell(1)]), 0, 200)).toMatchObject({ total: 2, hasTooMany: false });
});
