/** @file Rows of a statement are compared with their proofs: every difference is found, and none is reported falsely. */
import { describe, expect, test } from 'vitest';
import { wallets } from '../../../../src/main/practice/data/company.ts';
import { createProof, determineProofKind } from '../../../../src/main/practice/data/proof-kinds.ts';
import { statementCsv } from '../../../../src/main/practice/data/statement-files.ts';
import { createTransactions, type Transaction } from '../../../../src/main/practice/data/transactions.ts';
import type { ListedProof } from '../../../../src/shared/model/proofs/listed-proof.ts';
import { compareCsv, listProof, listReference } from '../../../fakes/statements/compare-proofs.ts';
import { rowsOf } from '../../rows-of.ts';

const readableKinds = ['mt103', 'pacs008'];
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
});

interface Mt103 {
  readonly reference?: string;
  readonly settled?: string;
  readonly others?: readonly string[];
  readonly to?: string;
  readonly bearer?: string;
}

/** A SWIFT message about a payment of 1,250.50 EUR. */
function mt103({
  reference = 'PX-17',
  settled = '260106EUR1250,50',
  others = [],
  to = 'ALPHA LTD',
  bearer = 'SHA',
}: Mt103) {
  const fields = [`:20:${reference}`, ':23B:CRED', `:32A:${settled}`, ...others, ':50K:/1', 'NORD AG'];
  return `{1:F01NORDDEB0AXXX0000000000}{2:I103PLNZCZP0XXXXN}{4:\r\n${[...fields, ':59:/2', to, `:71A:${bearer}`].join('\r\n')}\r\n-}`;
}

/** A message of ISO 20022 about the same payment, with charges of 5.25 EUR. */
const pacs008 = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf><CdtTrfTxInf>
  <PmtId><EndToEndId>PX-17</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="EUR">1250.50</IntrBkSttlmAmt>
  <IntrBkSttlmDt>2026-01-06</IntrBkSttlmDt><ChrgBr>SHAR</ChrgBr><ChrgsInf><Amt Ccy="EUR">2.00</Amt></ChrgsInf><ChrgsInf><Amt Ccy="EUR">3.25</Amt></ChrgsInf>
  <Dbtr><Nm>Nord</Nm></Dbtr><Cdtr><Nm>Alpha Limited</Nm></Cdtr></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>`;

const pending = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt><TxInfAndSts><TxSts>PDNG</TxSts>
  <OrgnlTxRef><IntrBkSttlmAmt Ccy="EUR">1250.50</IntrBkSttlmAmt></OrgnlTxRef></TxInfAndSts></FIToFIPmtStsRpt></Document>`;

type Proof = string | ListedProof | null;

/** Compares rows with the proof of PX-17. Describes the state of each row, and its fields that are not simply equal. */
async function compareLines(lines: readonly string[], proof: Proof, currency: string | null = null) {
  const ofOther = mt103({ reference: 'X1', settled: '260103EUR1,10' });
  const proofs = new Map([['X1', await listProof('X1', { pop: ofOther })]]);
  if (proof !== null)
    proofs.set('PX-17', typeof proof === 'string' ? await listProof('PX-17', { pop: proof }) : proof);
  const { rows } = await compareCsv(lines.join('\n'), proofs, currency);
  return rows.map((row) => {
    const fields = (row?.fields ?? []).filter(({ result, note }) => result !== 'agrees' || note !== null);
    const notable = fields.map(({ field, result, note }) => `${field} ${result}${note ? `: ${note}` : ''}`);
    return [row?.reason == null ? row?.state : `${row.state}: ${row.reason}`, ...notable].join(', ');
  });
}

const header = ['Date', 'Value date', 'Reference', 'Counterparty', 'Amount', 'Currency', 'Fee'] as const;

/** Rows before the compared ones, so that types and roles of the columns are certain. */
const otherRows = [
  ['2026-01-02', '2026-01-03', 'X1', 'Beta Ltd', '-1.10', 'EUR', ''],
  ['2026-01-13', '2026-01-13', 'X2', 'Gamma Ltd', '2.20', 'EUR', ''],
];

/** Cells of a row that differ from those of a payment of 1,250.50 EUR. */
type Row = Partial<Record<(typeof header)[number], string>>;

const payment = ['2026-01-05', '2026-01-06', 'PX-17', 'Alpha Ltd', '-1250.50', 'EUR', ''];
const cellsOf = (row: Row) => header.map((name, index) => row[name] ?? payment[index] ?? '');

/** Compares rows of a statement, in which a column can be left out. */
async function compareRows(
  rows: readonly Row[],
  proof: Proof,
  { without = '', currency = null }: { readonly without?: string; readonly currency?: string | null } = {},
) {
  const lines = [header, ...otherRows, ...rows.map(cellsOf)].map((cells) =>
    cells.filter((_, index) => header[index] !== without).join(','),
  );
  return (await compareLines(lines, proof, currency)).slice(otherRows.length);
}

async function compareOne(row: Row, proof: Proof, options = {}) {
  return (await compareRows([row], proof, options))[0];
}

const noCharges = 'charges not-compared: not-in-statement';
const withCharges = `agrees, amount agrees: with-charges, ${noCharges}`;

describe('a row and its proof', () => {
  /** Changed cells of the row, changes of the SWIFT message or additional fields of it, and the result. */
  const comparisons = `
agree => - => - => agrees
agree whatever the case of currency and payee => Currency=eur => to=alpha ltd => agrees
differ when the money came back => Amount=1250.50 => - => differs, payee not-compared: own-name, direction differs
are not compared without the sender of money that came back => Amount=1250.50; Counterparty= => - => not-comparable: payee, payee not-compared: not-in-statement, direction not-compared: not-in-proof
agree with more decimals => Amount=-1250.500 => - => agrees
differ by a cent => Amount=-1250.51 => - => differs, amount differs
differ in the currency => Currency=USD => - => differs, currency differs
differ in the value date => Value date=2026-01-07 => - => differs, date differs
differ in the value date that is booked on the day => Date=2026-01-06; Value date=2026-01-09 => - => differs, date differs
differ in the payee => Counterparty=Delta Foods Inc => - => differs, payee differs
agree with charges of the proof => Amount=-1255.50 => :71F:EUR5,00 => ${withCharges}
differ when the difference is not the charges => Amount=-1256.50 => :71F:EUR5,00 => differs, amount differs, ${noCharges}
agree with all charges => Amount=-1257.75 => :71F:EUR5,00; :71F:EUR2,25 => ${withCharges}
agree with the fee of the row => Amount=-1258.50; Fee=8.00 => - => agrees, amount agrees: with-charges, charges not-compared: not-in-proof
agree with the amount instructed in the currency of the row => Amount=-1100.00; Currency=USD => :33B:USD1100,00 => agrees, amount agrees: instructed-amount
are not compared after an exchange => Amount=-1380.00; Currency=USD => - => not-comparable: amount, amount not-compared: other-currency, currency not-compared: other-currency
are not compared when the row is the charge => Amount=-5.00 => :71F:EUR5,00 => not-comparable: amount, amount not-compared: charge-row, ${noCharges}
are left to the clerk when names are similar => Counterparty=Alpha Holding => to=ALPHA FOODS => not-comparable: payee, payee not-compared: similar-names
are left to the clerk in two scripts => Counterparty=株式会社東海精機 => to=TOKAI SEIKI => not-comparable: payee, payee not-compared: other-script
are not compared when the proof names a bank => - => to=PLZNCZP0 => not-comparable: payee, payee not-compared: no-name
are not compared when the proof states no payee => - => to= => not-comparable: payee, payee not-compared: not-in-proof
are not compared without a payee => Counterparty= => - => not-comparable: payee, payee not-compared: not-in-statement, direction not-compared: not-in-proof
are not compared when the amount of the proof cannot be read => - => settled=260106EUR1.250,50; :33B:EUR1250,50 => not-comparable: amount, amount not-compared: not-in-proof, currency not-compared: not-in-proof
differ in a part of the amount => Amount=-400.00 => - => differs, amount differs
differ in the row of the proof => - => reference=X1 => differs, reference differs: other-reference
agree when the proof has a reference of a bank only => - => reference=BANK-4711 => agrees, reference not-compared: not-stated
agree in ISO 20022 => - => ISO 20022 => agrees, ${noCharges}
agree with all charges in ISO 20022 => Amount=-1255.75 => ISO 20022 => ${withCharges}
differ from charges in ISO 20022 => Amount=-1255.76 => ISO 20022 => differs, amount differs, ${noCharges}
`;
  const valuesOf = (text: string): Record<string, string> =>
    Object.fromEntries(
      text
        .split('; ')
        .filter((part) => part.includes('='))
        .map((part) => part.split('=')),
    );

  test.each(rowsOf(comparisons))('%s (row %s, proof %s)', async (_, row = '', proof = '', expected = '') => {
    const others = proof.match(/:\d\d[A-Z]:\S+/g)?.map((field) => field.replace(/;$/, '')) ?? [];
    const text = proof === 'ISO 20022' ? pacs008 : mt103({ ...valuesOf(proof), others });
    expect(await compareOne(valuesOf(row), text)).toBe(expected);
  });

  test('are not compared when the amounts of the statement have no signs', async () => {
    const lines = [header, ...otherRows, cellsOf({})].map((cells) => cells.join(',').replaceAll(',-', ','));
    expect((await compareLines(lines, mt103({}))).at(-1)).toBe(
      'not-comparable: direction, direction not-compared: not-in-statement',
    );
  });

  test('are not compared on a booking date within days, and differ after weeks', async () => {
    const compareOn = (day: string) => compareOne({ Date: day }, mt103({}), { without: 'Value date' });
    expect(await compareOn('2026-01-09')).toBe('not-comparable: date, date not-compared: near-date');
    expect(await compareOn('2026-02-09')).toBe('differs, date differs');
  });

  test('agree in the currency of the wallet when the statement has none', async () => {
    const compareIn = (currency: string | null, row: Row = {}) =>
      compareOne(row, mt103({}), { without: 'Currency', currency });
    expect(await compareIn('EUR')).toBe('agrees');
    expect(await compareIn('SEK')).toBe('differs, currency differs');
    expect(await compareIn(null)).toBe('not-comparable: currency, currency not-compared: not-in-statement');
    expect(await compareIn(null, { Amount: '-1.00' })).toBe(
      'not-comparable: amount, amount not-compared: currency-unknown, currency not-compared: not-in-statement',
    );
  });
});

/** The payment in a message of ISO 20022, with the charges of an MT103. */
function isoTransfer({ bearer, settled, instructed, charges }: Readonly<Record<string, string>>) {
  const codes: Readonly<Record<string, string>> = { OUR: 'DEBT', SHA: 'SHAR', BEN: 'CRED' };
  const amount = (name: string, value = '') =>
    value === '' ? '' : `<${name} Ccy="EUR">${value}.00</${name}>`;
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf><CdtTrfTxInf>
    <PmtId><EndToEndId>PX-17</EndToEndId></PmtId>${amount('IntrBkSttlmAmt', settled)}<IntrBkSttlmDt>2026-01-06</IntrBkSttlmDt>
    ${amount('InstdAmt', instructed)}${bearer ? `<ChrgBr>${codes[bearer]}</ChrgBr>` : ''}
    ${charges ? `<ChrgsInf>${amount('Amt', charges)}</ChrgsInf>` : ''}
    <Dbtr><Nm>Nord</Nm></Dbtr><Cdtr><Nm>Alpha</Nm></Cdtr></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>`;
}

function swiftTransfer({ bearer = '', settled = '', instructed, charges }: Readonly<Record<string, string>>) {
  const others = [
    ...(instructed ? [`:33B:EUR${instructed},00`] : []),
    ...(charges ? [`:71${bearer === 'OUR' ? 'G' : 'F'}:EUR${charges},00`] : []),
  ];
  return mt103({ settled: `260106EUR${settled},00`, others, bearer });
}

/** Who bears the charges, settled and instructed amount, charges; then the amounts of rows that agree. */
const chargeRules = `
OUR 1000 - - => 1000 => 1000 1010 => 1000 => 1000
OUR 1000 1000 - => 1000 => 1000 1010 => 1000 => 1000
OUR 1010 1000 10 => 1000 1010 => 1000 1010 => 1000 => 1000
OUR 1010 - 10 => 1010 => 1010 => 1000 => 1000
OUR 990 1000 - => none => none => none => none
OUR 990 1000 10 => none => none => none => none
SHA 1000 - - => 1000 => 1000 1010 => 1000 => 990 1000
SHA 1000 1000 - => 1000 => 1000 1010 => 1000 => 990 1000
SHA 990 1000 10 => 1000 => 990 1000 => 990 => 990
SHA 990 - 10 => 990 1000 => 990 1000 => 990 => 990
SHA 990 1000 - => none => none => none => none
SHA 1010 1000 10 => none => none => none => none
BEN 1000 1000 - => 1000 => 1000 => 1000 => 990 1000
BEN 990 1000 10 => 1000 => 990 1000 => 990 => 990
BEN 980 1000 10 => none => none => none => none
- 1000 1000 - => 1000 => 1000 1010 => 1000 => 990 1000
- 990 1000 10 => 990 1000 => 990 1000 => 990 => 990
- 990 - 10 => 990 => 990 => 990 => 990
- 980 1000 10 => none => none => none => none
`;

test.each(
  rowsOf(chargeRules).flatMap(([rule = '', ...lists]) =>
    lists.map((list, at) => [rule, at < 2 ? 'out' : 'in', at % 2 === 0 ? '' : '10.00', list] as const),
  ),
)('charges %s, a row %s with fee "%s" agrees with %s', async (rule, direction, fee, list) => {
  const [bearer = '', settled = '', instructed = '', charges = ''] = rule.replaceAll('-', '').split(' ');
  const facts = { bearer, settled, instructed, charges };
  for (const proof of [swiftTransfer(facts), isoTransfer(facts)]) {
    const agreed: string[] = [];
    for (const amount of ['970', '980', '990', '1000', '1010', '1020', '1030']) {
      const [sign, name] = direction === 'out' ? ['-', 'Alpha Ltd'] : ['', 'Nord AG'];
      const row = { Amount: `${sign}${amount}.00`, Counterparty: name, Fee: fee };
      if ((await compareOne(row, proof))?.startsWith('agrees')) agreed.push(amount);
    }
    expect(agreed.join(' ') || 'none').toBe(list);
  }
});

/** Facts of an entry of an account, in which the counterparty has no name. */
const entryOf = (mark: string, currency = 'EUR') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry>
  <Amt Ccy="${currency}">1250.50</Amt>${mark === '' ? '' : `<CdtDbtInd>${mark}</CdtDbtInd>`}<Sts><Cd>BOOK</Cd></Sts><ValDt><Dt>2026-01-06</Dt></ValDt>
  <NtryDtls><TxDtls><Refs><EndToEndId>PX-17</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

test.each([
  ['DBIT', '-1250.50', 'not-comparable: payee, payee not-compared: not-in-proof'],
  ['DBIT', '1250.50', 'differs, payee not-compared: not-in-proof, direction differs'],
  ['CRDT', '-1250.50', 'differs, payee not-compared: not-in-proof, direction differs'],
  ['CRDT', '1250.50', 'not-comparable: payee, payee not-compared: not-in-proof'],
  ['', '-1250.50', 'not-comparable: payee, payee not-compared: not-in-proof'],
])('an entry %s and a row of %s: %s', async (mark, Amount, expected) => {
  expect(await compareOne({ Amount }, entryOf(mark))).toBe(expected);
});

test('an order to pay is no payment', async () => {
  const order = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><PmtInf><ReqdExctnDt><Dt>2026-01-06</Dt></ReqdExctnDt>
  <Dbtr><Nm>Nord</Nm></Dbtr><CdtTrfTxInf><PmtId><EndToEndId>PX-17</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1250.50</InstdAmt></Amt>
  <Cdtr><Nm>Alpha</Nm></Cdtr></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`;
  expect(await compareOne({}, order)).toBe('not-comparable: not-settled');
});

test('a statement with columns of debits and credits is compared', async () => {
  const lines = ['Date,Reference,Counterparty,Debit,Credit,Currency', '2026-01-02,X1,Beta Ltd,,1.10,EUR'];
  const compareDebit = async (debit: string) =>
    (await compareLines([...lines, `2026-01-06,PX-17,Alpha Ltd,${debit},,EUR`], mt103({}))).at(-1);
  expect(await compareDebit('1250.50')).toBe('agrees');
  expect(await compareDebit('1250.60')).toBe('differs, amount differs');
});

test('a statement whose amounts can be read in two ways is not compared', async () => {
  const lines = ['Date,Reference,Counterparty,Amount,Currency', '2026-01-02,X1,Beta Ltd,-1.100,EUR'];
  const compared = await compareLines([...lines, '2026-01-06,PX-17,Alpha Ltd,-1.250,EUR'], mt103({}));
  expect(compared.at(-1)).toMatch(/^not-comparable: amount, amount not-compared: ambiguous-column/);
});

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
])('the payees %s and %s: %s', async (payee, to, state) => {
  expect((await compareOne({ Counterparty: `"${payee}"` }, mt103({ to })))?.split(/[:,]/)[0]).toBe(state);
});

test.each<[string, Proof, string]>([
  ['of a refused payment', mt103({ others: [':72:/REJT/59', '/AC04/'] }), 'refused'],
  ['of a returned payment', mt103({ others: [':72:/RETN/59', '/AC04/'] }), 'refused'],
  ['of a pending payment', pending, 'not-comparable: not-settled'],
  ['with the amount of an original payment', pending.replace('PDNG', 'ACSC'), 'not-comparable: amount'],
  ['in JSON', '{"amount":"1250.50","currency":"EUR","status":"COMPLETED"}', 'not-comparable: no-facts'],
  ['of a text', 'PAID', 'not-comparable: no-facts'],
  ['of two payments', `${mt103({})}\r\n${mt103({})}`, 'not-comparable: several-payments'],
  ['that was not fetched', null, 'missing'],
  ['that is being fetched', listReference('queued'), 'missing: fetching'],
  ['that could not be fetched', listReference('failed'), 'missing: failed'],
  ['that does not exist', listReference('not-found'), 'not-found'],
])('a proof %s never looks paid', async (_, proof, state) => {
  expect((await compareOne({}, proof))?.split(', ')[0]).toBe(state);
});

test.each<[string, Row[], string[]]>([
  [
    'have one payment, and their fees are no differences',
    [{}, { Amount: '-8.00', Counterparty: 'Nordbank' }],
    ['agrees', 'not-comparable: shared-reference'],
  ],
  [
    'differ in the largest amount when none has that of the proof',
    [{ Amount: '-8.00' }, { Amount: '-1250.00' }],
    ['not-comparable: shared-reference', 'differs'],
  ],
  ['agree when their sum has it', [{ Amount: '-1000.00' }, { Amount: '-250.50' }], ['agrees', 'agrees']],
  [
    'do not agree when one payment is booked twice',
    [{}, {}, { Amount: '-8.00' }],
    Array.from({ length: 3 }, () => 'not-comparable: shared-reference'),
  ],
  [
    'do not agree together when the facts of one are not certain',
    [{ Amount: '-1000.00' }, { Amount: '-250.50', Fee: ',x' }],
    ['differs', 'not-comparable: row-odd'],
  ],
  ...['1250.50', '1250.500'].map((Amount): [string, Row[], string[]] => [
    `do not agree when ${Amount} reverses the other`,
    [{}, { Amount }],
    ['not-comparable: reversed', 'not-comparable: reversed'],
  ]),
])('rows with one reference %s', async (_, rows, states) => {
  expect((await compareRows(rows, mt103({}))).map((row) => row.split(', ')[0])).toEqual(states);
});
