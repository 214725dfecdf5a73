/**
 * @file Malformed texts of others, in thousands of variants: each is read to its end, within the limits of the
 * library's list and of the window, and with work that is linear in its length.
 */
import { expect, test } from 'vitest';
import { maxContentBytes, serializeContent } from '../../../src/main/features/proofs/reading/content.ts';
import { readFacts } from '../../../src/main/features/proofs/reading/facts.ts';
import { readDocument } from '../../../src/main/features/proofs/reading/read-answer.ts';
import { proofContentSchema } from '../../../src/shared/model/proofs/content.ts';
import { proofFactsSchema } from '../../../src/shared/model/proofs/proof.ts';
import { countWork } from './counted-work.ts';

const swift = `{1:F21NORDDEB0AXXX0000000000}{4:{177:2610141130}{451:1}{405:H80}}{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{3:{119:STP}}{4:\r
:20:INV-1041\r
:23B:CRED\r
:32A:261014EUR48250,00\r
:33B:USD50000,00\r
:36:0,965\r
:50K:/DE00100000000000000001\r
NORDLICHT HANDEL GMBH\r
:59F:/CZ0000000000000000000001\r
1/MORAVSKA STROJIRNA A.S.\r
3/CZ/PLZEN\r
:70:INVOICE 1041 & 1042\r
:71A:SHA\r
:71F:EUR12,\r
:72:/RETN/99\r
/AC04/ACCOUNT CLOSED\r
-}{5:{CHK:0123456789AB}{TNG:}{PDE:}}$
{1:F01NORDDEB0AXXX0000000000}{2:O2021130261014PLZNCZP0AXXX00000000002610141131N}{4:
:20:COVER :21:INV-1041 :32A:261014EUR100, :58A:PLZNCZP0
-}`;
const xml = `<?xml version="1.0" encoding="UTF-8"?><!-- from the bank -->
<p:Document xmlns:p="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><p:FIToFIPmtStsRpt><p:GrpHdr><p:MsgId>M&amp;1</p:MsgId></p:GrpHdr>
<p:TxInfAndSts><p:OrgnlEndToEndId>INV-1</p:OrgnlEndToEndId><p:TxSts>RJCT</p:TxSts><p:StsRsnInf><p:Rsn><p:Cd>AC04</p:Cd></p:Rsn><p:AddtlInf><![CDATA[closed & gone]]></p:AddtlInf></p:StsRsnInf>
<p:OrgnlTxRef><p:IntrBkSttlmAmt Ccy="EUR">36.00</p:IntrBkSttlmAmt><p:IntrBkSttlmDt>2026-10-14+02:00</p:IntrBkSttlmDt><p:Dbtr><p:Pty><p:Nm>Nord</p:Nm></p:Pty></p:Dbtr></p:OrgnlTxRef></p:TxInfAndSts>
<p:TxInfAndSts><p:TxSts>ACSC</p:TxSts></p:TxInfAndSts></p:FIToFIPmtStsRpt></p:Document>`;
const json = `{"amount":{"value":48250.00,"currency":"EUR"},"debtor":{"name":"Nordlicht \\u0048andel"},"creditor":"Morav\\"ská",
"valueDate":"2026-10-14T00:00:00Z","list":[1e2,-0.0,null,true,[],{}],"uetr":"00000000-0000-4000-8000-000000000000","amount":1}`;

/** Deterministic random numbers in [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Tokens that break these formats: marks, partial marks and invalid characters. */
const tokens = [
  '{1:F01',
  '{4:',
  '-}',
  '}',
  '{',
  ':32A:',
  ':',
  '$',
  '\r',
  '\n',
  '-',
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&',
  '&#x',
  '&#0;',
  '&nbsp;',
  '<?xml',
  '<!DOCTYPE a>',
  'Ccy="',
  '"',
  "'",
  '\\',
  '\\u',
  '[',
  ']',
  ',',
  '\u0000',
  '\ufeff',
  '\ud800',
  '9'.repeat(40),
  'é',
  '💶',
  ' ',
];

/** Inserts one to eight errors into a text. */
function broken(text: string, random: () => number): string {
  let result = text;
  const below = (limit: number) => Math.floor(random() * limit);
  for (let faults = 1 + below(8); faults > 0; faults -= 1) {
    const at = below(result.length + 1);
    const end = Math.min(result.length, at + below(60));
    const token = tokens[below(tokens.length)] ?? '';
    const part = result.slice(at, end);
    const middle = [
      token,
      '',
      part.repeat(1 + below(6)),
      token.repeat(1 + below(30)),
      Array.from(part).reverse().join(''),
    ];
    result = result.slice(0, at) + (middle[below(middle.length)] ?? '') + result.slice(end);
  }
  return result;
}

/** Limit of work per character: about three times the worst case of the broken texts. */
const maxWorkPerCharacter = 400;

/** Runs all readers on the text of a proof. */
function readAll(pop: string): void {
  const document = readDocument(Buffer.from(JSON.stringify({ pop, type: 'X' })));
  if (document === null) throw new Error('The answer is no JSON object');
  proofFactsSchema.parse(readFacts(document.document).facts);
  const content = serializeContent(document.document);
  expect(content.length).toBeLessThanOrEqual(maxContentBytes);
  proofContentSchema.parse(JSON.parse(content.toString()));
}

test.each([
  ['SWIFT', swift, 11],
  ['XML', xml, 12],
  ['JSON', json, 13],
])('1,500 broken forms of %s are read to their end, with bounded work', (_, sample, seed) => {
  const random = createRandom(seed);
  for (let count = 0; count < 1_500; count += 1) {
    const pop = broken(sample, random);
    let work = 0;
    expect(() => {
      work = countWork(() => readAll(pop));
    }, JSON.stringify(pop)).not.toThrow();
    expect(work, JSON.stringify(pop)).toBeLessThan(maxWorkPerCharacter * (pop.length + 500));
  }
});

const fields = (count: number) => ':72:/ACC/WORDS\r\n'.repeat(count);
const transaction =
  '<CdtTrfTxInf><PmtId><EndToEndId>E</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="EUR">1.00</IntrBkSttlmAmt></CdtTrfTxInf>';

test.each<readonly [string, (count: number) => string]>([
  ['messages', (count) => swift.repeat(count / 10)],
  [
    'fields',
    (count) => `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:\r\n:20:A\r\n${fields(count)}-}`,
  ],
  [
    'fields without line ends',
    (count) => `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4: :20:A ${':70:A '.repeat(count)}-}`,
  ],
  ['braces', (count) => `{1:F01NORDDEB0AXXX0000000000}${'{4:'.repeat(count)}`],
  ['headers', (count) => '{1:F01'.repeat(count)],
  [
    'transactions',
    (count) =>
      `<FIToFICstmrCdtTrf xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.10">${transaction.repeat(count)}</FIToFICstmrCdtTrf>`,
  ],
  [
    'elements around transactions',
    (count) =>
      `<FIToFICstmrCdtTrf xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.10">${'<x/>'.repeat(count)}${transaction.repeat(count)}</FIToFICstmrCdtTrf>`,
  ],
  [
    'details of an entry',
    (count) =>
      `<BkToCstmrStmt xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><Stmt><Ntry><NtryDtls>${'<TxDtls/>'.repeat(count)}</NtryDtls></Ntry></Stmt></BkToCstmrStmt>`,
  ],
  [
    'reasons',
    (count) =>
      `<FIToFIPmtStsRpt xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><TxInfAndSts><TxSts>RJCT</TxSts>${'<StsRsnInf><AddtlInf>x</AddtlInf></StsRsnInf>'.repeat(count)}</TxInfAndSts></FIToFIPmtStsRpt>`,
  ],
  ['loose ampersands', (count) => `<a>${'& '.repeat(count)}</a>`],
  ['comments without an end', (count) => `<a>${'<!--&'.repeat(count)}</a>`],
  ['members', (count) => `{${Array.from({ length: count }, (_, at) => `"m${at}":${at}`).join(',')}}`],
  ['lists in lists', (count) => `{"a":[${'[1,2],'.repeat(count)}0]}`],
])('twice as many %s take at most about twice the work', (_, textOf) => {
  const workFor = (count: number) => countWork(() => readAll(textOf(count)));
  const once = workFor(400);
  expect(workFor(800)).toBeLessThan(2.4 * once + 20_000);
});
