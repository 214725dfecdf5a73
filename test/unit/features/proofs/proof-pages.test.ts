/** @file Pages of text proofs in the combined PDF: the facts of the viewer, and the original text. */
import { expect, test } from 'vitest';
import { toSheet } from '../../../../src/main/features/proofs/export/sheet.ts';
import { serializeContent } from '../../../../src/main/features/proofs/extraction/content.ts';
import { sniff } from '../../../../src/main/features/proofs/extraction/sniff.ts';
import { formatFact } from '../../../../src/shared/messages/proof-facts.ts';
import { proofContentSchema } from '../../../../src/shared/model/proofs/content.ts';
import { linesOfText } from '../../../fakes/files/read-pages.ts';

const sha256 = '0123456789abcdef'.repeat(4);

const proof = (pop: string, reference = 'REF-1', type: string | null = 'SWIFT') => ({
  origin: {
    reference,
    profile: 'Acme Treasury',
    environment: 'production' as const,
    receivedAt: '2026-11-20T14:02:11.000Z',
    sha256,
  },
  body: Buffer.from(JSON.stringify({ pop, type })),
});

async function sheetOf(pop: string) {
  const { origin, body } = proof(pop);
  return toSheet(origin, body);
}

async function readProof(pop: string) {
  const sheet = await sheetOf(pop);
  if (sheet.is !== 'text') throw new Error(sheet.is);
  return { lines: linesOfText(sheet.text), foot: sheet.text.foot };
}

const originalOf = (lines: readonly string[]) => lines.slice(lines.indexOf('Original text') + 1);

const swiftMessage = `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:
:20:REF-1182
:23B:CRED
:32A:261014EUR48250,00
:50K:/DE89370400440532013001
NORDWERK GMBH
:59:/CZ6508000000192000145399
SKODA LISOVNA
:70:/ROC/E2E-7//INVOICE 1182
:71A:SHA
-}`;

test('a SWIFT message becomes a page with its facts, its fields, its original text and its origin', async () => {
  const { lines, foot } = await readProof(swiftMessage);
  expect(lines.slice(0, 2)).toEqual(['SWIFT MT103', 'REF-1']);
  for (const line of [
    'Amount\t48,250.00 EUR',
    'Value date\t14 Oct 2026',
    'From\tNORDWERK GMBH',
    'To\tSKODA LISOVNA',
    'Service type\tSWIFT',
    'Sender\tNORDDEB0',
    'End-to-end ID\tE2E-7',
    '20 Sender’s reference\tREF-1182',
    '32A Value date and amount\t48,250.00 EUR',
    'Check: Check digits don’t match',
    '71A Charges\tSHA',
    'Each side pays its own bank',
  ])
    expect(lines).toContain(line);
  expect(originalOf(lines)).toEqual(swiftMessage.split('\n').map((line, index) => `${index + 1}\t${line}`));
  expect(foot).toEqual({
    name: 'REF-1',
    lines: [
      'Acme Treasury (production), as received from the service',
      expect.stringMatching(/^Received \d\d? Nov 2026, \d\d:\d\d \(2026-11-20 14:02:11 UTC\)$/),
    ],
  });
});

const iso = (name: string, content: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}.001.10">${content}</Document>`;

const reportedTransaction = (id: string, status: string, reason = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}
  <OrgnlTxRef><IntrBkSttlmAmt Ccy="EUR">36.00</IntrBkSttlmAmt></OrgnlTxRef></TxInfAndSts>`;

const refusal = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>';
const statusReport = (...transactions: readonly string[]) =>
  iso('pacs.002', `<FIToFIPmtStsRpt>${transactions.join('')}</FIToFIPmtStsRpt>`);

test.each([
  [
    'refused',
    statusReport(reportedTransaction('E', 'RJCT', refusal)),
    'Refused (RJCT): account is closed (AC04)',
  ],
  ['unfinished', statusReport(reportedTransaction('E', 'PDNG')), 'Pending (PDNG)'],
  [
    'returned',
    iso('pacs.004', '<PmtRtr><TxInf><RtrdIntrBkSttlmAmt Ccy="USD">95</RtrdIntrBkSttlmAmt></TxInf></PmtRtr>'),
    'Returned',
  ],
])('a %s payment says so in the title and above all facts', async (_, pop, status) => {
  const [title = '', , notice] = (await readProof(pop)).lines;
  expect(notice).toBe(`Status: ${status}`);
  expect(title).toMatch(new RegExp(`, ${status.split(' ')[0]}$`));
});

test('each transaction has its own heading and status, and the worst status is on top', async () => {
  const { lines } = await readProof(
    statusReport(reportedTransaction('E1', 'ACSC'), reportedTransaction('E2', 'RJCT', refusal)),
  );
  expect(lines.slice(0, 4)).toEqual([
    'ISO 20022 pacs.002, Refused',
    'REF-1',
    'Status: Refused (RJCT): account is closed (AC04)',
    'Status: Settled (ACSC)',
  ]);
  const first = lines.indexOf('Transaction 1 of 2');
  const second = lines.indexOf('Transaction 2 of 2');
  expect(lines.slice(first, second)).toEqual(
    expect.arrayContaining(['Status: Settled (ACSC)', 'End-to-end ID\tE1']),
  );
  expect(lines[second + 1]).toBe('Status: Refused (RJCT): account is closed (AC04)');
  expect(lines.slice(second)).toContain('End-to-end ID\tE2');
  expect(lines.slice(first, second).join()).not.toContain('E2');
});

test('every fact of the viewer is on the page', async () => {
  const pop = statusReport(reportedTransaction('E1', 'ACSC'), reportedTransaction('E2', 'PDNG'));
  const { lines } = await readProof(pop);
  const { read } = proofContentSchema.parse(JSON.parse(serializeContent(sniff(pop)).toString()));
  if (read.form !== 'iso') throw new Error(read.form);
  const values = read.transactions.flatMap(({ facts }) => facts.map(({ text }) => formatFact(text)));
  expect(values.length).toBeGreaterThan(2);
  for (const value of values) expect(lines.some((line) => line.endsWith(`\t${value}`))).toBe(true);
});

test('the page of JSON states that Paydesk does not interpret JSON', async () => {
  const { lines } = await readProof('{"amount":12.5,"currency":"PLN","creditor":"ООО Щука"}');
  expect(lines).toContain('Paydesk does not interpret JSON: amount, status and date are not stated.');
  expect(lines.join('\n')).not.toContain('12.5 PLN');
});

test('an empty proof is a page that says so', async () => {
  expect((await readProof('')).lines).toContain('The service returned an empty proof');
});

test('a text that is too long is not set on pages', async () => {
  expect(await sheetOf('x'.repeat(2_000_001))).toEqual({ is: 'omitted', reason: 'too-long' });
});
