/**
 * @file Thousands of malformed SWIFT, XML and JSON texts: each is read to its end without an error, its facts and its
 * content stay within the limits of their schemas, and the work is linear in the length of the text.
 */
import { expect, test } from 'vitest';
import {
  maxContentBytes,
  serializeContent,
} from '../../../../src/main/features/proofs/extraction/content.ts';
import { readFacts } from '../../../../src/main/features/proofs/extraction/facts.ts';
import { readDocument } from '../../../../src/main/features/proofs/extraction/read-answer.ts';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import { proofContentSchema } from '../../../../src/shared/model/proofs/content.ts';
import { proofFactsSchema } from '../../../../src/shared/model/proofs/proof.ts';
import { countWork } from './counted-work.ts';

const swiftSample = `{1:F21NORDDEB0AXXX0000000000}{4:{177:2610141130}{451:1}{405:H80}}{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{3:{119:STP}}{4:\r
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
const xmlSample = `<?xml version="1.0" encoding="UTF-8"?><!-- from the bank -->
<p:Document xmlns:p="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><p:FIToFIPmtStsRpt><p:GrpHdr><p:MsgId>M&amp;1</p:MsgId></p:GrpHdr>
<p:TxInfAndSts><p:OrgnlEndToEndId>INV-1</p:OrgnlEndToEndId><p:TxSts>RJCT</p:TxSts><p:StsRsnInf><p:Rsn><p:Cd>AC04</p:Cd></p:Rsn><p:AddtlInf><![CDATA[closed & gone]]></p:AddtlInf></p:StsRsnInf>
<p:OrgnlTxRef><p:IntrBkSttlmAmt Ccy="EUR">36.00</p:IntrBkSttlmAmt><p:IntrBkSttlmDt>2026-10-14+02:00</p:IntrBkSttlmDt><p:Dbtr><p:Pty><p:Nm>Nord</p:Nm></p:Pty></p:Dbtr></p:OrgnlTxRef></p:TxInfAndSts>
<p:TxInfAndSts><p:TxSts>ACSC</p:TxSts></p:TxInfAndSts></p:FIToFIPmtStsRpt></p:Document>`;
const jsonSample = `{"amount":{"value":48250.00,"currency":"EUR"},"debtor":{"name":"Nordlicht \\u0048andel"},"creditor":"Morav\\"ská",
"valueDate":"2026-10-14T00:00:00Z","list":[1e2,-0.0,null,true,[],{}],"uetr":"00000000-0000-4000-8000-000000000000","amount":1}`;

/** Tokens that break the formats: delimiters, parts of delimiters and invalid characters. */
const tokens = [
  ...'{1:F01 {4: -} } { :32A: : $ - < > </ /> <!-- --> <![CDATA[ ]]> & &#x &#0; &nbsp; <?xml Ccy=" " [ ] , é 💶'.split(
    ' ',
  ),
  ..."<!DOCTYPE a>|'|\\|\\u|\r|\n|\u0000|\ufeff|\ud800| ".split('|'),
  '9'.repeat(40),
];

/** Inserts one to eight errors into a text. */
function insertErrors(text: string, random: () => number): string {
  let result = text;
  const randomBelow = (limit: number) => Math.floor(random() * limit);
  for (let remainingErrors = 1 + randomBelow(8); remainingErrors > 0; remainingErrors -= 1) {
    const start = randomBelow(result.length + 1);
    const end = Math.min(result.length, start + randomBelow(60));
    const token = tokens[randomBelow(tokens.length)] ?? '';
    const original = result.slice(start, end);
    const replacements = [
      token,
      '',
      original.repeat(1 + randomBelow(6)),
      token.repeat(1 + randomBelow(30)),
      Array.from(original).reverse().join(''),
    ];
    result =
      result.slice(0, start) + (replacements[randomBelow(replacements.length)] ?? '') + result.slice(end);
  }
  return result;
}

/** Limit of inspected characters and elements per character of a text: about three times the worst measured case. */
const maxWorkPerCharacter = 400;

/** Runs all readers on the text of a proof. */
function readAll(pop: string): void {
  const document = readDocument(Buffer.from(JSON.stringify({ pop, type: 'X' })));
  if (document === null) throw new Error('The answer is not a JSON object');
  proofFactsSchema.parse(readFacts(document.document).facts);
  const content = serializeContent(document.document);
  expect(content.length).toBeLessThanOrEqual(maxContentBytes);
  proofContentSchema.parse(JSON.parse(content.toString()));
}

test.each([
  ['SWIFT', swiftSample, 11],
  ['XML', xmlSample, 12],
  ['JSON', jsonSample, 13],
])('1,500 malformed variants of a %s text are read to their end, with bounded work', (_, sample, seed) => {
  const random = createRandom(seed);
  for (let count = 0; count < 1_500; count += 1) {
    const pop = insertErrors(sample, random);
    let work = 0;
    expect(() => {
      work = countWork(() => readAll(pop));
    }, JSON.stringify(pop)).not.toThrow();
    // 500 characters allow for the work that does not depend on the length.
    expect(work, JSON.stringify(pop)).toBeLessThan(maxWorkPerCharacter * (pop.length + 500));
  }
});

const swiftFields = (count: number) => ':72:/ACC/WORDS\r\n'.repeat(count);
const transactionXml =
  '<CdtTrfTxInf><PmtId><EndToEndId>E</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="EUR">1.00</IntrBkSttlmAmt></CdtTrfTxInf>';

test.each<readonly [string, (count: number) => string]>([
  ['messages', (count) => swiftSample.repeat(count / 10)],
  [
    'fields',
    (count) => `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:\r\n:20:A\r\n${swiftFields(count)}-}`,
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
      `<FIToFICstmrCdtTrf xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.10">${transactionXml.repeat(count)}</FIToFICstmrCdtTrf>`,
  ],
  [
    'elements around transactions',
    (count) =>
      `<FIToFICstmrCdtTrf xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.10">${'<x/>'.repeat(count)}${transactionXml.repeat(count)}</FIToFICstmrCdtTrf>`,
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
  [
    'members',
    (count) => `{${Array.from({ length: count }, (_, index) => `"m${index}":${index}`).join(',')}}`,
  ],
  ['lists in lists', (count) => `{"a":[${'[1,2],'.repeat(count)}0]}`],
])('twice as many %s take at most about twice the work', (_, createText) => {
  const measureWork = (count: number) => countWork(() => readAll(createText(count)));
  const workFor400 = measureWork(400);
  expect(measureWork(800)).toBeLessThan(2.4 * workFor400 + 20_000);
});
