/** @file Content of text proofs as main prepares it for the window, within bounds. */
import { expect, test } from 'vitest';
import {
  maxContentBytes,
  maxNodes,
  readText,
  serializeContent,
} from '../../../../src/main/features/proofs/extraction/content.ts';
import { readFacts } from '../../../../src/main/features/proofs/extraction/facts.ts';
import { sniff } from '../../../../src/main/features/proofs/extraction/sniff.ts';
import { type ProofContent, proofContentSchema } from '../../../../src/shared/model/proofs/content.ts';
import { noFacts } from '../../../../src/shared/model/proofs/proof.ts';

function contentOf(pop: string): ProofContent {
  const json = serializeContent(sniff(pop));
  expect(json.length).toBeLessThanOrEqual(maxContentBytes);
  return proofContentSchema.parse(JSON.parse(json.toString()));
}

const swiftMessage = (reference: string, amount: string) =>
  `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:\r\n:20:${reference}\r\n:23B:CRED\r\n:32A:${amount}\r\n:50K:/DE1\r\nNORD\r\n:59:/CZ2\r\nSKODA\r\n:71A:SHA\r\n-}`;
const isoDocument = (content: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.10"><FIToFICstmrCdtTrf>${content}</FIToFICstmrCdtTrf></Document>`;
const isoTransaction = (amount: string) =>
  `<CdtTrfTxInf><IntrBkSttlmAmt Ccy="EUR">${amount}</IntrBkSttlmAmt></CdtTrfTxInf>`;

test('the fields of each SWIFT message carry their meaning and their line numbers', () => {
  const { read, isWhole } = contentOf(
    `${swiftMessage('A', '261014EUR12,50')}\n${swiftMessage('B', '99999999')}`,
  );
  if (read.form !== 'swift') throw new Error(read.form);
  expect(isWhole).toBe(true);
  expect(read.total).toBe(2);
  const [first, second] = read.messages;
  expect(first).toMatchObject({ title: 'MT103', sender: 'NORDDEB0', receiver: 'PLZNCZP0', statuses: [] });
  expect(first?.fields.find(({ tag }) => tag === '32A')?.meaning).toEqual({
    as: 'money',
    amount: { currency: 'EUR', value: '12.50' },
    date: '2026-10-14',
  });
  expect(first?.fields.find(({ tag }) => tag === '59')).toMatchObject({
    lines: [7, 8],
    meaning: { as: 'party', account: 'CZ2', lines: ['SKODA'] },
  });
  expect(second?.fields.find(({ tag }) => tag === '32A')?.meaning).toEqual({
    as: 'text',
    failure: 'not-readable',
  });
  expect(second?.fields[0]?.lines).toEqual([12, 12]);
});

test('each transaction of a document has its facts in addition to the structure', () => {
  const { read } = contentOf(isoDocument(isoTransaction('1.00') + isoTransaction('2.00')));
  if (read.form !== 'iso') throw new Error(read.form);
  expect(read.total).toBe(2);
  expect(read.transactions.map(({ facts }) => facts)).toEqual([
    [{ fact: 'settled', text: 'EUR 1.00', failure: null }],
    [{ fact: 'settled', text: 'EUR 2.00', failure: null }],
  ]);
  expect(read.tree?.map(({ depth, name, text }) => `${depth} ${name} ${text ?? ''}`.trim())).toEqual([
    '0 Document',
    '1 FIToFICstmrCdtTrf',
    '2 CdtTrfTxInf',
    '3 IntrBkSttlmAmt 1.00',
    '2 CdtTrfTxInf',
    '3 IntrBkSttlmAmt 2.00',
  ]);
  expect(read.tree?.[3]?.attributes).toEqual(['Ccy=EUR']);
});

test('a document without facts is shown as its structure, and a malformed document as its text', () => {
  expect(contentOf('<a><b>x</b></a>').read).toMatchObject({ form: 'tree' });
  expect(contentOf('<a><b>x</a>').read).toEqual({ form: 'text', isTooLarge: false });
  expect(contentOf('<!doctype html><p>x').read).toEqual({ form: 'text', isTooLarge: false });
});

test.each([
  ['an amount in minor units', '{"value":123450,"currency":"EUR"}'],
  [
    'a refusal in a status code',
    '{"amount":"5.00","currency":"EUR","statusCode":"RJCT","status":"COMPLETED"}',
  ],
  ['a refusal in a flag', '{"success":false,"payment":{"amount":"5.00","currency":"EUR"}}'],
  [
    'a message of ISO 20022',
    '{"Document":{"FIToFICstmrCdtTrf":{"CdtTrfTxInf":[{"IntrBkSttlmDt":"2026-10-14"}]}}}',
  ],
  ['a number', '5.00'],
])('JSON with %s is shown as its structure, and no fact is taken from it', (_, json) => {
  const document = { ...sniff(json), kind: 'json' as const };
  expect(readFacts(document)).toEqual({ facts: noFacts, notes: ['json-not-interpreted'] });
  expect(readText(document)).toMatchObject({ form: 'tree' });
});

test.each([
  ['elements', `<a>${'<b/>'.repeat(maxNodes)}</a>`],
  ['values', `[${'1,'.repeat(maxNodes)}1]`],
  ['levels of elements', '<a>'.repeat(300) + '</a>'.repeat(300)],
  ['levels of values', '['.repeat(300) + ']'.repeat(300)],
  ['letters', `<a>${`<b>${'x'.repeat(1_000)}</b>`.repeat(6_000)}</a>`],
  ['fields', `${swiftMessage('A', '261014EUR1,').slice(0, -4)}${':72:A\r\n'.repeat(maxNodes)}-}`],
])('a text with too many %s is shown as its beginning', (_, pop) => {
  const { read, text, isWhole } = contentOf(pop);
  expect(read).toEqual({ form: 'text', isTooLarge: true });
  expect(pop.startsWith(text)).toBe(true);
  expect(isWhole).toBe(text.length === pop.length);
});

test('the first transactions are listed and all are counted when there are more than can be shown', () => {
  const { read } = contentOf(isoDocument(isoTransaction('1.00').repeat(9_000) + '<x/>'.repeat(maxNodes)));
  if (read.form !== 'iso') throw new Error(read.form);
  expect(read).toMatchObject({ total: 9_000, tree: null });
  expect(read.transactions).toHaveLength(9_000);
  const messages = contentOf(swiftMessage('A', '261014EUR1,').repeat(900).concat('\n'));
  if (messages.read.form !== 'swift') throw new Error(messages.read.form);
  expect(messages.read.total).toBe(900);
});

test('all fields are shown when their number equals the limit', () => {
  const messageFields = 6;
  // The message itself is one node.
  const extraFields = ':72:A\r\n'.repeat(maxNodes - 1 - messageFields);
  const { read } = contentOf(swiftMessage('A', '261014EUR1,').replace('-}', `${extraFields}-}`));
  if (read.form !== 'swift') throw new Error(read.form);
  expect(read.messages[0]?.fields).toHaveLength(maxNodes - 1);
});

test('the first 400,000 characters of a long text are shown', () => {
  const textAtLimit = 'some words '.repeat(40_000).slice(0, 399_999).concat('.');
  expect(contentOf(textAtLimit)).toMatchObject({ text: textAtLimit, isWhole: true });
  expect(contentOf(`${textAtLimit}.`)).toMatchObject({ text: textAtLimit, isWhole: false });
});

test('the facts of a document are kept when its structure is too large', () => {
  const remittance = `<RmtInf><Ustrd>${'x'.repeat(1_000)}</Ustrd></RmtInf>`.repeat(6_000);
  const { read } = contentOf(isoDocument(`${isoTransaction('1.00')}<x>${remittance}</x>`));
  expect(read).toMatchObject({ form: 'iso', total: 1, tree: null });
});
