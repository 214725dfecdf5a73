import { expect, test } from 'vitest';
import { serializeContent } from '../../../src/main/features/proofs/reading/content.ts';
import { readAnswer } from '../../../src/main/features/proofs/reading/read-answer.ts';
import { sniff } from '../../../src/main/features/proofs/reading/sniff.ts';
import { statusLine } from '../../../src/shared/messages/payment-status.ts';
import { fieldName } from '../../../src/shared/messages/swift-field-names.ts';
import { meaningLines } from '../../../src/shared/messages/swift-field-values.ts';
import { proofContentSchema } from '../../../src/shared/model/proofs/content.ts';

async function readPop(pop: string) {
  const reading = await readAnswer(Buffer.from(JSON.stringify({ pop, type: 'X' })));
  if (reading === null) throw new Error('The answer was not read');
  const { facts, notes } = reading;
  return { notes, ...facts, statuses: facts.statuses.map(statusLine) };
}

const swiftMessage = (type: string, ...fields: readonly string[]) =>
  `{1:F01NORDDEB0AXXX0000000000}{2:I${type}PLZNCZP0XXXXN}{4:\r\n${fields.join('\r\n')}\r\n-}`;

/** Displayed lines of each field, by tag. */
function fieldLinesOf(text: string): (readonly [tag: string, ...lines: string[]])[] {
  const { read: content } = proofContentSchema.parse(JSON.parse(serializeContent(sniff(text)).toString()));
  if (content.form !== 'swift') throw new Error(`The message was read as ${content.form}`);
  return content.messages.flatMap(({ fields }) =>
    fields.map(({ tag, meaning }) => [tag, ...meaningLines(meaning, (date) => date)] as const),
  );
}

test.each<[string, string, object]>([
  [
    'several transfers of one order',
    swiftMessage(
      '101',
      ':20:A',
      ':28D:1/1',
      ':50L:AGENT',
      ':50H:/1',
      'NORD',
      ':30:261014',
      ':21:1',
      ':32B:EUR10,50',
      ':59:/2',
      'PLZEN',
      ':21:2',
      ':32B:EUR1,',
      ':59:/3',
      'OSLO',
    ),
    {
      transactions: 2,
      amount: { currency: 'EUR', value: '11.50' },
      from: 'NORD',
      to: null,
      valueDate: '2026-10-14',
    },
  ],
  [
    'several transfers with their sum',
    swiftMessage(
      '102',
      ':20:A',
      ':23:CRED',
      ':50K:/1',
      'NORD',
      ':21:1',
      ':32B:EUR10,50',
      ':59:/2',
      'PLZEN',
      ':21:2',
      ':32B:EUR1,',
      ':59:/3',
      'OSLO',
      ':32A:261014EUR11,50',
      ':19:11,50',
    ),
    {
      transactions: 2,
      amount: { currency: 'EUR', value: '11.50' },
      amountRole: 'settled',
      from: 'NORD',
      valueDate: '2026-10-14',
    },
  ],
  [
    'a direct debit that the creditor orders, with its sum',
    swiftMessage(
      '107',
      ':20:A',
      ':30:261014',
      ':50K:/1',
      'CREDITOR',
      ':21:1',
      ':32B:EUR5,',
      ':59:/2',
      'DEBTOR',
      ':33B:EUR5,',
      ':32B:EUR5,',
    ),
    {
      transactions: 1,
      amount: { currency: 'EUR', value: '5' },
      from: 'DEBTOR',
      to: 'CREDITOR',
      valueDate: '2026-10-14',
    },
  ],
  [
    'a direct debit between banks',
    swiftMessage(
      '204',
      ':20:A',
      ':19:5,',
      ':30:261014',
      ':58A:/1',
      'NORDDEB0',
      ':20:B',
      ':32B:EUR5,',
      ':53A:OSLONOK0',
    ),
    { transactions: 1, from: 'OSLONOK0', to: 'NORDDEB0', amount: { currency: 'EUR', value: '5' } },
  ],
  [
    'a direct debit between banks whose creditor is the sender',
    swiftMessage(
      '204',
      ':20:A',
      ':19:5,',
      ':30:261014',
      ':57A:WIENATP0',
      ':20:B',
      ':32B:EUR5,',
      ':53A:OSLONOK0',
    ),
    { from: 'OSLONOK0', to: 'NORDDEB0' },
  ],
  [
    'several transfers between banks',
    swiftMessage(
      '203',
      ':19:6,',
      ':30:261014',
      ':52A:NORDDEB0',
      ':20:1',
      ':21:X',
      ':32B:EUR5,',
      ':58A:OSLONOK0',
      ':20:2',
      ':21:Y',
      ':32B:EUR1,',
      ':58A:WIENATP0',
    ),
    { transactions: 2, amount: { currency: 'EUR', value: '6' }, from: 'NORDDEB0', to: null },
  ],
  [
    'a cover payment without its covered customer transfer',
    `{1:F01NORDDEB0AXXX0000000000}{2:I202PLZNCZP0XXXXN}{3:{119:COV}}{4:\r\n:20:A\r\n:21:B\r\n:32A:261014EUR5,\r\n:58A:PLZNCZP0\r\n:50K:/1\r\nCUSTOMER\r\n:52A:OSLONOK0\r\n:59:/2\r\nOTHER\r\n:33B:EUR9,\r\n-}`,
    { messageType: 'MT202 COV', from: 'NORDDEB0', to: 'PLZNCZP0', amount: { currency: 'EUR', value: '5' } },
  ],
  [
    'a stopped cheque, whose day of issue is not a value date',
    swiftMessage('111', ':20:A', ':21:1', ':30:261014', ':32B:EUR5,', ':59:1/PLZEN'),
    { valueDate: null, to: 'PLZEN', statuses: ['Cancellation requested'] },
  ],
  [
    'a refused transfer, whose amount is the original one',
    swiftMessage(
      '103',
      ':20:A',
      ':23B:CRED',
      ':32A:261014EUR5,',
      ':50K:NORD',
      ':59:PLZEN',
      ':71A:SHA',
      ':72:/REJT/59',
      '/BE04/',
    ),
    { amountRole: 'original', statuses: ['Refused (REJT): creditor’s address is missing (BE04)'] },
  ],
  [
    'a transfer whose account has no slash',
    swiftMessage(
      '103',
      ':20:A',
      ':23B:CRED',
      ':32A:261014EUR5,',
      ':50K:DE89370400440532013000',
      'NORD',
      ':59:PLZEN',
      ':71A:SHA',
    ),
    { from: 'NORD', to: 'PLZEN' },
  ],
  [
    'a statement with entries',
    swiftMessage(
      '940',
      ':20:A',
      ':25:1',
      ':28C:1',
      ':60F:C261013EUR10,',
      ':61:2610141014D2,50NTRFREF//BANK',
      ':61:261014D1,NCHGNONREF',
      ':62F:C261014EUR6,50',
    ),
    {
      transactions: 2,
      amount: { currency: 'EUR', value: '3.50' },
      amountRole: 'entry-debit',
      valueDate: '2026-10-14',
    },
  ],
  [
    'a statement with a reversed entry',
    swiftMessage(
      '950',
      ':20:A',
      ':25:1',
      ':28C:1',
      ':60F:C261013EUR10,',
      ':61:261014RC2,50NTRFREF',
      ':62F:C261014EUR7,50',
    ),
    {
      transactions: 1,
      amount: { currency: 'EUR', value: '2.50' },
      amountRole: 'entry-debit',
      statuses: ['Returned'],
    },
  ],
  [
    'consecutive messages with their sum',
    `${swiftMessage('103', ':20:A', ':23B:CRED', ':32A:261014EUR5,', ':59:PLZEN')}$${swiftMessage('103', ':20:B', ':23B:CRED', ':32A:261014EUR6,', ':59:OSLO')}`,
    { transactions: 2, amount: { currency: 'EUR', value: '11' }, to: null },
  ],
  [
    'an acknowledgement without its message',
    '{1:F21NORDDEB0AXXX0000000000}{4:{177:2610141200}{451:0}}',
    { messageType: 'ACK' },
  ],
  [
    'a refusal by SWIFT without its message',
    '{1:F21NORDDEB0AXXX0000000000}{4:{177:2610141200}{451:1}{405:H80}}',
    { messageType: 'NAK' },
  ],
])('the facts of %s are read', async (_, text, facts) => {
  expect(await readPop(text)).toMatchObject(facts);
});

test('balances, entries and sums of a statement are interpreted', () => {
  const text = swiftMessage(
    '940',
    ':20:A',
    ':60F:C261231EUR1234567,5',
    ':61:2612310101RD12,50NTRFREF//BANK',
    'SUPPLEMENT',
    ':86:166?00GUTSCHRIFT?20EREF+1?21 SVWZ+INV?30NORDDEB0?31DE12?32NORD?33WIND',
    ':62M:D270101EUR1,',
    ':90D:72EUR385920,',
    ':64:X',
  );
  expect(fieldLinesOf(text)).toEqual([
    ['20'],
    ['60F', '1,234,567.5 EUR', 'Credit, 2026-12-31'],
    [
      '61',
      '12.50 EUR',
      'Debit reversed, value date 2026-12-31, booked 2027-01-01',
      'NTRF, REF, BANK',
      'SUPPLEMENT',
    ],
    ['86', 'GUTSCHRIFT', 'NORDWIND', 'DE12', 'NORDDEB0', 'EREF+1 SVWZ+INV'],
    ['62M', '1 EUR', 'Debit, 2027-01-01'],
    ['90D', '385,920 EUR', '72 entries'],
    ['64'],
  ]);
});

test('dates and amounts of a notice to receive are interpreted, and malformed ones are left as text', () => {
  expect(
    fieldLinesOf(swiftMessage('210', ':20:A', ':30:261014', ':32B:EUR5,', ':32A:XX', ':52A:NORDDEB0')),
  ).toEqual([['20'], ['30', '2026-10-14'], ['32B', '5 EUR'], ['32A'], ['52A']]);
});

test('references in headers and narratives are facts, and failed checks are reported', () => {
  const text = `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{3:{121:7a562c67-ca16-18ba-b074-65581be6f001}}{4:\n:20:A\n:23B:CRED\n:32A:261014EUR5,\n:50A:/DE88370400440532013000\nNORD\n:59:/CZ6508000000192000145399\nPLZEN\n:70:/ROC/E2E-1//MORE\n-}`;
  const { read: content } = proofContentSchema.parse(JSON.parse(serializeContent(sniff(text)).toString()));
  expect(content).toMatchObject({
    messages: [
      {
        facts: [
          { fact: 'uetr', failure: 'uetr-form' },
          { fact: 'end-to-end-id', text: 'E2E-1', failure: null },
        ],
        fields: expect.arrayContaining([
          expect.objectContaining({
            tag: '50A',
            meaning: expect.objectContaining({ accountFailure: 'iban-digits', bicFailure: 'bic-form' }),
          }),
          expect.objectContaining({
            tag: '59',
            meaning: expect.objectContaining({ accountFailure: null, bicFailure: null }),
          }),
        ]),
      },
    ],
  });
});

test.each([
  ['30', '101', 'Requested execution date'],
  ['30', '210', 'Value date'],
  ['30', '111', 'Date of issue'],
  ['50K', '103', 'Ordering customer'],
  ['50K', '107', 'Creditor'],
  ['59', '104', 'Debtor'],
  ['53A', '204', 'Debit institution'],
  ['62M', '940', 'Intermediate closing balance'],
  ['21F', '101', 'Exchange deal reference'],
  ['25D', '564', 'Status'],
  ['36B', '541', 'Quantity'],
  ['98A', '541', 'Date'],
  ['50', '700', 'Applicant'],
  ['30V', '300', 'Value date'],
  ['32A', null, 'Value date and amount'],
  // Options that change the meaning of the field are not interpreted.
  ['36B', '103', 'Field 36B'],
  ['98A', '103', 'Field 98A'],
])('field %s of message type %s is called %s', (tag, type, name) => {
  expect(fieldName(tag, type)).toBe(name);
});
