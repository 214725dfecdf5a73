/** @file Filters of the search in all statements compare exact amounts and dates, and name what they cannot compare. */
import { describe, expect, test } from 'vitest';
import { createSearcher } from '../../../../src/main/statement-engine/search/search.ts';
import { parseAmountQuery } from '../../../../src/shared/model/statements/amount-query.ts';
import { noFilters, type SearchFilters } from '../../../../src/shared/model/statements/statement-search.ts';

interface Query {
  readonly text?: string;
  readonly amount?: string;
  readonly eitherSign?: boolean;
  readonly from?: string;
  readonly till?: string;
  readonly currency?: string;
  readonly walletCurrency?: string;
}

/** Searches one file, whose lines have `|` between them; returns the first cells of the rows with hits, and why rows could not be compared. */
async function search(lines: string, query: Query) {
  const { text = '', amount, eitherSign = true, walletCurrency = null, ...dates } = query;
  const filters: SearchFilters = {
    ...noFilters,
    ...dates,
    amount: amount === undefined ? null : (parseAmountQuery(amount, eitherSign)?.range ?? null),
  };
  const searcher = createSearcher();
  const bytes = Buffer.from(`${lines.replaceAll('|', '\n')}\n`);
  const file = { item: 'file', walletCurrency, source: { kind: 'bytes' as const, bytes } };
  const searchOnce = async () => {
    const [found] = (await searcher.search([file], { text, filters, maxHits: 100 })).found;
    const { hits = [], reasons = [] } = found ?? {};
    return { rows: hits.flatMap((hit) => (hit.kind === 'cell' ? [hit.cells[0]] : [])), reasons, hits };
  };
  const first = await searchOnce();
  // The second search compares the cached amounts.
  expect(await searchOnce()).toEqual(first);
  return first;
}

const signed =
  'No,Date,Text,Amount,Currency|a,2026-01-01,Rent,-1000.00,EUR|b,2026-01-02,Rent,1000.00,EUR|' +
  'c,2026-01-03,Fee,-1000.01,USD|d,2026-02-01,Fee,2000.00,EUR|e,2026-02-02,Interest,0.10,EUR';
const paired = 'No,Date,Debit,Credit|a,2026-01-01,5.00,|b,2026-01-02,,5.00|c,2026-01-03,7.00,';
const directed = 'No,Date,Amount,D/C|a,2026-01-01,5.00,D|b,2026-01-02,5.00,C|c,2026-01-03,7.00,D';
const large =
  'No,Date,Amount|a,2026-01-01,90071992547409930.01|b,2026-01-02,90071992547409930.02|c,2026-01-03,-90071992547409930.01';
const withBalance = 'No,Date,Amount,Balance|a,2026-01-01,5.00,105.00|b,2026-01-02,105.00,210.00';

describe('a filter by amount', () => {
  test.each<[Query, string[]]>([
    [{ amount: '1000' }, ['a', 'b']],
    [{ amount: '1.000,00' }, ['a', 'b']],
    [{ amount: '1000', eitherSign: false }, ['b']],
    [{ amount: '-1000' }, ['a']],
    [{ amount: '1000..2000' }, ['a', 'b', 'c', 'd']],
    [{ amount: '1000.001..1999.99' }, ['c']],
    [{ amount: '-2000..-1000.005' }, ['c']],
    [{ amount: '1500..' }, ['d']],
    [{ amount: '..0.1' }, ['e']],
    [{ amount: '1000', text: 'rent', from: '2026-01-02' }, ['b']],
    [{ from: '2026-01-02', till: '2026-02-01' }, ['b', 'c', 'd']],
    [{ currency: 'USD' }, ['c']],
    [{ amount: '1000..1001', currency: 'EUR' }, ['a', 'b']],
    [{ text: 'fee', currency: 'EUR' }, ['d']],
  ])('%o finds %j', async (query, rows) => {
    expect(await search(signed, query)).toMatchObject({ rows, reasons: [] });
  });

  test.each<[string, string, Query, string[]]>([
    ['debits', paired, { amount: '-5' }, ['a']],
    ['credits', paired, { amount: '+5' }, ['b']],
    ['amounts whose direction is in another column', directed, { amount: '-5' }, ['a']],
    ['amounts of both directions', directed, { amount: '5' }, ['a', 'b']],
    ['amounts that a double cannot hold', large, { amount: '90071992547409930.01' }, ['a', 'c']],
    ['outgoing amounts that a double cannot hold', large, { amount: '-90071992547409930.01' }, ['c']],
    ['a range beyond doubles', large, { amount: '90071992547409930.015..', eitherSign: false }, ['b']],
    ['no balances', withBalance, { amount: '105' }, ['b']],
  ])('compares %s', async (_, lines, query, rows) => {
    expect(await search(lines, query)).toMatchObject({ rows });
  });
});

describe('what cannot be compared', () => {
  const texts = 'No,Name|a,Rent|b,Fee';
  const unreadable = `No,Date,Amount|${Array.from({ length: 40 }, (_, row) => `r${row},2026-01-01,${row}.00|`).join('')}`;

  test.each<[string, string, Query, string[], string[]]>([
    ['a file without amounts', texts, { amount: '5' }, [], ['no-amounts']],
    ['a file without dates', texts, { from: '2026-01-01' }, [], ['no-dates']],
    [
      'amounts that can be read in two ways',
      'No,Date,Amount|a,2026-01-01,"1,234"|b,2026-01-02,"5,678"',
      { amount: '1234' },
      [],
      ['ambiguous-amounts'],
    ],
    [
      'dates that can be read in two ways',
      'No,Date,Amount|a,01/02/2026,5.00|b,03/04/2026,6.00',
      { from: '2026-01-01' },
      [],
      ['ambiguous-dates'],
    ],
    [
      'a row without a date',
      'No,Date,Amount|a,2026-01-01,5.00|b,,6.00|c,2026-01-03,7.00|d,2026-01-04,8.00',
      { from: '2026-01-01' },
      ['a', 'c', 'd'],
      ['some-dates'],
    ],
    ['an unreadable one', `${unreadable}x,2026-01-02,see note`, { amount: '39' }, ['r39'], ['some-amounts']],
    ['an unknown currency', 'No,Date,Amount|a,2026-01-01,5.00', { currency: 'EUR' }, [], ['no-currencies']],
  ])('%s is named', async (_, lines, query, rows, reasons) => {
    expect(await search(lines, query)).toMatchObject({ rows, reasons });
  });

  test('the currency of the wallet applies to rows without a currency', async () => {
    const found = await search('No,Date,Amount|a,2026-01-01,5.00', {
      currency: 'EUR',
      walletCurrency: 'EUR',
    });
    expect(found).toMatchObject({ rows: ['a'], reasons: [] });
  });
});

test('a hit has the date and the signed amount of its row', async () => {
  const { hits } = await search(signed, { text: 'fee', till: '2026-01-31' });
  expect(hits).toMatchObject([
    { date: '2026-01-03', amount: { units: '-100001', scale: 2, currency: 'USD' }, columnName: 'Text' },
  ]);
});
