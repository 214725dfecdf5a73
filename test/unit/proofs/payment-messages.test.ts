import { expect, test } from 'vitest';
import { readIso } from '../../../src/main/features/proofs/reading/iso20022.ts';
import { readAnswer } from '../../../src/main/features/proofs/reading/read-answer.ts';
import { readSwift } from '../../../src/main/features/proofs/reading/swift.ts';
import { readXml } from '../../../src/main/features/proofs/reading/xml.ts';
import { statusLine } from '../../../src/shared/messages/payment-status.ts';
import { fieldName } from '../../../src/shared/messages/swift-field-names.ts';

async function readPop(pop: string) {
  const reading = await readAnswer(Buffer.from(JSON.stringify({ pop, type: 'X' })));
  if (reading === null) throw new Error('The answer was not read');
  const { kind, facts, notes } = reading;
  return { kind, notes, ...facts, statuses: facts.statuses.map(statusLine) };
}

const swift = (type: string, fields: readonly string[], { block3 = '', trailer = '' } = {}) =>
  `{1:F01NORDDEB0AXXX0000000000}{2:I${type}PLZNCZP0XXXXN}${block3}{4:\r\n${fields.join('\r\n')}\r\n-}${trailer}`;
const transfer = [
  ':20:A',
  ':23B:CRED',
  ':32A:261014EUR12,50',
  ':50K:/1',
  'NORD',
  ':59:/2',
  'SKODA',
  ':71A:SHA',
];

const iso = (name: string, content: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}.001.10">${content}</Document>`;
const originalTransaction = `<OrgnlTxRef><IntrBkSttlmAmt Ccy="EUR">36.00</IntrBkSttlmAmt>
  <Dbtr><Pty><Nm>Nord</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Plzen</Nm></Pty></Cdtr></OrgnlTxRef>`;
const statusReport = (status: string, moreElements = '') =>
  iso(
    'pacs.002',
    `<FIToFIPmtStsRpt><GrpHdr><MsgId>M</MsgId></GrpHdr><TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId>
     <TxSts>${status}</TxSts>${moreElements}${originalTransaction}</TxInfAndSts></FIToFIPmtStsRpt>`,
  );

test('a refused payment shows its status with the reason, and the original amount', async () => {
  const reason = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed in May</AddtlInf></StsRsnInf>';
  expect(await readPop(statusReport('RJCT', reason))).toMatchObject({
    kind: 'iso20022',
    messageType: 'pacs.002',
    statuses: ['Refused (RJCT): account is closed (AC04); closed in May'],
    amount: { currency: 'EUR', value: '36.00' },
    amountRole: 'original',
    from: 'Nord',
    to: 'Plzen',
  });
});

test.each([
  ['ACSC', 'Settled (ACSC)'],
  ['PDNG', 'Pending (PDNG)'],
  ['ZZZZ', 'Unknown status (ZZZZ)'],
])('a report of %s is shown as %s', async (code, line) => {
  expect((await readPop(statusReport(code))).statuses).toEqual([line]);
});

test('a report about a group or a payment instruction shows the status of that level', async () => {
  const groupReport = iso(
    'pain.002',
    `<CstmrPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Prtry>X1</Prtry></Rsn></StsRsnInf>
     </OrgnlGrpInfAndSts></CstmrPmtStsRpt>`,
  );
  expect((await readPop(groupReport)).statuses).toEqual(['Refused (RJCT): X1']);
  const instructionReport = iso(
    'pain.002',
    `<CstmrPmtStsRpt><OrgnlPmtInfAndSts><PmtInfSts>PART</PmtInfSts><TxInfAndSts/></OrgnlPmtInfAndSts></CstmrPmtStsRpt>`,
  );
  expect((await readPop(instructionReport)).statuses).toEqual(['Partly accepted (PART)']);
});

test('a transaction without a status has the status of its group and keeps its own reason', async () => {
  const text = iso(
    'pacs.002',
    `<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>
     <TxInfAndSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf></TxInfAndSts></FIToFIPmtStsRpt>`,
  );
  expect((await readPop(text)).statuses).toEqual(['Refused (RJCT): insufficient funds (AM04)']);
});

test.each([
  ['without a namespace', '<Document><CstmrPmtStsRpt/></Document>', 'pain.002'],
  ['after 5,000 characters of comment', `<!--${' '.repeat(5_000)}-->${statusReport('RJCT')}`, 'pacs.002'],
  [
    'of a clearing house',
    '<x:F xmlns:x="urn:x"><FIToFIPmtStsRptS2 xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10S2"/></x:F>',
    'pacs.002',
  ],
])('a message %s is recognized by the name of its element', async (_, text, messageType) => {
  expect(await readPop(text)).toMatchObject({ kind: 'iso20022', messageType });
});

test('a returned payment shows the returned amount, not the settled amount', async () => {
  const text = iso(
    'pacs.004',
    `<PmtRtr><TxInf><OrgnlIntrBkSttlmAmt Ccy="USD">100</OrgnlIntrBkSttlmAmt>
     <RtrdIntrBkSttlmAmt Ccy="USD">95</RtrdIntrBkSttlmAmt><IntrBkSttlmDt>2026-05-11Z</IntrBkSttlmDt>
     <RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf></PmtRtr>`,
  );
  expect(await readPop(text)).toMatchObject({
    messageType: 'pacs.004',
    statuses: ['Returned: account is closed (AC04)'],
    amount: { currency: 'USD', value: '95' },
    amountRole: 'returned',
    valueDate: '2026-05-11',
  });
});

test('facts of two transactions are never mixed', async () => {
  const transactionXml = (amount: string, parties: string) =>
    `<n:CdtTrfTxInf><n:IntrBkSttlmAmt Ccy="EUR">${amount}</n:IntrBkSttlmAmt>${parties}</n:CdtTrfTxInf>`;
  const nord = '<n:Dbtr><n:Nm>Nord</n:Nm></n:Dbtr>';
  const plzen = '<n:Cdtr><n:Nm>Plzen</n:Nm></n:Cdtr>';
  const text = `<e:Envelope xmlns:e="urn:swift:xsd:envelope"><n:Document
    xmlns:n="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><n:FIToFICstmrCdtTrf>
    ${transactionXml('0.1', nord)}${transactionXml('0.20', plzen)}</n:FIToFICstmrCdtTrf></n:Document></e:Envelope>`;
  expect(await readPop(text)).toMatchObject({
    messageType: 'pacs.008',
    transactions: 2,
    amount: { currency: 'EUR', value: '0.30' },
    amountRole: 'settled',
    from: null,
    to: null,
  });
});

test('an account entry shows credit or debit, its dates and its parties', async () => {
  const text = iso(
    'camt.054',
    `<BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="JPY">1654</Amt><CdtDbtInd>DBIT</CdtDbtInd>
     <Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-08-05</Dt></BookgDt><ValDt><DtTm>2026-08-06T10:00:00+09:00</DtTm></ValDt>
     <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Nord</Nm></Dbtr><Cdtr><Pty><Nm>Osaka</Nm></Pty></Cdtr></RltdPties>
     </TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );
  expect(await readPop(text)).toMatchObject({
    statuses: ['Pending (PDNG)'],
    amountRole: 'entry-debit',
    amount: { currency: 'JPY', value: '1654' },
    valueDate: '2026-08-06',
    from: 'Nord',
    to: 'Osaka',
  });
});

test('the amount of an order is instructed, not settled, and its transactions inherit the shared facts', async () => {
  const text = iso(
    'pain.001',
    `<CstmrCdtTrfInitn><PmtInf><ReqdExctnDt><Dt>2026-03-27</Dt></ReqdExctnDt><Dbtr><Nm>Nord</Nm></Dbtr>
     <CdtTrfTxInf><Amt><InstdAmt Ccy="EUR">7</InstdAmt></Amt><Cdtr><Nm>Plzen</Nm></Cdtr></CdtTrfTxInf></PmtInf>
     </CstmrCdtTrfInitn>`,
  );
  expect(await readPop(text)).toMatchObject({
    amountRole: 'instructed',
    valueDate: '2026-03-27',
    from: 'Nord',
    to: 'Plzen',
  });
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

test('a message has a status when SWIFT refused it, when it is a test, or when it may be a duplicate', async () => {
  const nak = '{1:F21NORDDEB0AXXX0000000000}{4:{177:2610141200}{451:1}{405:H80}}';
  const statuses = ['Refused by SWIFT (H80)'];
  expect(await readPop(nak)).toMatchObject({ kind: 'mt103', notes: [], statuses });
  expect((await readPop(nak + swift('103', transfer))).statuses).toEqual(statuses);
  expect((await readPop(nak.replace('451:1', '451:0') + swift('103', transfer))).statuses).toEqual([]);
  expect((await readPop(swift('103', transfer, { trailer: '{5:{CHK:1}{TNG:}{PDE:}}' }))).statuses).toEqual([
    'Test message',
    'Possible duplicate',
  ]);
});

test('a returned transfer is reported as returned, and a message that refuses a transfer as refused', async () => {
  const returnedTransfer = await readPop(swift('103', [...transfer, ':72:/RETN/99', '/AC04/', '/MREF/A']));
  expect(returnedTransfer).toMatchObject({
    statuses: ['Returned (RETN): account is closed (AC04)'],
    amountRole: 'returned',
  });
  const refusalReading = await readPop(swift('199', [':20:A', ':21:B', ':79:/REJT/99', '/XT99/AC05/']));
  expect(refusalReading.statuses[0]).toMatch(/^Refused \(REJT\): .*\(AC05\)$/);
  const cancellation = await readPop(
    swift('192', [':20:A', ':21:B', ':11S:103', '261014', ':79:/DUPL/', ':32A:261014EUR5,']),
  );
  expect(cancellation).toMatchObject({ statuses: ['Cancellation requested'], amountRole: 'original' });
});

test('sender and receiver follow the direction of the message', () => {
  const sentMessage = readSwift(swift('103', transfer))[0];
  expect([sentMessage?.sender, sentMessage?.receiver]).toEqual(['NORDDEB0', 'PLZNCZP0']);
  const receivedMessage = readSwift(
    '{1:F01NORDDEB0AXXX0000000000}{2:O1030925261014PLZNCZP0A0010000000000261014 0925N}{4:\n:20:A\n-}',
  )[0];
  expect([receivedMessage?.sender, receivedMessage?.receiver]).toEqual(['PLZNCZP0001', 'NORDDEB0']);
});

test('several messages in one text are all read, and their facts are not mixed', async () => {
  const text = `${swift('103', transfer)}$${swift(
    '103',
    transfer.map((line) => line.replace('SKODA', 'TATRA')),
  )}`;
  expect(readSwift(text)).toHaveLength(2);
  expect(readSwift(text)[1]?.fields.find(({ tag }) => tag === '59')).toMatchObject({
    value: '/2\nTATRA',
    lines: [16, 17],
  });
  const total = { currency: 'EUR', value: '25.00' };
  expect(await readPop(text)).toMatchObject({ transactions: 2, amount: total, from: 'NORD', to: null });
});

test('the name of a party with option F is the text after 1/, never its identification', async () => {
  const fields = transfer
    .with(3, ':50F:CCPT/DE/123')
    .with(4, '1/NORD LICHT\r\n1/GMBH\r\n2/STREET\r\n3/DE/BERLIN');
  expect((await readPop(swift('103', fields))).from).toBe('NORD LICHT GMBH');
  const namelessParty = transfer.with(3, ':50F:CCPT/DE/123').with(4, '2/STREET');
  expect((await readPop(swift('103', namelessParty))).from).toBeNull();
  const accountWithoutSlash = transfer.with(5, ':59:723491524').with(6, 'C. KLEIN');
  expect((await readPop(swift('103', accountWithoutSlash))).to).toBe('C. KLEIN');
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
  expect(readSwift('{4:\n:20:A\n-\n:21:B')[0]?.fields).toHaveLength(1);
});

test('a text without line ends is split at its tags', async () => {
  for (const separator of [' ', '']) {
    const text = `{4:${separator}${transfer.join(separator || '\n').replaceAll('\n', separator)}${separator}-}`;
    const reading = await readPop(text);
    expect([separator, reading.amount?.value, reading.messageType]).toEqual([separator, '12.50', 'MT103']);
  }
});

test('a field without a name is labelled with its tag', () => {
  expect(fieldName('99Z', '103')).toBe('Field 99Z');
  expect(fieldName('58A', '202')).toBe('Beneficiary institution');
});

const factsOf = (text: string) => {
  const reading = readXml(text);
  if (reading.result !== 'read') throw new Error('The text was not read');
  return readIso(reading.root).transactions.map(({ facts }) =>
    Object.fromEntries(facts.map(({ fact, text: value, failure }) => [fact, failure ?? value])),
  );
};

test('references, charges and purpose of a transfer are facts, and failed checks are reported', () => {
  const text = iso(
    'pacs.008',
    `<FIToFICstmrCdtTrf><GrpHdr><MsgId>M</MsgId></GrpHdr><CdtTrfTxInf><PmtId><InstrId>I</InstrId><EndToEndId>E</EndToEndId>
     <TxId>T</TxId><UETR>7a562c67-ca16-18ba-b074-65581be6f001</UETR></PmtId><IntrBkSttlmAmt Ccy="EUR">9</IntrBkSttlmAmt>
     <ChrgBr>SHAR</ChrgBr><ChrgsInf><Amt Ccy="EUR">1</Amt></ChrgsInf><Dbtr><Nm>Nord</Nm></Dbtr>
     <DbtrAcct><Id><IBAN>DE88370400440532013000</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>DEUT</BICFI></FinInstnId></DbtrAgt>
     <CdtrAcct><Id><Othr><Id>12345678</Id></Othr></Id></CdtrAcct><Purp><Cd>GDDS</Cd></Purp></CdtTrfTxInf></FIToFICstmrCdtTrf>`,
  );
  expect(factsOf(text)).toEqual([
    {
      settled: 'EUR 9',
      charges: 'SHAR',
      'charges-amount': 'EUR 1',
      'transaction-id': 'T',
      'instruction-id': 'I',
      'end-to-end-id': 'E',
      uetr: 'uetr-form',
      'message-id': 'M',
      debtor: 'Nord',
      'debtor-account': 'iban-digits',
      'debtor-agent': 'bic-form',
      'creditor-account': '12345678',
      purpose: 'GDDS',
    },
  ]);
});

test.each<[string, string, object]>([
  [
    'announced',
    iso(
      'camt.057',
      `<NtfctnToRcv><Ntfctn><Dbtr><Pty><Nm>Nord</Nm></Pty></Dbtr><Itm><Id>1</Id><Amt Ccy="EUR">5</Amt>
       <XpctdValDt>2026-10-14</XpctdValDt></Itm></Ntfctn></NtfctnToRcv>`,
    ),
    { messageType: 'camt.057', amountRole: 'expected', valueDate: '2026-10-14', from: 'Nord', statuses: [] },
  ],
  [
    'no longer announced',
    iso(
      'camt.058',
      `<NtfctnToRcvCxlAdvc><OrgnlNtfctn><OrgnlNtfctnRef><OrgnlItm><Amt Ccy="EUR">5</Amt></OrgnlItm></OrgnlNtfctnRef></OrgnlNtfctn>
       <CxlRsn><Rsn><Cd>CUST</Cd></Rsn></CxlRsn></NtfctnToRcvCxlAdvc>`,
    ),
    {
      messageType: 'camt.058',
      amountRole: 'original',
      statuses: ['Cancelled: requested by the customer (CUST)'],
    },
  ],
  [
    'charged',
    iso(
      'camt.106',
      `<ChrgsPmtReq><Chrgs><PerTx><Rcrd><UndrlygTx><UETR>U</UETR></UndrlygTx><ChrgsBrkdwn><Amt Ccy="EUR">5</Amt></ChrgsBrkdwn>
       </Rcrd></PerTx></Chrgs></ChrgsPmtReq>`,
    ),
    { messageType: 'camt.106', amountRole: 'charges', statuses: [] },
  ],
  [
    'requested to be stopped',
    iso(
      'camt.108',
      `<ChqCxlOrStopReq><Chq><Amt Ccy="EUR">5</Amt><Pyee><Nm>Plzen</Nm></Pyee><ChqCxlOrStopRsn><Rsn><Cd>CUST</Cd></Rsn>
       </ChqCxlOrStopRsn></Chq></ChqCxlOrStopReq>`,
    ),
    {
      messageType: 'camt.108',
      amountRole: 'original',
      to: 'Plzen',
      statuses: ['Cancellation requested: requested by the customer (CUST)'],
    },
  ],
  [
    'not stopped',
    iso(
      'camt.109',
      `<ChqCxlOrStopRpt><Chq><Amt Ccy="EUR">5</Amt><ChqCxlOrStopSts><Sts><Cd>RJCR</Cd></Sts><AddtlInf>Paid</AddtlInf>
       </ChqCxlOrStopSts></Chq></ChqCxlOrStopRpt>`,
    ),
    { messageType: 'camt.109', statuses: ['Cancellation refused (RJCR): Paid'] },
  ],
  [
    'booked in the first version of a report',
    iso(
      'camt.052',
      `<BkToCstmrAcctRptV01><Rpt><Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
       <ValDt><Dt>2026-10-14</Dt></ValDt></Ntry></Rpt></BkToCstmrAcctRptV01>`,
    ),
    { messageType: 'camt.052', amountRole: 'entry-debit', valueDate: '2026-10-14' },
  ],
])('the amount of a payment that is %s is read', async (_, text, facts) => {
  expect(await readPop(text)).toMatchObject({
    amount: { currency: 'EUR', value: '5' },
    transactions: 1,
    ...facts,
  });
});

test('several kinds of charges without a sum give no amount', async () => {
  const charge = (amount: string) => `<ChrgsBrkdwn><Amt Ccy="EUR">${amount}</Amt></ChrgsBrkdwn>`;
  const text = iso(
    'camt.106',
    `<ChrgsPmtReq><Chrgs><PerTx><Rcrd>${charge('5')}${charge('6')}</Rcrd></PerTx></Chrgs></ChrgsPmtReq>`,
  );
  expect((await readPop(text)).amount).toBeNull();
});

test('a refused payment instruction without transactions is not hidden by an instruction with transactions', async () => {
  const text = iso(
    'pain.002',
    `<CstmrPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
     <OrgnlPmtInfAndSts><PmtInfSts>RJCT</PmtInfSts></OrgnlPmtInfAndSts>
     <OrgnlPmtInfAndSts><TxInfAndSts><TxSts>ACSC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt>`,
  );
  expect(await readPop(text)).toMatchObject({
    transactions: 2,
    statuses: ['Refused (RJCT)', 'Settled (ACSC)'],
  });
});

test('transactions are counted across all documents in an envelope', async () => {
  const message = (amount: string) =>
    iso(
      'pacs.008',
      `<FIToFICstmrCdtTrf><CdtTrfTxInf><IntrBkSttlmAmt Ccy="EUR">${amount}</IntrBkSttlmAmt></CdtTrfTxInf></FIToFICstmrCdtTrf>`,
    );
  expect(await readPop(`<Bundle>${message('1.50')}${message('2')}</Bundle>`)).toMatchObject({
    messageType: 'pacs.008',
    transactions: 2,
    amount: { currency: 'EUR', value: '3.50' },
  });
});
