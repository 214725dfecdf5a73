import { describe, expect, test } from 'vitest';
import {
  checkAmounts,
  findField,
  findPartyName,
  readDate,
  readMt103,
} from '../../../../src/main/features/proofs/extraction/swift/mt103.ts';
import { readSwift } from '../../../../src/main/features/proofs/extraction/swift/swift.ts';
import { fieldName } from '../../../../src/shared/messages/swift-field-names.ts';
import { meaningLines } from '../../../../src/shared/messages/swift-field-values.ts';
import { rowsOf } from '../../rows-of.ts';
import { contentOf, factsIn, readPop, swift } from './read-pop.ts';

function messagesOf(text: string) {
  const { read: content } = contentOf(text);
  if (content.form !== 'swift') throw new Error(`The message was read as ${content.form}`);
  return content.messages;
}

/** Displayed lines of each field, by tag. */
const fieldLinesOf = (text: string) =>
  messagesOf(text).flatMap(({ fields }) =>
    fields.map(({ tag, meaning }) => [tag, ...meaningLines(meaning, (date) => date)]),
  );

const transfer = ':20:A :23B:CRED :32A:261014EUR12,50 :50K:/1|NORD :59:/2|SKODA :71A:SHA';
const nak = '{1:F21NORDDEB0AXXX0000000000}{4:{177:2610141200}{451:1}{405:H80}}';

/** What each message is, its type, its fields, and the facts that are read; facts of several texts have `|` in between. */
const messages = `
several transfers of one order => 101 => :20:A :28D:1/1 :50L:AGENT :50H:/1|NORD :30:261014 :21:1 :32B:EUR10,50 :59:/2|PLZEN :21:2 :32B:EUR1, :59:/3|OSLO => transactions=2; amount=EUR 11.50; from=NORD; to=; valueDate=2026-10-14
several transfers with their sum => 102 => :20:A :23:CRED :50K:/1|NORD :21:1 :32B:EUR10,50 :59:/2|PLZEN :21:2 :32B:EUR1, :59:/3|OSLO :32A:261014EUR11,50 :19:11,50 => transactions=2; amount=EUR 11.50; amountRole=settled; from=NORD; valueDate=2026-10-14
a direct debit that the creditor orders, with its sum => 107 => :20:A :30:261014 :50K:/1|CREDITOR :21:1 :32B:EUR5, :59:/2|DEBTOR :33B:EUR5, :32B:EUR5, => transactions=1; amount=EUR 5; from=DEBTOR; to=CREDITOR; valueDate=2026-10-14
a list of payments with an execution date that can't be read, which no other date replaces => 104 => :20:A :30:260230 :21:1 :32B:EUR5, :59:/1|DEBTOR :32A:261014EUR5, => valueDate=; amount=EUR 5
a direct debit between banks => 204 => :20:A :19:5, :30:261014 :58A:/1|NORDDEB0 :20:B :32B:EUR5, :53A:OSLONOK0 => transactions=1; from=OSLONOK0; to=NORDDEB0; amount=EUR 5
a direct debit between banks whose creditor is the sender => 204 => :20:A :19:5, :30:261014 :57A:WIENATP0 :20:B :32B:EUR5, :53A:OSLONOK0 => from=OSLONOK0; to=NORDDEB0
several transfers between banks => 203 => :19:6, :30:261014 :52A:NORDDEB0 :20:1 :21:X :32B:EUR5, :58A:OSLONOK0 :20:2 :21:Y :32B:EUR1, :58A:WIENATP0 => transactions=2; amount=EUR 6; from=NORDDEB0; to=
a stopped cheque, whose day of issue is not a value date => 111 => :20:A :21:1 :30:261014 :32B:EUR5, :59:1/PLZEN => valueDate=; to=PLZEN; statuses=Cancellation requested
a refused transfer, whose amount is the original one => 103 => ${transfer} :72:/REJT/59|/BE04/ => amountRole=original; statuses=Refused (REJT): creditor’s address is missing (BE04)
a returned transfer => 103 => ${transfer} :72:/RETN/99|/AC04/|/MREF/A => amountRole=returned; statuses=Returned (RETN): account is closed (AC04)
a request to cancel a transfer => 192 => :20:A :21:B :11S:103|261014 :79:/DUPL/ :32A:261014EUR5, => amountRole=original; statuses=Cancellation requested
a transfer whose accounts have no slash => 103 => :20:A :23B:CRED :32A:261014EUR5, :50K:DE89370400440532013000|NORD :59:723491524|C. KLEIN => from=NORD; to=C. KLEIN
a party with option F, whose name is the text after 1/ => 103 => :20:A :32A:261014EUR5, :50F:CCPT/DE/123|1/NORD LICHT|1/GMBH|2/STREET|3/DE/BERLIN => from=NORD LICHT GMBH
a party with option F and an identification without a name => 103 => :20:A :32A:261014EUR5, :50F:CCPT/DE/123|2/STREET => from=
a statement with entries => 940 => :20:A :25:1 :28C:1 :60F:C261013EUR10, :61:2610141014D2,50NTRFREF//BANK :61:261014D1,NCHGNONREF :62F:C261014EUR6,50 => transactions=2; amount=EUR 3.50; amountRole=entry-debit; valueDate=2026-10-14
a statement with a reversed entry => 950 => :20:A :25:1 :28C:1 :60F:C261013EUR10, :61:261014RC2,50NTRFREF :62F:C261014EUR7,50 => transactions=1; amount=EUR 2.50; amountRole=entry-debit; statuses=Returned
`;

test.each<[string, string, object]>([
  ...rowsOf(messages).map(([what = '', type = '', fields = '', facts = '']): [string, string, object] => [
    what,
    swift(type, fields),
    factsIn(facts),
  ]),
  [
    'a cover payment without its covered customer transfer',
    swift(
      '202',
      `:20:A :21:B :32A:261014EUR5, :58A:PLZNCZP0 :50K:/1|CUSTOMER :52A:OSLONOK0 :59:/2|OTHER :33B:EUR9,`,
      { block3: '{3:{119:COV}}' },
    ),
    { messageType: 'MT202 COV', from: 'NORDDEB0', to: 'PLZNCZP0', amount: 'EUR 5' },
  ],
  [
    'a message that refuses a transfer',
    swift('199', ':20:A :21:B :79:/REJT/99|/XT99/AC05/'),
    { statuses: [expect.stringMatching(/^Refused \(REJT\): .*\(AC05\)$/)] },
  ],
  [
    'consecutive messages with their sum',
    `${swift('103', transfer)}$${swift('103', transfer.replace('SKODA', 'TATRA'))}`,
    { transactions: 2, amount: 'EUR 25.00', from: 'NORD', to: null },
  ],
  ['an acknowledgement alone', nak.replace(/451:1.*/, '451:0}}'), { messageType: 'ACK' }],
  [
    'a refusal by SWIFT without its message',
    nak,
    { kind: 'mt103', messageType: 'NAK', notes: [], statuses: ['Refused by SWIFT (H80)'] },
  ],
  ['a refusal with its message', nak + swift('103', transfer), { statuses: ['Refused by SWIFT (H80)'] }],
  ['an acknowledged message', nak.replace('451:1', '451:0') + swift('103', transfer), { statuses: [] }],
  [
    'a test message that may be a duplicate',
    swift('103', transfer, { trailer: '{5:{CHK:1}{TNG:}{PDE:}}' }),
    { statuses: ['Test message', 'Possible duplicate'] },
  ],
])('the facts of %s are read', async (_, text, facts) => {
  expect(await readPop(text)).toMatchObject(facts);
});

test('balances, entries and sums of a statement are interpreted', () => {
  const text = swift(
    '940',
    `:20:A :60F:C261231EUR1234567,5 :61:2612310101RD12,50NTRFREF//BANK|SUPPLEMENT
     :86:166?00GUTSCHRIFT?20EREF+1?21 SVWZ+INV?30NORDDEB0?31DE12?32NORD?33WIND :62M:D270101EUR1, :90D:72EUR385920,
     :64:X`,
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
  expect(fieldLinesOf(swift('210', ':20:A :30:261014 :32B:EUR5, :32A:XX :52A:NORDDEB0'))).toEqual([
    ['20'],
    ['30', '2026-10-14'],
    ['32B', '5 EUR'],
    ['32A'],
    ['52A'],
  ]);
});

test('references in headers and narratives are facts, and failed checks are reported', () => {
  const [message] = messagesOf(
    swift(
      '103',
      `:20:A :23B:CRED :32A:261014EUR5, :50A:/DE88370400440532013000|NORD :59:/CZ6508000000192000145399|PLZEN
       :70:/ROC/E2E-1//MORE`,
      { block3: '{3:{121:7a562c67-ca16-18ba-b074-65581be6f001}}' },
    ),
  );
  expect(message?.facts).toMatchObject([
    { fact: 'uetr', failure: 'uetr-form' },
    { fact: 'end-to-end-id', text: 'E2E-1', failure: null },
  ]);
  const meaningOf = (tag: string) => message?.fields.find((field) => field.tag === tag)?.meaning;
  expect(meaningOf('50A')).toMatchObject({ accountFailure: 'iban-digits', bicFailure: 'bic-form' });
  expect(meaningOf('59')).toMatchObject({ accountFailure: null, bicFailure: null });
});

test.each([
  ['103', '', 'MT103'],
  ['103', '{3:{119:STP}}', 'MT103+'],
  ['103', '{3:{119:REMIT}}', 'MT103 REMIT'],
  ['202', '{3:{121:x}{119:COV}}', 'MT202 COV'],
  ['950', '', 'MT950'],
])('a message of type %s with the block 3 "%s" is titled %s', async (type, block3, title) => {
  expect((await readPop(swift(type, transfer, { block3 }))).messageType).toBe(title);
});

test('sender and receiver follow the direction of the message', () => {
  expect(readSwift(swift('103', transfer))).toMatchObject([{ sender: 'NORDDEB0', receiver: 'PLZNCZP0' }]);
  const received =
    '{1:F01NORDDEB0AXXX0000000000}{2:O1030925261014PLZNCZP0A0010000000000261014 0925N}{4:\n:20:A\n-}';
  expect(readSwift(received)).toMatchObject([{ sender: 'PLZNCZP0001', receiver: 'NORDDEB0' }]);
});

test('several messages in one text are all read', () => {
  const messages = readSwift(`${swift('103', transfer)}$${swift('103', transfer.replace('SKODA', 'TATRA'))}`);
  expect(messages).toHaveLength(2);
  expect(messages[1]?.fields.find(({ tag }) => tag === '59')).toMatchObject({
    value: '/2\nTATRA',
    lines: [16, 17],
  });
});

test('a hyphen in a text does not end a message, but the end mark in the last line does', async () => {
  const lines = [':20:A', ':79:NOTES', '- FIRST', '-', ':21:B'];
  const text = `{1:F01NORDDEB0AXXX0000000000}{2:I199PLZNCZP0XXXXN}{4:\n${lines.join('\n')}-}{5:{CHK:1}}`;
  const [message] = readSwift(text);
  expect(message?.fields.map(({ tag, value }) => [tag, value])).toEqual([
    ['20', 'A'],
    ['79', 'NOTES\n- FIRST\n-'],
    ['21', 'B'],
  ]);
  expect(message?.isComplete).toBe(true);
});

test.each([' ', ''])('a text with "%s" in place of line ends is split at its tags', async (separator) => {
  const fields = transfer.replaceAll('|', ' ').replaceAll(' ', separator);
  expect(await readPop(`{4:${separator}${fields}${separator}-}`)).toMatchObject({
    amount: 'EUR 12.50',
    messageType: 'MT103',
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
  ['32A', null, 'Value date and amount'],
  // Options that change the meaning of the field are not interpreted.
  ['36B', '103', 'Field 36B'],
  ['98A', '103', 'Field 98A'],
  ['99Z', '103', 'Field 99Z'],
])('field %s of message type %s is called %s', (tag, type, name) => {
  expect(fieldName(tag, type)).toBe(name);
});

const lines = [
  '{1:F01NRDLDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{3:{121:8a6d}}{4:',
  ':20:PX1',
  ':23E:TELI',
  ':23E:PHOB',
  ':32A:261014EUR48245,00',
  ':33B:EUR48250,00',
  ':50K:/DE00500105170648489890',
  'NORDLICHT',
  ':99Z:WHAT IS THIS',
  ':59:/CZ00',
  'SKODA',
  'PLZEN: :59 is no tag here',
  ':71F:EUR5,',
  '-}{5:{CHK:1}}',
];

describe.each([
  ['CRLF', '\r\n'],
  ['LF', '\n'],
])('lines that end in %s', (_, lineEnd) => {
  const message = readMt103(lines.join(lineEnd));
  test('blocks, repeated fields and unknown fields are all kept with their line numbers', () => {
    expect(message.isComplete).toBe(true);
    expect(message.blocks).toEqual({
      '1': 'F01NRDLDEB0AXXX0000000000',
      '2': 'I103PLZNCZP0XXXXN',
      '3': '{121:8a6d}',
      '5': '{CHK:1}',
    });
    expect(message.fields.map(({ tag }) => tag).join(' ')).toBe('20 23E 23E 32A 33B 50K 99Z 59 71F');
    expect(findField(message, '59')).toEqual({
      tag: '59',
      value: '/CZ00\nSKODA\nPLZEN: :59 is no tag here',
      lines: [10, 12],
    });
    expect(findPartyName(findField(message, '50')?.value ?? '', '50K')).toBe('NORDLICHT');
  });
  test('consistent amounts pass the check', () => {
    expect(checkAmounts(message)).toMatchObject({ result: 'fits', terms: '33B − 71F' });
  });
});

test('block 4 alone is read, also with a first field on the line of the brace', () => {
  expect(readMt103(':20:A\n:32A:261014EUR1,').isComplete).toBe(true);
  expect(readMt103('{4::20:A\n-}').fields).toEqual([{ tag: '20', value: 'A', lines: [1, 1] }]);
});

test('a truncated message is reported as incomplete', () => {
  const truncated = readMt103(lines.slice(0, 8).join('\r\n'));
  expect(truncated.isComplete).toBe(false);
  expect(findField(truncated, '59')).toBeNull();
});

test.each([
  ['EUR100,00', null, ['EUR1,00'], 'EUR99,00', 'fits'],
  ['EUR100,00', null, [], 'EUR99,00', 'differs'],
  ['USD100,00', '0,9', [], 'EUR90,', 'fits'],
  ['USD100,00', '0,912345', ['EUR2,5'], 'EUR88,73', 'fits'],
  ['USD100,00', '0,912345', ['EUR2,5'], 'EUR88,74', 'differs'],
  ['USD100,00', null, [], 'EUR90,', 'cannot-check'],
  ['EUR100,00', null, ['USD1,00'], 'EUR99,00', 'cannot-check'],
  ['EUR1.000,00', null, [], 'EUR1000,00', 'cannot-check'],
])('the check of 33B %s × 36 %s − 71F %s with 32A %s is %s', (instructed, rate, charges, settled, result) => {
  const text = [
    `:32A:261014${settled}`,
    `:33B:${instructed}`,
    ...(rate === null ? [] : [`:36:${rate}`]),
    ...charges.map((charge) => `:71F:${charge}`),
  ].join('\n');
  expect(checkAmounts(readMt103(text))?.result ?? 'cannot-check').toBe(result);
});

test('dates that do not exist or are incomplete are rejected', () => {
  expect(readDate('261014')).toBe('2026-10-14');
  expect(readDate('260230')).toBeNull();
  expect(readDate('2610')).toBeNull();
});
