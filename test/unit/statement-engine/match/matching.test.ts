/** @file The rules that match a statement with a ledger: what they match, and what they leave to the clerk. */
import { describe, expect, test } from 'vitest';
import { findSum } from '../../../../src/main/statement-engine/match/by-sum.ts';
import { readMatchInput } from '../../../../src/main/statement-engine/match/match-rows.ts';
import type { MatchingSession } from '../../../../src/main/statement-engine/match/matching-session.ts';
import { Relations } from '../../../../src/main/statement-engine/match/relations.ts';
import {
  defaultMatchSettings,
  type MatchRule,
  type MatchSettings,
  matchKindSchema,
  matchRuleSchema,
} from '../../../../src/shared/model/statements/ledger.ts';
import { errorOf } from '../../../fakes/error-of.ts';
import { matchedTable, matchFiles, noLinks } from '../../../fakes/files/matched-files.ts';
import { casesOf } from '../../../fakes/files/text-statement.ts';

const statementHeader = 'Date,Reference,Counterparty,Amount,Currency,Fee';
const ledgerHeader = 'Date,Reference,Payee,Amount,Currency';
/** Rows with equal references that show that the signs are the same. */
const anchors = [1, 2, 3, 4].map(
  (number) => `2026-05-0${number},ANCHOR-9${number},Anchor Works,-77${number}.10,EUR`,
);
const page = { offset: 0, limit: 100, isWhole: false };

type Options = NonNullable<Parameters<typeof matchFiles>[2]>;

function match(statement: readonly string[], ledger: readonly string[], options: Options = {}) {
  const withFee = (line: string) => (line.split(',').length === 5 ? `${line},` : line);
  return matchFiles(
    [statementHeader, ...anchors, ...statement].map(withFee),
    [ledgerHeader, ...anchors, ...ledger],
    options,
  );
}

/** Returns the matches besides the anchors as kind, rows of the statement and rows of the ledger, counted from 0. */
function matchesOf(session: MatchingSession): string[] {
  const { matches } = session.matches(matchKindSchema.options, page);
  const numbers = (rows: readonly { readonly row: number }[]) =>
    rows.map(({ row }) => row - anchors.length).join('+');
  return matches
    .map(({ kind, statement, ledger }) => `${kind} ${numbers(statement)}=${numbers(ledger)}`)
    .filter((text) => !/-\d/.test(text));
}

/** Returns the open rows of a file with their reasons, counted from 0. */
function openOf(session: MatchingSession, side: 'statement' | 'ledger'): string[] {
  const { rows } = session.openRows({ side, only: 'all' }, page);
  return rows.map(({ row, reason }) => `${row - anchors.length} ${reason ?? 'open'}`);
}

/** The rows of both files, `=>` and the matches and the open rows of the ledger; a line of `--` parts the files. */
function expectCase(file: string, expected: string, options: Options = {}): void {
  const [statement = '', ledger = ''] = file.split('\n--\n');
  const session = match(statement.split('\n'), ledger.split('\n'), options);
  const found = [...matchesOf(session), ...openOf(session, 'ledger')];
  expect(found.join(', ') || 'nothing').toBe(expected);
}

function only(...rules: MatchRule[]): MatchSettings {
  return {
    ...defaultMatchSettings,
    rules: defaultMatchSettings.rules.map((setting) => ({ ...setting, isOn: rules.includes(setting.rule) })),
  };
}

/** Rows of a statement and of a ledger, and what is matched and left open in the ledger. */
const cases = `
references in other spellings, also with leading zeros => reference 0=0, reference 1=1, reference 2=2
2026-01-01,PX-12 34,Alpha,-10.00,EUR
2026-01-01,000815,Beta,-20.5,EUR
2026-01-02,A0815,Gamma,-3.00,EUR
--
2026-03-01,px1234,Alpha,-10,EUR
2026-03-01,815,Beta,-20.50,EUR
2026-03-01,A815,Gamma,-3.00,EUR

references with zeros behind a separator between digits, but not between other digits => amount 0=0, 1 other-reference
2026-01-02,F-26-0018242,Alpha,-10.00,EUR
2026-01-02,F-2-60018243,Beta,-20.00,EUR
--
2026-01-02,F-26-18242,Alpha,-10.00,EUR
2026-01-02,F-26-18243,Beta,-20.00,EUR

references whose digits are separated at other places => 0 other-reference, 1 other-reference
2026-01-02,2026-1-11,Alpha,-10.00,EUR
2026-01-02,K39-579,Beta,-20.00,EUR
--
2026-01-02,2026-11-1,Alpha,-10.00,EUR
2026-01-02,K395-79,Beta,-20.00,EUR

references with another amount, another currency and an empty amount => 0 difference, 1 other-currency, 2 difference, 3 difference
2026-01-01,PX11111,Alpha,-10.00,EUR
2026-01-01,PX22222,Alpha,-30.00,EUR
2026-01-01,PX33333,Alpha,-10.00,EUR
2026-01-01,PX44444,Alpha,,EUR
--
2026-01-01,PX11111,Alpha,-10.01,EUR
2026-01-01,PX22222,Alpha,-30.00,USD
2026-01-01,PX33333,Alpha,,EUR
2026-01-01,PX44444,Alpha,,EUR

an amount that is unique within the days, whatever its decimals, also if a double cannot hold it => amount 0=0, amount 2=2, amount 4=4, 1 open, 3 open
2026-01-04,,,-10.00,EUR
2026-01-01,,,-11.00,EUR
2026-01-04,,,-12.5,EUR
2026-01-04,,,-90071992547409930.1,EUR
2026-01-04,,,-90071992547409930.17,EUR
--
2026-01-01,,,-10.00,EUR
2026-01-05,,,-11.00,EUR
2026-01-04,,,-12.500,EUR
2026-01-04,,,-90071992547409930.101,EUR
2026-01-04,,,-90071992547409930.17,EUR

amounts of another currency, of the opposite sign, and words that stand for a missing reference => 0 open, 1 open, 2 open
2026-01-04,,,-10.00,EUR
2026-01-04,,,20.00,EUR
2026-01-01,NOTPROVIDED,Alpha,-30.00,EUR
--
2026-01-04,,,-10.00,USD
2026-01-04,,,-20.00,EUR
2026-03-01,NOTPROVIDED,Alpha,-30.00,EUR

a reference one typing error away from those of several rows with the amount, and of one => 0 other-reference, 1 other-reference
2026-01-04,PX73111,Alpha Trading,-10.00,EUR
2026-01-04,PX73112,Omega Foods,-10.00,EUR
2026-01-04,PX83111,Beta Tools,-20.00,EUR
2026-01-04,PX98002,Gamma Works,-20.00,EUR
--
2026-01-04,PX73113,Alpha Trading,-10.00,EUR
2026-01-04,PX83113,Beta Tools,-20.00,EUR

twins by their names, but not with a wrong letter => name 1=0, 1 alike-name
2026-01-04,,Alpha Trading Ltd,-10.00,EUR
2026-01-04,,Omega Foods GmbH,-10.00,EUR
--
2026-01-03,,Foods Omega,-10.00,EUR
2026-01-03,,Alpha Tradnig,-10.00,EUR

sums of rows of either file, and of rows with one reference => sum 3+4=3, sum 0+1=0, sum 2=1+2
2026-01-04,,Alpha Trading,-4.13,EUR
2026-01-05,,Alpha Trading,-6.21,EUR
2026-01-04,,Omega Foods,-20.37,EUR
2026-01-04,PX55555,Beta,-14.00,EUR
2026-01-05,PX55555,Beta,-16.00,EUR
--
2026-01-04,,Alpha Trading,-10.34,EUR
2026-01-04,,Omega Foods,-9.18,EUR
2026-01-05,,Omega Foods,-11.19,EUR
2026-01-04,PX55555,Beta,-30.00,EUR

a sum of round amounts, which add up by chance, and one with other references => 0 chance, 1 other-reference
2026-01-04,,Alpha Trading,-400.00,EUR
2026-01-05,,Alpha Trading,-600.00,EUR
2026-01-04,PX44111,Omega Foods,-4.13,EUR
2026-01-05,PX44222,Omega Foods,-6.21,EUR
--
2026-01-04,,Alpha Trading,-1000.00,EUR
2026-01-04,PX44333,Omega Foods,-10.34,EUR

a payment net of a credit note => sum 0=0+1+2
2026-01-04,,Alpha Trading,-88.13,EUR
--
2026-01-02,,Alpha Trading,-71.31,EUR
2026-01-02,,Alpha Trading,-29.95,EUR
2026-01-03,,Alpha Trading,13.13,EUR

a payment that was returned and repeated, and one that was returned => sum 0+1+2=0, 1 returned
2026-01-04,PX55511,Alpha Trading,-88.13,EUR
2026-01-06,PX55511,Alpha Trading,88.13,EUR
2026-01-09,PX55511,Alpha Trading,-88.13,EUR
2026-01-04,PX55522,Omega Foods,-71.31,EUR
2026-01-06,PX55522,Omega Foods,71.31,EUR
--
2026-01-02,PX55511,Alpha Trading,-88.13,EUR
2026-01-02,PX55522,Omega Foods,-71.31,EUR

a sum that several selections have => 0 several-sums
2026-01-04,,Alpha Trading,-4.13,EUR
2026-01-05,,Alpha Trading,-6.21,EUR
2026-01-04,,Alpha Trading,-4.13,EUR
--
2026-01-04,,Alpha Trading,-10.34,EUR

a sum when a single row has the whole amount too => reference 2=1, 0 several-sums
2026-01-04,,Alpha Trading,-4.13,EUR
2026-01-05,,Alpha Trading,-6.21,EUR
2026-01-04,PX55555,Omega Foods,-10.34,EUR
--
2026-01-04,,Alpha Trading,-10.34,EUR
2026-01-04,PX55555,Omega Foods,-10.34,EUR

amounts beside another one with more digits than a number of a workbook => sum 0+1=0, 1 open
2026-01-04,,Alpha Trading,-4.13,EUR
2026-01-05,,Alpha Trading,-6.21,EUR
--
2026-01-04,,Alpha Trading,-10.34,EUR
2026-02-04,,Omega Foods,500.00000000000006,EUR

amounts that differ by the fee of the row, and by more => fee 0=0, fee 1=1, 2 difference
2026-01-04,PX66666,,-12.00,EUR,2.00
2026-01-04,,Alpha Trading,-33.00,EUR,3.00
2026-01-04,PX77777,,-22.01,EUR,2.00
--
2026-01-04,PX66666,,-10.00,EUR
2026-01-04,,Alpha Trading,-30.00,EUR
2026-01-04,PX77777,,-20.00,EUR
`;

test.each(casesOf(cases))('%s: %s', (_, expected, file) => {
  expectCase(file, expected);
});

describe('the rule of references', () => {
  test.each([
    ['0.01', 'reference 0=0'],
    ['0.009', '0 difference'],
  ])('allows a difference of %s only on purpose: %s', (tolerance, expected) => {
    const file = '2026-01-01,PX11111,Alpha,-10.00,EUR\n--\n2026-01-01,PX11111,Alpha,-10.01,EUR';
    expectCase(file, expected, { settings: { ...defaultMatchSettings, tolerance } });
  });

  test('matches a ledger without amounts by references alone', () => {
    const ledger = 'Date,Reference\n2026-05-01,ANCHOR-91\n2026-05-02,ANCHOR-92';
    expect(matchFiles([statementHeader, ...anchors], ledger).summary().matches.reference).toBe(2);
  });
});

test.each([
  [
    'another amount, and none',
    ['2026-01-01,PX11111,Alpha,-10.01,EUR', '2026-01-01,PX22222,Alpha,-10.00,EUR'],
    ['2026-01-01,PX11111,Alpha,-10.00,EUR', '2026-01-01,PX22222,Alpha,,EUR'],
    [],
    { statement: ['0 difference', '1 difference'], ledger: ['0 difference', '1 difference'] },
  ],
  [
    'a repeated reference whose amount occurs once',
    ['2026-01-01,PX11111,Alpha,-10.00,EUR', '2026-01-02,PX11111,Alpha,10.00,EUR'],
    ['2026-01-01,PX11111,Alpha,-10.00,EUR'],
    [],
    { statement: ['0 returned', '1 open'], ledger: ['0 returned'] },
  ],
  [
    'a twin of a matched row',
    ['2026-01-04,PX11111,,-10.00,EUR', '2026-01-04,PX22222,,-10.00,EUR'],
    ['2026-01-04,PX11111,,-10.00,EUR', '2026-01-05,,,-10.00,EUR'],
    ['reference 0=0'],
    { statement: ['1 amount-only'], ledger: ['1 amount-only'] },
  ],
])('asks about rows with %s', (_, statement, ledger, matches, open) => {
  const session = match(statement, ledger);
  expect(matchesOf(session)).toEqual(matches);
  expect(openOf(session, 'statement')).toEqual(open.statement);
  expect(openOf(session, 'ledger')).toEqual(open.ledger);
});

test('the rule of fees asks when too many rows have the amount to compare all names', () => {
  const others = Array.from({ length: 201 }, (_, index) => `2026-01-04,,Other ${index},-30.00,EUR`);
  const row = '2026-01-04,,Alpha Trading,-33.00,EUR,3.00';
  const session = match([row], ['2026-01-04,,Alpha Trading,-30.00,EUR', ...others]);
  expect(matchesOf(session)).toEqual([]);
  expect(openOf(session, 'statement')).toEqual(['0 twins']);
});

describe('the rule of sums', () => {
  test('stops at its limit and says so', () => {
    const many = Array.from({ length: 13 }, (_, index) => `2026-01-04,,Alpha Trading,-${index + 1}.37,EUR`);
    const session = match(many, ['2026-01-04,,Alpha Trading,-30.00,EUR']);
    expect(openOf(session, 'ledger')).toEqual(['0 search-stopped']);
    expect(session.summary().stoppedSearches).toBe(1);

    // A row that is proposed says what speaks against the proposal.
    const own = '2026-01-04,PX60001,Alpha Trading,-30.00,EUR';
    const proposed = match([...many, own], [own.replace('PX60001', 'QX70001')]);
    expect(proposed.summary().stoppedSearches).toBe(1);
    expect(openOf(proposed, 'ledger')).toEqual(['0 other-reference']);
  });

  test('finds a sum among many rows with the name on other days', () => {
    const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index * 30)).toISOString().slice(0, 10);
    const rowOf = (index: number, amount: number) => `${day(index)},,Alpha Trading,-${amount.toFixed(2)},EUR`;
    const indexes = Array.from({ length: 60 }, (_, index) => index);
    const session = match(
      indexes.flatMap((index) => [104.13, 206.2].map((amount) => rowOf(index, index + amount))),
      indexes.map((index) => rowOf(index, index * 2 + 310.33)),
    );
    expect(session.summary().matches.sum).toBe(60);
  });

  test.each([
    [10, [3, 4, 6, 9], 1_000, [2, 1]],
    [10, [3, 4, 6, 7], 1_000, 'several'],
    [11, [3, 4, 6], 1_000, 'none'],
    [10, [10, 3], 1_000, 'none'],
    [10, [3, 4, 6, 9], 3, 'stopped'],
  ])('finds the only selection with the sum %i of %j within %i steps: %j', (sum, numbers, steps, found) => {
    expect(findSum(sum, numbers, { steps })).toEqual(found);
  });
});

test('the rule of fees shows the fee as the difference, and ignores a fee in another currency', () => {
  const session = matchFiles(
    [
      'Date,Reference,Amount,Currency,Fee,Fee currency',
      ...anchors.map((line) => `${line.replace('Anchor Works,', '')},,`),
      '2026-01-04,PX66666,-12.00,EUR,2.00,USD',
      '2026-01-04,PX77777,-12.00,EUR,2.00,EUR',
    ],
    [ledgerHeader, ...anchors, '2026-01-04,PX66666,,-10.00,EUR', '2026-01-04,PX77777,,-10.00,EUR'],
  );
  expect(matchesOf(session)).toEqual(['fee 1=1']);
  expect(openOf(session, 'ledger')).toEqual(['0 difference']);
  expect(session.matches(['fee'], page).matches.map(({ difference }) => difference)).toEqual(['2.00']);
});

test.each([
  ['switched off but for amounts', only('amount'), ['amount 0=0']],
  ['switched off but for fees', only('fee'), []],
  ['reversed', { ...defaultMatchSettings, rules: defaultMatchSettings.rules.toReversed() }, ['name 0=0']],
])('rules can be switched off and apply in their order: %s', (_, settings, expected) => {
  const row = '2026-01-04,,Alpha Trading,-12.00,EUR';
  expect(matchesOf(match([row], [row], { settings }))).toEqual(expected);
});

describe('the signs of a ledger', () => {
  const rows = ['2026-01-01,PX11111,', '2026-01-02,PX11112,', '2026-01-03,PX11113,', '2026-01-04,PX11114,'];
  const fileOf = (sign: string, count: number) => [
    'Date,Reference,Amount',
    ...rows.slice(0, count).map((row, index) => `${row}${sign}1${index + 1}.50`),
  ];

  test('are found by references', () => {
    const { signs, matches } = matchFiles(fileOf('-', 4), fileOf('', 4)).summary();
    expect(signs).toEqual({ use: 'reversed', by: 'references', same: 0, opposite: 4 });
    expect(matches.reference).toBe(4);
  });

  test('are unknown with too few references, and then no amounts are compared', () => {
    const session = matchFiles(fileOf('-', 4), fileOf('', 2));
    expect(session.summary()).toMatchObject({
      signs: { use: 'unknown' },
      matches: { reference: 0, amount: 0 },
    });
    const open = session.openRows({ side: 'ledger', only: 'all' }, page);
    expect(open.rows.map(({ reason }) => reason)).toEqual(['unknown-signs', 'unknown-signs']);
    const settings = { ...defaultMatchSettings, signs: 'reversed' as const };
    expect(matchFiles(fileOf('-', 4), fileOf('', 2), { settings }).summary().matches.reference).toBe(2);
  });
});

describe('decisions of the clerk', () => {
  const row = '2026-01-04,PX66666,Alpha Trading,-12.00,EUR';
  const first = anchors.length;
  const links = [{ statement: [first], ledger: [first] }];

  test('come before the rules', () => {
    const later = { ...noLinks, links: [{ statement: [first + 1], ledger: [first] }] };
    const session = match([row, '2026-01-04,,,-3.00,EUR'], [row], { links: later });
    expect(matchesOf(session)).toEqual(['by-hand 1=0']);
    expect(session.matches(['by-hand'], page).matches[0]?.difference).toBe('9.00');
  });

  const twin = '2026-01-04,,,-12.00,EUR';
  test.each([
    ['keep rules from matching separated rows', [row], ['0 separated']],
    ['leave the twins of separated rows to the clerk', [twin, twin], ['0 separated', '1 twins']],
  ])('%s', (_, rows, open) => {
    const session = match(rows, rows, { links: { ...noLinks, separated: links } });
    expect(matchesOf(session)).toEqual([]);
    expect([openOf(session, 'statement'), openOf(session, 'ledger')]).toEqual([open, open]);
    // What the clerk refused is decided.
    const { statement, ledger } = session.summary();
    const listed = session.openRows({ side: 'ledger', only: 'to-decide' }, page).total;
    expect([statement.toDecide, ledger.toDecide, listed]).toEqual(Array(3).fill(open.length - 1));
    expect(session.rowStates()[first]).toBe(0);
  });

  test('have no difference of amounts in different currencies', () => {
    const session = match([row], ['2026-01-04,,,-3.00,USD'], { links: { ...noLinks, links } });
    const [found] = session.matches(['by-hand'], page).matches;
    expect(found).toMatchObject({ hasOneCurrency: false, difference: null });
  });

  test.each([
    ['PX66666', [], ['0 other-name']],
    ['PX66666', [['ACME Trading Ltd', 'alpha works']], []],
    ['PX66666', [['Alpha  Works', 'Acmé Trading']], []],
    ['', [['Alpha Works', 'Acme Trading']], ['0 alike-name']],
    ['', [['Alpha Works', 'Acme Foods']], ['0 other-name']],
  ] as const)(
    'say that names are of one party, beside the reference "%s": %j',
    (reference, aliases, open) => {
      const rowOf = (name: string) => `2026-01-04,${reference},${name},-12.00,EUR`;
      const links = { ...noLinks, aliases: aliases.map(([one, other]): [string, string] => [one, other]) };
      const session = match([rowOf('Acme Trading')], [rowOf('Alpha Works')], { links });
      expect(openOf(session, 'ledger')).toEqual(open);
    },
  );

  test('are counted when their rows do not exist', () => {
    const unfit = { ...noLinks, links: [{ statement: [99], ledger: [first] }] };
    expect(match([row], [row], { links: unfit }).summary().unfitLinks).toBe(1);
  });
});

describe('what is not matched', () => {
  test('is counted by reason', () => {
    const session = matchFiles(
      'Date,Reference,Amount,Status\n2026-01-01,PX11111,-1.00,Completed\n2026-01-02,PX22222,-2.00,Declined\n2026-01-03,PX33333,-3.00,Completed\n2026-01-04,PX44444,-4.00,Completed',
      'Date,Reference,Amount\n2026-01-01,PX11111,-1.00\n2026-01-02,PX22222,-2.00\n2026-01-03,PX33333,-3.00\n2026-01-04,PX44444,-4.00',
    );
    const { statement, ledger, matches } = session.summary();
    expect(statement.leftOut).toEqual([{ reason: 'unfinished', count: 1 }]);
    expect(matches.reference).toBe(3);
    expect(ledger.openSums).toEqual([{ currency: '', rows: 1, incoming: '0.00', outgoing: '-2.00' }]);
  });

  test('is everything when a file is no table', async () => {
    const open = async () => matchFiles([statementHeader, ...anchors], 'Dear colleague');
    expect(await errorOf(open())).toMatchObject({ code: 'ledger-not-table' });
  });
});

test.each([
  ['no rule is on', only(), 'X9,Beta Tools,20.00', false],
  ['only references are compared', only('reference'), 'X9,Beta Tools,20.00', true],
  ['the row has no reference', only('reference'), ',Beta Tools,20.00', false],
  ['the signs are unknown', only('amount'), 'X9,Beta Tools,20.00', false],
  ['the signs are known', { ...only('amount'), signs: 'reversed' as const }, 'X9,Beta Tools,20.00', true],
  ['the row has no amount', { ...only('amount'), signs: 'reversed' as const }, 'X9,Beta Tools,', false],
])('an open row without a candidate says whether it was compared: %s', (_, settings, cells, isCompared) => {
  const statement = `${statementHeader}\n2026-03-01,R1,Alpha Works,-10.00,EUR,`;
  const ledger = [ledgerHeader, `2026-03-01,${cells},EUR`, '2026-03-02,X8,Beta Tools,5.00,EUR'];
  const session = matchFiles(statement, ledger, { settings });
  const { rows } = session.openRows({ side: 'ledger', only: 'all' }, page);
  expect(rows[0]?.isCompared).toBe(isCompared);
});

describe('a contradiction stops every rule', () => {
  /** The rows of each file that a rule matches when nothing is changed. */
  const found: Readonly<Record<MatchRule, readonly [statement: string[], ledger: string[]]>> = {
    reference: [['04,PX70001,Alpha Works,-10.13,EUR,'], ['04,PX70001,Alpha Works,-10.13,EUR']],
    amount: [['04,,Alpha Works,-10.13,EUR,'], ['04,,Alpha Works,-10.13,EUR']],
    name: [['04,,Alpha Works,-10.13,EUR,', '04,,Omega Foods,-10.13,EUR,'], ['04,,Alpha Works,-10.13,EUR']],
    sum: [['04,,Alpha Works,-4.02,EUR,', '04,,Alpha Works,-6.11,EUR,'], ['04,,Alpha Works,-10.13,EUR']],
    fee: [['04,,Alpha Works,-12.13,EUR,2.00'], ['04,,Alpha Works,-10.13,EUR']],
  };
  const contradictions: Readonly<Record<string, (line: string) => string>> = {
    nothing: (line) => line,
    'another reference': (line) => line.replace('PX70001', 'PX70002').replace(',,', ',PX70009,'),
    'another name': (line) => line.replace('Alpha Works', 'Gamma Tools'),
    'a day far away': (line) => line.replace('2026-01-04', '2027-01-04'),
    'another currency': (line) => line.replace('EUR', 'USD'),
    'no currency beside several': (line) => line.replace('EUR', ''),
    'the other direction': (line) => line.replace(',-', ','),
  };
  const usd = '2026-05-09,ANCHOR-99,Anchor Works,-7.10,USD';
  const table = matchRuleSchema.options.flatMap((rule) =>
    Object.keys(contradictions).map((contradiction) => [rule, contradiction] as const),
  );

  test.each(table)('%s: %s', (rule, contradiction) => {
    const [statement, ledger] = found[rule];
    const referred = (line: string) =>
      contradiction === 'another reference' ? line.replace(',,', ',PX70008,') : line;
    const session = match(
      [usd, ...statement.map((line) => referred(`2026-01-${line}`))],
      [usd, ...ledger.map((line) => contradictions[contradiction]?.(`2026-01-${line}`) ?? line)],
    );
    const { matches } = session.matches(matchKindSchema.options, page);
    const others = matches.filter((one) => one.statement.some(({ row }) => row > anchors.length));
    expect(others.map(({ kind }) => kind)).toEqual(contradiction === 'nothing' ? [rule] : []);
  });
});

describe('the check of contradictions', () => {
  const own = '01-04,PX70001,Alpha Works,EUR';
  const namesAndReferences = 'other-reference other-name';

  test.each([
    ['nothing', own, own, 3, true, ''],
    [
      'all that differs',
      own,
      '01-04,PX70002,Omega Foods,GBP',
      3,
      true,
      `other-currency ${namesAndReferences}`,
    ],
    ['other names and references', own, '01-04,PX70002,Omega Foods,EUR', 3, true, namesAndReferences],
    ['none that files have in common', own, '01-04,PX70002,Omega Foods,EUR', 3, false, ''],
    ['more days than the rule has', '01-04,,,EUR', '01-08,,,EUR', 3, true, 'other-date'],
    ['days of the rule', '01-04,,,EUR', '01-08,,,EUR', 4, true, ''],
    ['31 days with one reference', '01-04,PX70001,,EUR', '02-04,PX70001,,EUR', 3, true, ''],
    ['32 days with one reference', '01-04,PX70001,,EUR', '02-05,PX70001,,EUR', 3, true, 'other-date'],
    ['92 days with one name, too', own, '04-06,PX70001,Alpha Works,EUR', 3, true, ''],
    ['93 days with one name, too', own, '04-07,PX70001,Alpha Works,EUR', 3, true, 'other-date'],
    ['no currency of the statement', '01-04,PX70001,Alpha Works,', own, 3, true, 'other-currency'],
    ['no currency of the ledger', own, '01-04,PX70001,Alpha Works,', 3, true, 'other-currency'],
    ['no currency beside one', '01-04,PX70001,Alpha Works,', own.replace('EUR', 'USD'), 3, true, ''],
  ])('finds %s', (_, one, other, days, comparable, expected) => {
    const open = (line: string) => {
      const rows = [line, '01-09,,,USD', line.replace(/.*,/, '01-09,,,')].map((row) => `2026-${row},-7.13`);
      return matchedTable(['Date,Reference,Counterparty,Currency,Amount', ...rows]);
    };
    const relations = new Relations(readMatchInput(open(one), open(other)), []);
    relations.areReferencesComparable = comparable;
    relations.areNamesComparable = comparable;
    expect(relations.contradictions({ statement: [0], ledger: [0] }, days).join(' ')).toBe(expected);
  });

  test('comes after that of rows that are matched already', () => {
    const head = 'Date,Reference,Text,Amount,Currency';
    const rows = ['2026-01-04,PX70001,,-10.00,EUR', '2026-01-04,PX70002,,-20.00,EUR'];
    const sum = '2026-01-04,,PX70001 PX70002,-30.00,EUR';
    const links = { ...noLinks, links: [{ statement: [1], ledger: [0] }] };
    const settings = { ...defaultMatchSettings, signs: 'same' as const };
    const session = matchFiles([head, sum, rows[0] ?? ''], [head, ...rows], { settings, links });
    expect(session.summary().matches).toMatchObject({ 'by-hand': 1, sum: 0 });
  });
});
