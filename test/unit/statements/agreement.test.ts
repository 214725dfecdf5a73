/** @file Rows of a statement are compared with their proofs: every difference is found, and none is reported falsely. */
import { describe, expect, test } from 'vitest';
import { wallets } from '../../../src/main/simulator/company.ts';
import { createProof, determineProofKind } from '../../../src/main/simulator/proof-kinds.ts';
import { createRandom, pick } from '../../../src/main/simulator/random.ts';
import { statementCsv } from '../../../src/main/simulator/statement-files.ts';
import { createTransactions, type Transaction } from '../../../src/main/simulator/transactions.ts';
import type { ListedProof } from '../../../src/shared/model/proofs/listed-proof.ts';
import { compareCsv, listProof, listReference } from '../../fakes/compare-proofs.ts';

const readableKinds = ['mt103', 'pacs008', 'json'];
const quarter = ['2026-01-01', '2026-03-31', '2026-04-01'] as const;

async function listProofs(rows: readonly Transaction[]): Promise<Map<string, ListedProof>> {
  const proofs = new Map<string, ListedProof>();
  for (const row of rows)
    if (row.kind === 'payment') proofs.set(row.reference, await listProof(row.reference, createProof(row)));
  return proofs;
}

function csvOf(rows: readonly Transaction[], wallet: Transaction['wallet']): Uint8Array {
  return statementCsv({ wallet, since: quarter[0], till: quarter[1], openingBalance: 0, rows });
}

/** The state of a row of the practice company after all proofs were fetched. */
function expectedState({ kind, reference, counterparty }: Transaction): string {
  if (kind !== 'payment') return 'missing';
  const proofKind = determineProofKind(reference);
  // A SWIFT message has Latin letters only.
  const isInOtherScript = proofKind === 'mt103' && counterparty.name !== counterparty.latinName;
  return readableKinds.includes(proofKind) && !isInOtherScript ? 'agrees' : 'not-comparable';
}

describe('the practice company', () => {
  test('has no difference in any wallet, and agrees wherever a proof states facts', async () => {
    const transactions = createTransactions(2);
    for (const wallet of wallets) {
      const rows = transactions.between(wallet, ...quarter);
      const { agreements, rows: compared } = await compareCsv(csvOf(rows, wallet), await listProofs(rows));
      expect(agreements.counts).toMatchObject({ differs: 0, refused: 0 });
      expect(compared.map((row) => row?.state)).toEqual(rows.map(expectedState));
    }
  });

  test.each([1, 2, 3])('shows every difference in its field, statement %d', async (seed) => {
    const random = createRandom(seed);
    const wallet = wallets[seed + 1] ?? wallets[0];
    const rows = createTransactions(12).between(wallet, ...quarter);
    const proofs = await listProofs(rows);
    const [payee] = rows.filter(({ kind }) => kind === 'payment').map(({ counterparty }) => counterparty);
    const seeded = new Map<number, string>();
    const changed = rows.map((row, index): Transaction => {
      if (expectedState(row) !== 'agrees' || random() < 0.5) return row;
      const field = pick(random, ['amount', 'currency', 'date', 'payee']);
      const hasSamePayee = row.counterparty.name === payee?.name;
      if (field === 'payee' && (hasSamePayee || row.counterparty.name !== row.counterparty.latinName))
        return row;
      seeded.set(index, field);
      if (field === 'amount') return { ...row, amount: row.amount + pick(random, [1, -1, 100, -1_000]) };
      if (field === 'date') return { ...row, date: '2026-09-30' };
      return field === 'payee' && payee !== undefined ? { ...row, counterparty: payee } : row;
    });
    const csv = new TextDecoder()
      .decode(csvOf(changed, wallet))
      .split('\r\n')
      .map((line, index) =>
        seeded.get(index - 1) === 'currency' ? line.replace(`,${wallet.currency},`, ',NOK,') : line,
      );
    const compared = await compareCsv(csv.join('\r\n'), proofs);
    const found = compared.rows.flatMap((row, index) =>
      row?.state === 'differs'
        ? [[index, row.fields.filter(({ result }) => result === 'differs').map(({ field }) => field)]]
        : [],
    );
    expect(seeded.size).toBeGreaterThan(60);
    expect(found).toEqual([...seeded].map(([index, field]) => [index, [field]]));
  });
});

interface Mt103 {
  readonly reference?: string;
  readonly settled?: string;
  readonly others?: readonly string[];
  readonly to?: string;
}

/** A SWIFT message about a payment of 1,250.50 EUR. */
function mt103({ reference = 'PX-17', settled = '260106EUR1250,50', others = [], to = 'ALPHA LTD' }: Mt103) {
  const fields = [`:20:${reference}`, ':23B:CRED', `:32A:${settled}`, ...others, ':50K:/1', 'NORD AG'];
  return `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:\r\n${[...fields, ':59:/2', to, ':71A:SHA'].join('\r\n')}\r\n-}`;
}

/** Rows before and after the compared ones, so that types and roles of the columns are certain. */
const otherRows = [
  ['2026-01-02', '2026-01-03', 'X1', 'Beta Ltd', '-1.10', 'EUR', ''],
  ['2026-01-13', '2026-01-13', 'X2', 'Gamma Ltd', '2.20', 'EUR', ''],
];
const header = ['Date', 'Value date', 'Reference', 'Counterparty', 'Amount', 'Currency', 'Fee'];

interface Row {
  readonly date?: string;
  readonly valueDate?: string;
  readonly reference?: string;
  readonly payee?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly fee?: string;
}

/** A row of a payment of 1,250.50 EUR. */
function cellsOf(row: Row): string[] {
  const { date = '2026-01-05', valueDate = '2026-01-06', reference = 'PX-17', payee = 'Alpha Ltd' } = row;
  return [date, valueDate, reference, payee, row.amount ?? '-1250.50', row.currency ?? 'EUR', row.fee ?? ''];
}

/** Compares rows with one proof of the reference PX-17; a column can be left out. */
async function compareRows(
  rows: readonly Row[],
  proof: string | ListedProof | null,
  { without = '', currency = null }: { readonly without?: string; readonly currency?: string | null } = {},
) {
  const listed = typeof proof === 'string' ? await listProof('PX-17', { pop: proof }) : proof;
  const lines = [header, ...otherRows, ...rows.map(cellsOf)].map((cells) =>
    cells.filter((_, index) => header[index] !== without).join(','),
  );
  const proofs = new Map(listed === null ? [] : [['PX-17', listed]]);
  const compared = await compareCsv(lines.join('\n'), proofs, currency);
  return compared.rows.slice(otherRows.length);
}

/** Describes the comparison of one row: its state and the fields that are not simply equal. */
async function compareOne(row: Row, proof: Parameters<typeof compareRows>[1], options = {}) {
  const [found] = await compareRows([row], proof, options);
  const { state, reason, fields } = found ?? { state: null, reason: null, fields: [] };
  const notable = fields
    .filter(({ result, note }) => result !== 'agrees' || note !== null)
    .map(({ field, result, note }) => `${field} ${result}${note === null ? '' : `: ${note}`}`);
  return [reason === null ? state : `${state}: ${reason}`, ...notable];
}

describe('a row and its proof', () => {
  test.each<[string, Row, Mt103, string[]]>([
    ['agree', {}, {}, ['agrees']],
    ['agree whatever the case of currency and payee', { currency: 'eur' }, { to: 'alpha ltd' }, ['agrees']],
    [
      'are left to the clerk when the money came back from the payee',
      { amount: '1250.50' },
      {},
      ['not-comparable: payee', 'payee not-compared: own-name'],
    ],
    ['agree with more decimals', { amount: '-1250.500' }, {}, ['agrees']],
    ['differ by a cent', { amount: '-1250.51' }, {}, ['differs', 'amount differs']],
    ['differ in the currency', { currency: 'USD' }, {}, ['differs', 'currency differs']],
    ['differ in the value date', { valueDate: '2026-01-07' }, {}, ['differs', 'date differs']],
    ['agree by the booking date', { date: '2026-01-06', valueDate: '2026-01-09' }, {}, ['agrees']],
    ['differ in the payee', { payee: 'Delta Foods Inc' }, {}, ['differs', 'payee differs']],
    [
      'agree with the charges that the proof names',
      { amount: '-1255.50' },
      { others: [':71F:EUR5,00'] },
      ['agrees', 'amount agrees: with-charges', 'charges not-compared: not-in-statement'],
    ],
    [
      'differ when the difference is not the charges',
      { amount: '-1256.50' },
      { others: [':71F:EUR5,00'] },
      ['differs', 'amount differs', 'charges not-compared: not-in-statement'],
    ],
    [
      'agree with all charges together',
      { amount: '-1257.75' },
      { others: [':71F:EUR5,00', ':71F:EUR2,25'] },
      ['agrees', 'amount agrees: with-charges', 'charges not-compared: not-in-statement'],
    ],
    [
      'agree with the fee of the row',
      { amount: '-1258.50', fee: '8.00' },
      {},
      ['agrees', 'amount agrees: with-charges', 'charges not-compared: not-in-proof'],
    ],
    [
      'agree with the instructed amount in the currency of the row',
      { amount: '-1100.00', currency: 'USD' },
      { others: [':33B:USD1100,00'] },
      ['agrees', 'amount agrees: instructed-amount'],
    ],
    [
      'are not compared after an exchange',
      { amount: '-1380.00', currency: 'USD' },
      {},
      [
        'not-comparable: amount',
        'amount not-compared: other-currency',
        'currency not-compared: other-currency',
      ],
    ],
    [
      'are not compared when the row is the charge',
      { amount: '-5.00' },
      { others: [':71F:EUR5,00'] },
      ['not-comparable: amount', 'amount not-compared: charge-row', 'charges not-compared: not-in-statement'],
    ],
    [
      'are left to the clerk when the names are similar',
      { payee: 'Alpha Holding' },
      { to: 'ALPHA FOODS' },
      ['not-comparable: payee', 'payee not-compared: similar-names'],
    ],
    [
      'are left to the clerk when the names are in two scripts',
      { payee: '株式会社東海精機' },
      { to: 'TOKAI SEIKI' },
      ['not-comparable: payee', 'payee not-compared: other-script'],
    ],
    ['agree when the proof names a bank', {}, { to: 'PLZNCZP0' }, ['agrees', 'payee not-compared: no-name']],
    [
      'agree when the row has no payee',
      { payee: '' },
      {},
      ['agrees', 'payee not-compared: not-in-statement'],
    ],
    [
      'differ when the proof is about another row',
      {},
      { reference: 'X1' },
      ['differs', 'reference differs: other-reference'],
    ],
    [
      'agree when the proof has a reference of a bank only',
      {},
      { reference: 'BANK-4711' },
      ['agrees', 'reference not-compared: not-stated'],
    ],
  ])('%s', async (_, row, proof, expected) => {
    const proofOfOther = await listProof('X1', { pop: mt103({ reference: 'X1', settled: '260103EUR1,10' }) });
    const listed = await listProof('PX-17', { pop: mt103(proof) });
    const lines = [header, ...otherRows, cellsOf(row)].map((cells) => cells.join(','));
    const compared = await compareCsv(
      lines.join('\n'),
      new Map([
        ['PX-17', listed],
        ['X1', proofOfOther],
      ]),
    );
    const found = compared.rows.at(-1);
    const notable = found?.fields
      .filter(({ result, note }) => result !== 'agrees' || note !== null)
      .map(({ field, result, note }) => `${field} ${result}${note === null ? '' : `: ${note}`}`);
    const state = found?.reason == null ? found?.state : `${found.state}: ${found.reason}`;
    expect([state, ...(notable ?? [])]).toEqual(expected);
  });

  test('agree when the amounts of the statement have no signs', async () => {
    const proofs = new Map([['PX-17', await listProof('PX-17', { pop: mt103({}) })]]);
    const lines = [header, ...otherRows, cellsOf({})].map((cells) => cells.join(',').replaceAll(',-', ','));
    const { rows } = await compareCsv(lines.join('\n'), proofs);
    expect(rows.at(-1)).toMatchObject({
      state: 'agrees',
      fields: expect.not.arrayContaining([{ result: 'differs' }]),
    });
  });

  test('agree on a booking date within days, and differ after weeks', async () => {
    const options = { without: 'Value date' };
    expect(await compareOne({ date: '2026-01-09' }, mt103({}), options)).toEqual([
      'agrees',
      'date not-compared: near-date',
    ]);
    expect(await compareOne({ date: '2026-02-09' }, mt103({}), options)).toEqual(['differs', 'date differs']);
  });

  test('agree in the currency of the wallet when the statement has none', async () => {
    const without = 'Currency';
    expect(await compareOne({}, mt103({}), { without, currency: 'EUR' })).toEqual(['agrees']);
    expect(await compareOne({}, mt103({}), { without, currency: 'SEK' })).toEqual([
      'differs',
      'currency differs',
    ]);
    expect(await compareOne({}, mt103({}), { without })).toEqual([
      'agrees',
      'currency not-compared: not-in-statement',
    ]);
    expect(await compareOne({ amount: '-1.00' }, mt103({}), { without })).toEqual([
      'not-comparable: amount',
      'amount not-compared: currency-unknown',
      'currency not-compared: not-in-statement',
    ]);
  });
});

describe('a statement', () => {
  async function compareLast(lines: readonly string[], pop: string) {
    const proofs = new Map([['PX-17', await listProof('PX-17', { pop })]]);
    const { rows } = await compareCsv(lines.join('\n'), proofs);
    const found = rows.at(-1);
    const fields = found?.fields.map(({ field, result, note }) => `${field} ${note ?? result}`);
    return { state: found?.state, reason: found?.reason, fields };
  }

  test('with columns of debits and credits is compared', async () => {
    const lines = ['Date,Reference,Counterparty,Debit,Credit,Currency', '2026-01-02,X1,Beta Ltd,,1.10,EUR'];
    const row = '2026-01-06,PX-17,Alpha Ltd,1250.50,,EUR';
    expect(await compareLast([...lines, row], mt103({}))).toMatchObject({ state: 'agrees' });
    const other = row.replace('1250.50', '1250.60');
    expect(await compareLast([...lines, other], mt103({}))).toMatchObject({ state: 'differs' });
  });

  test('whose amounts can be read in two ways is not compared', async () => {
    const lines = ['Date,Reference,Counterparty,Amount,Currency', '2026-01-02,X1,Beta Ltd,-1.100,EUR'];
    expect(await compareLast([...lines, '2026-01-06,PX-17,Alpha Ltd,-1.250,EUR'], mt103({}))).toMatchObject({
      state: 'not-comparable',
      reason: 'amount',
      fields: expect.arrayContaining(['amount ambiguous-column']),
    });
  });

  test('agrees with a proof in ISO 20022 and its charges', async () => {
    const lines = ['Date,Reference,Counterparty,Amount,Currency', '2026-01-02,X1,Beta Ltd,1.10,EUR'];
    const pop = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf><CdtTrfTxInf>
      <PmtId><EndToEndId>PX-17</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="EUR">1250.50</IntrBkSttlmAmt>
      <IntrBkSttlmDt>2026-01-06</IntrBkSttlmDt><ChrgsInf><Amt Ccy="EUR">2.00</Amt></ChrgsInf><ChrgsInf><Amt Ccy="EUR">3.25</Amt></ChrgsInf>
      <Dbtr><Nm>Nord</Nm></Dbtr><Cdtr><Nm>Alpha Limited</Nm></Cdtr></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>`;
    const compareAmount = (amount: string) =>
      compareLast([...lines, `2026-01-06,PX-17,Alpha Ltd,${amount},EUR`], pop);
    expect(await compareAmount('-1250.50')).toMatchObject({ state: 'agrees' });
    expect(await compareAmount('-1255.75')).toMatchObject({
      state: 'agrees',
      fields: expect.arrayContaining(['amount with-charges']),
    });
    expect(await compareAmount('-1255.76')).toMatchObject({ state: 'differs' });
  });

  test('agrees with the fee of a proof in JSON', async () => {
    const lines = ['Date,Reference,Counterparty,Amount,Currency', '2026-01-02,X1,Beta Ltd,1.10,EUR'];
    const pop = JSON.stringify({
      status: 'COMPLETED',
      amount: '1250.50',
      currency: 'EUR',
      fee: '4.00',
      creditor: { name: 'Alpha Ltd' },
    });
    const compareAmount = (amount: string) =>
      compareLast([...lines, `2026-01-06,PX-17,Alpha Ltd,${amount},EUR`], pop);
    expect(await compareAmount('-1254.50')).toMatchObject({ state: 'agrees' });
    expect(await compareAmount('-1254.49')).toMatchObject({ state: 'differs' });
  });
});

describe('a payee', () => {
  test.each([
    ['Müller & Söhne GmbH', 'MUELLER UND SOEHNE', 'agrees'],
    ['Cerámica Olmedilla, S.L.', 'CERAMICA OLMEDILLA', 'agrees'],
    ['Kwiatkowski Logistyka Sp. z o.o.', 'KWIATKOWSKI LOGISTYKA', 'agrees'],
    ['International Manufacturing Corp', 'INTL MFG CORPORATION', 'agrees'],
    ['Zollagentur Hansa Bremen und Bremerhaven Spedition', 'ZOLLAGENTUR HANSA BREMEN UND BREMER', 'agrees'],
    ['Smith, John', 'JOHN SMITH', 'agrees'],
    ['J. Smith', 'John Smith', 'agrees'],
    ["O'Neill Foods", 'ONEILL FOODS', 'agrees'],
    ['Балтийский Завод ООО', 'БАЛТИЙСКИЙ ЗАВОД', 'agrees'],
    ['Alpha', 'ALPHA TOOLS', 'agrees'],
    ['Sun Ltd', 'SUNRISE ENERGY GMBH', 'not-comparable'],
    ['Max', 'MAXWELL OIL', 'not-comparable'],
    ['Miler Foods', 'MILLER FOODS', 'not-comparable'],
    ['Alpha Trading', 'Omega Trading', 'differs'],
    ['Ahlström Konepaja Oy', 'SKODA LISOVNA PLZEN', 'differs'],
  ])('%s and %s: %s', async (payee, to, state) => {
    const quoted = `"${payee}"`;
    expect((await compareOne({ payee: quoted }, mt103({ to })))[0]?.split(':')[0]).toBe(state);
  });
});

describe('a proof', () => {
  test.each<[string, string, string]>([
    ['a refused payment', mt103({ others: [':72:/REJT/59', '/AC04/'] }), 'refused'],
    ['a returned payment', mt103({ others: [':72:/RETN/59', '/AC04/'] }), 'refused'],
    [
      'a pending payment',
      JSON.stringify({
        status: 'PENDING',
        amount: '1250.50',
        currency: 'EUR',
        creditor: { name: 'Alpha Ltd' },
      }),
      'not-comparable: not-settled',
    ],
    ['a text', 'PAID', 'not-comparable: no-facts'],
    ['two payments', `${mt103({})}\r\n${mt103({})}`, 'not-comparable: several-payments'],
  ])('of %s never looks paid', async (_, pop, state) => {
    expect((await compareOne({}, pop))[0]).toBe(state);
  });

  test('that is not stored is missing, and says why', async () => {
    expect(await compareOne({}, null)).toEqual(['missing']);
    expect(await compareOne({}, listReference('queued'))).toEqual(['missing: fetching']);
    expect(await compareOne({}, listReference('failed'))).toEqual(['missing: failed']);
    expect(await compareOne({}, listReference('not-found'))).toEqual(['not-found']);
  });
});

describe('rows with one reference', () => {
  const statesOf = async (rows: readonly Row[], proof = mt103({})) =>
    (await compareRows(rows, proof)).map((row) =>
      row?.reason == null ? row?.state : `${row.state}: ${row.reason}`,
    );

  test('have one payment, and their fees are no differences', async () => {
    expect(await statesOf([{}, { amount: '-8.00', payee: 'Nordbank' }])).toEqual([
      'agrees',
      'not-comparable: shared-reference',
    ]);
  });

  test('differ in the largest amount when none has that of the proof', async () => {
    expect(await statesOf([{ amount: '-8.00' }, { amount: '-1250.00' }])).toEqual([
      'not-comparable: shared-reference',
      'differs',
    ]);
  });

  test('agree when their sum has the amount', async () => {
    expect(await statesOf([{ amount: '-1000.00' }, { amount: '-250.50' }])).toEqual(['agrees', 'agrees']);
  });

  test('do not agree when one payment is booked twice', async () => {
    expect(await statesOf([{}, {}, { amount: '-8.00' }])).toEqual([
      'not-comparable: shared-reference',
      'not-comparable: shared-reference',
      'not-comparable: shared-reference',
    ]);
  });

  test('do not agree together when the facts of one are not certain', async () => {
    const lines = [...otherRows, cellsOf({ amount: '-1000.00' }), [...cellsOf({ amount: '-250.50' }), 'x']];
    const proofs = new Map([['PX-17', await listProof('PX-17', { pop: mt103({}) })]]);
    const { rows } = await compareCsv([header, ...lines].map((cells) => cells.join(',')).join('\n'), proofs);
    expect(rows.slice(otherRows.length).map((row) => row?.state)).toEqual(['differs', 'not-comparable']);
  });

  test('do not agree when one reverses the other with more decimals', async () => {
    expect(await statesOf([{}, { amount: '1250.500' }])).toEqual([
      'not-comparable: reversed',
      'not-comparable: reversed',
    ]);
  });

  test('do not agree when one reverses the other', async () => {
    expect(await statesOf([{}, { amount: '1250.50' }])).toEqual([
      'not-comparable: reversed',
      'not-comparable: reversed',
    ]);
  });
});
