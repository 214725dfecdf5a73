/** @file The rules that match a statement with a ledger: what they match, and what they leave to the clerk. */
import { describe, expect, test } from 'vitest';
import { areNamesAlike, areReferencesAlike, termsOfName } from '../../../src/main/review/matching/alike.ts';
import { findSum } from '../../../src/main/review/matching/find-sum.ts';
import type { MatchingSession } from '../../../src/main/review/matching/matching-session.ts';
import {
  defaultMatchSettings,
  type MatchRule,
  type MatchSettings,
  matchKindSchema,
} from '../../../src/shared/model/ledger.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { matchFiles, noLinks } from '../../fakes/matched-files.ts';

const statementHeader = 'Date,Reference,Counterparty,Amount,Currency,Fee';
const ledgerHeader = 'Date,Reference,Payee,Amount,Currency';
/** Rows with equal references that show that the signs are the same. */
const anchors = [1, 2, 3, 4].map(
  (number) => `2026-05-0${number},ANCHOR-9${number},Anchor Works,-77${number}.10,EUR`,
);
const page = { offset: 0, limit: 100, isWhole: false };

function match(
  statement: readonly string[],
  ledger: readonly string[],
  options: Parameters<typeof matchFiles>[2] = {},
): MatchingSession {
  const withFee = (line: string) => (line.split(',').length === 5 ? `${line},` : line);
  return matchFiles(
    [statementHeader, ...anchors.map(withFee), ...statement.map(withFee)].join('\n'),
    [ledgerHeader, ...anchors, ...ledger].join('\n'),
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
  return session
    .openRows({ side, only: 'all' }, page)
    .rows.map(({ row, reason }) => `${row - anchors.length} ${reason ?? 'open'}`);
}

function only(...rules: MatchRule[]): MatchSettings {
  return {
    ...defaultMatchSettings,
    rules: defaultMatchSettings.rules.map((setting) => ({ ...setting, isOn: rules.includes(setting.rule) })),
  };
}

describe('the rule of references', () => {
  test('matches references in other spellings with equal amounts', () => {
    const session = match(
      [
        '2026-01-01,PX-12 34,Alpha,-10.00,EUR',
        '2026-01-01,000815,Beta,-20.5,EUR',
        '2026-01-02,A0815,Gamma,-3.00,EUR',
      ],
      [
        '2026-03-01,px1234,Other,-10,EUR',
        '2026-03-01,815,Other,-20.50,EUR',
        '2026-03-01,A815,Other,-3.00,EUR',
      ],
    );
    // Leading zeros count in a reference with letters.
    expect(matchesOf(session)).toEqual(['reference 0=0', 'reference 1=1']);
  });

  test('shows another amount and another currency as a difference', () => {
    const session = match(
      ['2026-01-01,PX11111,Alpha,-10.00,EUR', '2026-01-01,PX22222,Alpha,-30.00,EUR'],
      ['2026-01-01,PX11111,Alpha,-10.01,EUR', '2026-01-01,PX22222,Alpha,-30.00,USD'],
    );
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'statement')).toEqual(['0 difference', '1 difference']);
    expect(openOf(session, 'ledger')).toEqual(['0 difference', '1 difference']);
  });

  test('allows a difference only on purpose', () => {
    const files = [['2026-01-01,PX11111,Alpha,-10.00,EUR'], ['2026-01-01,PX11111,Alpha,-10.01,EUR']] as const;
    const settings = { ...defaultMatchSettings, tolerance: '0.01' };
    expect(matchesOf(match(...files, { settings }))).toEqual(['reference 0=0']);
    expect(matchesOf(match(...files, { settings: { ...settings, tolerance: '0.009' } }))).toEqual([]);
  });

  test('does not match an amount with an empty cell', () => {
    const session = match(
      ['2026-01-01,PX11111,Alpha,-10.00,EUR', '2026-01-01,PX22222,Alpha,,EUR'],
      ['2026-01-01,PX11111,Alpha,,EUR', '2026-01-01,PX22222,Alpha,,EUR'],
    );
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'ledger')).toEqual(['0 difference', '1 difference']);
  });

  test('matches a ledger without amounts by references alone', () => {
    const session = matchFiles(
      [statementHeader, ...anchors].join('\n'),
      ['Date,Reference', '2026-05-01,ANCHOR-91', '2026-05-02,ANCHOR-92'].join('\n'),
    );
    expect(session.summary().matches.reference).toBe(2);
  });

  test('matches a repeated reference by amounts that occur once, and asks about the others', () => {
    const session = match(
      ['2026-01-01,PX11111,Alpha,-10.00,EUR', '2026-01-02,PX11111,Alpha,10.00,EUR'],
      ['2026-01-01,PX11111,Alpha,-10.00,EUR'],
    );
    expect(matchesOf(session)).toEqual(['reference 0=0']);
    expect(openOf(session, 'statement')).toEqual(['1 repeated-reference']);
  });

  test('does not match words that stand for a missing reference', () => {
    const session = match(
      ['2026-01-01,NOTPROVIDED,Alpha,-10.00,EUR'],
      ['2026-03-01,NOTPROVIDED,Alpha,-10.00,EUR'],
    );
    expect(matchesOf(session)).toEqual([]);
  });
});

describe('the rule of amounts', () => {
  test('matches an amount that is unique within the days', () => {
    const session = match(
      ['2026-01-04,,,-10.00,EUR', '2026-01-01,,,-11.00,EUR'],
      ['2026-01-01,,,-10.00,EUR', '2026-01-05,,,-11.00,EUR'],
    );
    expect(matchesOf(session)).toEqual(['amount 0=0']);
  });

  test('compares amounts of files with different numbers of decimals exactly', () => {
    const session = match(
      ['2026-01-04,,,-10.5,EUR', '2026-01-04,,,-90071992547409930.1,EUR'],
      ['2026-01-04,,,-10.500,EUR', '2026-01-04,,,-90071992547409930.101,EUR'],
    );
    expect(matchesOf(session)).toEqual(['amount 0=0']);
  });

  test('matches exact amounts that a double cannot hold', () => {
    const session = match(
      ['2026-01-04,,,-90071992547409930.17,EUR'],
      ['2026-01-04,,,-90071992547409930.17,EUR'],
    );
    expect(matchesOf(session)).toEqual(['amount 0=0']);
  });

  test('asks about twins, also when one of them is matched', () => {
    const twins = ['2026-01-04,PX11111,,-10.00,EUR', '2026-01-04,PX22222,,-10.00,EUR'];
    const session = match(twins, ['2026-01-04,PX11111,,-10.00,EUR', '2026-01-05,,,-10.00,EUR']);
    expect(matchesOf(session)).toEqual(['reference 0=0']);
    expect(openOf(session, 'statement')).toEqual(['1 twins']);
    expect(openOf(session, 'ledger')).toEqual(['1 twins']);
  });

  test('asks when names contradict each other', () => {
    const session = match(['2026-01-04,,Alpha Trading,-10.00,EUR'], ['2026-01-04,,Omega Foods,-10.00,EUR']);
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'ledger')).toEqual(['0 other-name']);
  });

  test('asks when references contradict each other', () => {
    const session = match(['2026-01-04,PX73111,,-10.00,EUR'], ['2026-01-04,QZ99222,,-10.00,EUR']);
    expect(openOf(session, 'ledger')).toEqual(['0 other-reference']);
  });

  test('never matches another currency or the opposite sign', () => {
    const session = match(
      ['2026-01-04,,,-10.00,EUR', '2026-01-04,,,20.00,EUR'],
      ['2026-01-04,,,-10.00,USD', '2026-01-04,,,-20.00,EUR'],
    );
    expect(matchesOf(session)).toEqual([]);
  });
});

describe('the rule of names', () => {
  test('asks when a reference is one typing error away from those of several rows with the amount', () => {
    const session = match(
      ['2026-01-04,PX73111,Alpha Trading,-10.00,EUR', '2026-01-04,PX73112,Omega Foods,-10.00,EUR'],
      ['2026-01-04,PX73113,Alpha Trading,-10.00,EUR'],
    );
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'ledger')).toEqual(['0 other-reference']);
  });

  test('matches a reference with a typing error when the other rows have references far from it', () => {
    const session = match(
      ['2026-01-04,PX73111,Alpha Trading,-10.00,EUR', '2026-01-04,PX98002,Omega Foods,-10.00,EUR'],
      ['2026-01-04,PX73113,Alpha Trading,-10.00,EUR'],
    );
    expect(matchesOf(session)).toEqual(['name 0=0']);
  });

  test('tells twins apart by names', () => {
    const session = match(
      ['2026-01-04,,Alpha Trading Ltd,-10.00,EUR', '2026-01-04,,Omega Foods GmbH,-10.00,EUR'],
      ['2026-01-03,,Foods Omega,-10.00,EUR', '2026-01-03,,Alpha Tradnig,-10.00,EUR'],
    );
    expect(matchesOf(session).toSorted((one, two) => one.localeCompare(two))).toEqual([
      'name 0=1',
      'name 1=0',
    ]);
  });

  test.for([
    ['alpha trading ltd', 'trading alpha', true],
    ['j. smith', 'john smith', true],
    ['muller logistik gmbh', 'muller logistk', true],
    ['smith', 'john smith', false],
    ['alpha', 'alpha', true],
    ['abc', 'abc', false],
    ['j s', 'john smith', false],
    ['alpha trading', 'alpha foods', false],
  ] as const)('compares %s with %s', ([one, other, isAlike]) => {
    expect(areNamesAlike(termsOfName(one), termsOfName(other))).toBe(isAlike);
    expect(areNamesAlike(termsOfName(other), termsOfName(one))).toBe(isAlike);
  });

  test.for([
    ['px12345', 'px12354', true],
    ['px12345', '12345', true],
    ['px12345', 'px1234', true],
    ['px12345', 'px12399', false],
    ['1234', '1235', false],
  ] as const)('compares the references %s and %s', ([one, other, isAlike]) => {
    expect(areReferencesAlike(one, other)).toBe(isAlike);
  });
});

describe('the rule of sums', () => {
  const parts = ['2026-01-04,,Alpha Trading,-4.00,EUR', '2026-01-05,,Alpha Trading,-6.00,EUR'];
  const whole = '2026-01-04,,Alpha Trading,-10.00,EUR';

  test('matches several rows of the statement with one of the ledger, and the reverse', () => {
    expect(matchesOf(match(parts, [whole]))).toEqual(['sum 0+1=0']);
    expect(matchesOf(match([whole], parts))).toEqual(['sum 0=0+1']);
  });

  test('matches rows with one reference, whatever their names are', () => {
    const session = match(
      ['2026-01-04,PX55555,Alpha,-4.00,EUR', '2026-01-05,PX55555,Beta,-6.00,EUR'],
      ['2026-01-04,PX55555,Gamma,-10.00,EUR'],
    );
    expect(matchesOf(session)).toEqual(['sum 0+1=0']);
  });

  test('asks when several selections fit', () => {
    const session = match([...parts, '2026-01-04,,Alpha Trading,-4.00,EUR'], [whole]);
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'ledger')).toEqual(['0 several-sums']);
  });

  test('stops at its limit and says so', () => {
    const many = Array.from({ length: 12 }, (_, index) => `2026-01-04,,Alpha Trading,-${index + 1}.37,EUR`);
    const session = match(many, ['2026-01-04,,Alpha Trading,-30.00,EUR']);
    expect(openOf(session, 'ledger')).toEqual(['0 search-stopped']);
    expect(session.summary().stoppedSearches).toBe(1);
  });

  test('asks when a single row has the whole amount too', () => {
    const single = '2026-01-04,PX55555,Omega Foods,-10.00,EUR';
    const session = match([...parts, single], [whole, single]);
    expect(matchesOf(session)).toEqual(['reference 2=1']);
    expect(openOf(session, 'ledger')).toEqual(['0 several-sums']);
  });

  test('finds a sum among many rows with the name on other days', () => {
    const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index * 30)).toISOString().slice(0, 10);
    const partsOf = (index: number) =>
      [4, 6].map((amount) => `${day(index)},,Alpha Trading,-${index + amount}.00,EUR`);
    const indexes = Array.from({ length: 60 }, (_, index) => index);
    const session = match(
      indexes.flatMap(partsOf),
      indexes.map((index) => `${day(index)},,Alpha Trading,-${index * 2 + 10}.00,EUR`),
    );
    expect(session.summary().matches.sum).toBe(60);
  });

  test('finds the only selection within its steps', () => {
    expect(findSum(10, [3, 4, 6, 9], { steps: 1_000 })).toEqual([2, 1]);
    expect(findSum(10, [3, 4, 6, 7], { steps: 1_000 })).toBe('several');
    expect(findSum(11, [3, 4, 6], { steps: 1_000 })).toBe('none');
    expect(findSum(10, [10, 3], { steps: 1_000 })).toBe('none');
    expect(findSum(10, [3, 4, 6, 9], { steps: 3 })).toBe('stopped');
  });
});

describe('the rule of fees', () => {
  test('matches amounts that differ by the fee of the row', () => {
    const session = match(
      ['2026-01-04,PX66666,,-12.00,EUR,2.00', '2026-01-04,,Alpha Trading,-33.00,EUR,3.00'],
      ['2026-01-04,PX66666,,-10.00,EUR', '2026-01-04,,Alpha Trading,-30.00,EUR'],
    );
    expect(matchesOf(session)).toEqual(['fee 0=0', 'fee 1=1']);
    expect(session.matches(['fee'], page).matches.map(({ difference }) => difference)).toEqual([
      '2.00',
      '3.00',
    ]);
  });

  test('ignores a fee in another currency', () => {
    const session = matchFiles(
      [
        'Date,Reference,Amount,Currency,Fee,Fee currency',
        ...anchors.map((line) => `${line.replace('Anchor Works,', '')},,`),
        '2026-01-04,PX66666,-12.00,EUR,2.00,USD',
        '2026-01-04,PX77777,-12.00,EUR,2.00,EUR',
      ].join('\n'),
      [ledgerHeader, ...anchors, '2026-01-04,PX66666,,-10.00,EUR', '2026-01-04,PX77777,,-10.00,EUR'].join(
        '\n',
      ),
    );
    expect(matchesOf(session)).toEqual(['fee 1=1']);
    expect(openOf(session, 'ledger')).toEqual(['0 difference']);
  });

  test('asks when too many rows have the amount to compare all names', () => {
    const row = '2026-01-04,,Alpha Trading,-33.00,EUR,3.00';
    const others = Array.from({ length: 201 }, (_, index) => `2026-01-04,,Other ${index},-30.00,EUR`);
    const session = match([row], ['2026-01-04,,Alpha Trading,-30.00,EUR', ...others]);
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'statement')).toEqual(['0 twins']);
  });

  test('does not match another difference', () => {
    const session = match(['2026-01-04,PX66666,,-12.01,EUR,2.00'], ['2026-01-04,PX66666,,-10.00,EUR']);
    expect(openOf(session, 'ledger')).toEqual(['0 difference']);
  });
});

describe('rules', () => {
  test('can be switched off', () => {
    const row = '2026-01-04,PX66666,Alpha Trading,-12.00,EUR';
    expect(matchesOf(match([row], [row], { settings: only('amount') }))).toEqual(['amount 0=0']);
    expect(matchesOf(match([row], [row], { settings: only('fee') }))).toEqual([]);
  });

  test('apply in their order', () => {
    const row = '2026-01-04,,Alpha Trading,-12.00,EUR';
    const settings = { ...defaultMatchSettings, rules: defaultMatchSettings.rules.toReversed() };
    expect(matchesOf(match([row], [row], { settings }))).toEqual(['name 0=0']);
  });
});

describe('the signs of a ledger', () => {
  const statement = [
    'Date,Reference,Amount',
    ...[1, 2, 3, 4].map((row) => `2026-01-0${row},PX1111${row},-1${row}.50`),
  ];
  const ledgerOf = (sign: string, count: number) =>
    [
      'Date,Reference,Amount',
      ...Array.from(
        { length: count },
        (_, row) => `2026-01-0${row + 1},PX1111${row + 1},${sign}1${row + 1}.50`,
      ),
    ].join('\n');

  test('are found by references', () => {
    const { signs, matches } = matchFiles(statement.join('\n'), ledgerOf('', 4)).summary();
    expect(signs).toEqual({ use: 'reversed', by: 'references', same: 0, opposite: 4 });
    expect(matches.reference).toBe(4);
  });

  test('are unknown with too few references, and then no amounts are compared', () => {
    const session = matchFiles(statement.join('\n'), ledgerOf('', 2));
    expect(session.summary().signs.use).toBe('unknown');
    expect(session.summary().matches).toMatchObject({ reference: 0, amount: 0 });
    expect(session.openRows({ side: 'ledger', only: 'all' }, page).rows.map(({ reason }) => reason)).toEqual([
      'unknown-signs',
      'unknown-signs',
    ]);
    const settings = { ...defaultMatchSettings, signs: 'reversed' as const };
    expect(matchFiles(statement.join('\n'), ledgerOf('', 2), { settings }).summary().matches.reference).toBe(
      2,
    );
  });
});

describe('decisions of the clerk', () => {
  const row = '2026-01-04,PX66666,Alpha Trading,-12.00,EUR';
  const [statementRow, ledgerRow] = [anchors.length, anchors.length];

  test('come before the rules', () => {
    const links = { ...noLinks, links: [{ statement: [statementRow + 1], ledger: [ledgerRow] }] };
    const session = match([row, '2026-01-04,,,-3.00,EUR'], [row], { links });
    expect(matchesOf(session)).toEqual(['by-hand 1=0']);
    expect(session.matches(['by-hand'], page).matches[0]?.difference).toBe('9.00');
  });

  test('keep rules from matching separated rows', () => {
    const links = { ...noLinks, separated: [{ statement: [statementRow], ledger: [ledgerRow] }] };
    const session = match([row], [row], { links });
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'statement')).toEqual(['0 separated']);
  });

  test('leave the twins of separated rows to the clerk', () => {
    const twins = ['2026-01-04,,,-12.00,EUR', '2026-01-04,,,-12.00,EUR'];
    const links = { ...noLinks, separated: [{ statement: [statementRow], ledger: [ledgerRow] }] };
    const session = match(twins, twins, { links });
    expect(matchesOf(session)).toEqual([]);
    expect(openOf(session, 'ledger')).toEqual(['0 separated', '1 twins']);
  });

  test('have no difference of amounts in different currencies', () => {
    const links = { ...noLinks, links: [{ statement: [statementRow], ledger: [ledgerRow] }] };
    const session = match([row], ['2026-01-04,,,-3.00,USD'], { links });
    const [found] = session.matches(['by-hand'], page).matches;
    expect(found).toMatchObject({ hasOneCurrency: false, difference: null });
  });

  test('are counted when their rows do not exist', () => {
    const links = { ...noLinks, links: [{ statement: [99], ledger: [ledgerRow] }] };
    expect(match([row], [row], { links }).summary().unfitLinks).toBe(1);
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
    const open = async () => matchFiles(`${statementHeader}\n${anchors.join('\n')}`, 'Dear colleague');
    expect(await errorOf(open())).toMatchObject({ code: 'ledger-not-table' });
  });
});

describe('an open row without a candidate', () => {
  const comparedOf = (session: MatchingSession, side: 'statement' | 'ledger') =>
    session.openRows({ side, only: 'without-candidate' }, page).rows.map(({ isCompared }) => isCompared);
  const statement = `${statementHeader}\n2026-03-01,R1,Alpha Works,-10.00,EUR,`;

  test.for([
    ['no rule is on', only(), `${ledgerHeader}\n2026-03-01,X9,Beta Tools,20.00,EUR`, false],
    [
      'only references are compared',
      only('reference'),
      `${ledgerHeader}\n2026-03-01,X9,Beta Tools,20.00,EUR`,
      true,
    ],
    [
      'the row has no reference',
      only('reference'),
      `${ledgerHeader}\n2026-03-01,,Beta Tools,20.00,EUR`,
      false,
    ],
    ['the signs are unknown', only('amount'), `${ledgerHeader}\n2026-03-01,X9,Beta Tools,20.00,EUR`, false],
    [
      'the signs are known',
      { ...only('amount'), signs: 'reversed' as const },
      `${ledgerHeader}\n2026-03-01,X9,Beta Tools,20.00,EUR`,
      true,
    ],
    [
      'the row has no amount',
      { ...only('amount'), signs: 'reversed' as const },
      `${ledgerHeader}\n2026-03-01,X9,Beta Tools,,EUR\n2026-03-02,X8,Beta Tools,5.00,EUR`,
      false,
    ],
  ] as const)('says whether it was compared: %s', ([, settings, ledger, isCompared]) => {
    expect(comparedOf(matchFiles(statement, ledger, { settings }), 'ledger')[0]).toBe(isCompared);
  });
});
