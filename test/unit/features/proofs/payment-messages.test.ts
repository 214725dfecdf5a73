import { expect, test } from 'vitest';
import { readIso } from '../../../../src/main/features/proofs/extraction/iso20022/iso20022.ts';
import { readXml } from '../../../../src/main/features/proofs/extraction/xml.ts';
import { casesOf } from '../../../fakes/files/text-statement.ts';
import { factsIn, iso, readPop } from './read-pop.ts';

const originalTransaction = `<OrgnlTxRef><IntrBkSttlmAmt z:Ccy="USD" Ccy="EUR">36.00</IntrBkSttlmAmt>
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
    amount: 'EUR 36.00',
    amountRole: 'original',
    from: 'Nord',
    to: 'Plzen',
  });
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
    amount: 'USD 95',
    amountRole: 'returned',
    valueDate: '2026-05-11',
  });
});

test('30 February is no date of a payment', async () => {
  const text = iso(
    'pacs.008',
    `<FIToFICstmrCdtTrf><CdtTrfTxInf><IntrBkSttlmAmt Ccy="EUR">5</IntrBkSttlmAmt>
     <IntrBkSttlmDt>2026-02-30</IntrBkSttlmDt></CdtTrfTxInf></FIToFICstmrCdtTrf>`,
  );
  expect(await readPop(text)).toMatchObject({ amount: 'EUR 5', valueDate: null });
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
    amount: 'EUR 0.30',
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
    amount: 'JPY 1654',
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

const factsOf = (text: string) => {
  const reading = readXml(text);
  if (reading.result !== 'read') throw new Error('The text was not read');
  return readIso(reading.root).map(({ texts: facts }) =>
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

/** What a payment is, its message, the facts that are read, and its content. */
const fivers = `
camt.057 announced => amountRole=expected; valueDate=2026-10-14; from=Nord
<NtfctnToRcv><Ntfctn><Dbtr><Pty><Nm>Nord</Nm></Pty></Dbtr><Itm><Id>1</Id><Amt Ccy="EUR">5</Amt>
<XpctdValDt>2026-10-14</XpctdValDt></Itm></Ntfctn></NtfctnToRcv>

camt.058 no longer announced => amountRole=original; statuses=Cancelled: requested by the customer (CUST)
<NtfctnToRcvCxlAdvc><OrgnlNtfctn><OrgnlNtfctnRef><OrgnlItm><Amt Ccy="EUR">5</Amt></OrgnlItm></OrgnlNtfctnRef></OrgnlNtfctn>
<CxlRsn><Rsn><Cd>CUST</Cd></Rsn></CxlRsn></NtfctnToRcvCxlAdvc>

camt.106 charged => amountRole=charges
<ChrgsPmtReq><Chrgs><PerTx><Rcrd><UndrlygTx><UETR>U</UETR></UndrlygTx><ChrgsBrkdwn><Amt Ccy="EUR">5</Amt></ChrgsBrkdwn>
</Rcrd></PerTx></Chrgs></ChrgsPmtReq>

camt.108 requested to be stopped => amountRole=original; to=Plzen; statuses=Cancellation requested: requested by the customer (CUST)
<ChqCxlOrStopReq><Chq><Amt Ccy="EUR">5</Amt><Pyee><Nm>Plzen</Nm></Pyee><ChqCxlOrStopRsn><Rsn><Cd>CUST</Cd></Rsn>
</ChqCxlOrStopRsn></Chq></ChqCxlOrStopReq>

camt.109 not stopped => statuses=Cancellation refused (RJCR): Paid
<ChqCxlOrStopRpt><Chq><Amt Ccy="EUR">5</Amt><ChqCxlOrStopSts><Sts><Cd>RJCR</Cd></Sts><AddtlInf>Paid</AddtlInf>
</ChqCxlOrStopSts></Chq></ChqCxlOrStopRpt>

camt.052 booked in the first version of a report => amountRole=entry-debit; valueDate=2026-10-14
<BkToCstmrAcctRptV01><Rpt><Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
<ValDt><Dt>2026-10-14</Dt></ValDt></Ntry></Rpt></BkToCstmrAcctRptV01>
`;

test.each(casesOf(fivers))('a payment is read whose message is %s', async (message, facts, content) => {
  const messageType = message.split(' ', 1)[0] ?? '';
  const expected = { messageType, amount: 'EUR 5', transactions: 1, statuses: [], ...factsIn(facts) };
  expect(await readPop(iso(messageType, content))).toMatchObject(expected);
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
    amount: 'EUR 3.50',
  });
});
