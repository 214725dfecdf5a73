/** @file Values of ISO 20022 messages: every legal number, nothing in place of a value that can't be read, and envelopes. */
import { expect, test } from 'vitest';
import { rowsOf } from '../../rows-of.ts';
import { contentOf, factsIn, iso, readPop, swift } from './read-pop.ts';

const transfer = (amounts: string) =>
  iso('pacs.008', `<FIToFICstmrCdtTrf><CdtTrfTxInf>${amounts}</CdtTrfTxInf></FIToFICstmrCdtTrf>`);
const settled = (value: string) => transfer(`<IntrBkSttlmAmt Ccy="EUR">${value}</IntrBkSttlmAmt>`);
const entry = (content: string) =>
  iso(
    'camt.053',
    `<BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>DBIT</CdtDbtInd>${content}</Ntry></Stmt></BkToCstmrStmt>`,
  );

test.each([
  ['.42', 'EUR 0.42'],
  ['+1234.50', 'EUR 1234.50'],
  ['1234.', 'EUR 1234'],
  ['123.4500000000005', 'EUR 123.4500000000005'],
  ['-5', null],
  ['1,234.50', null],
  ['1E3', null],
  ['.', null],
])('the amount %s is read as %s', async (value, amount) => {
  expect(await readPop(settled(value))).toMatchObject({ amount });
});

/** What can't be read, the message, its facts for the list, and the fact that is marked. */
const unreadable = `
a returned amount => ${iso('pacs.004', '<PmtRtr><TxInf><RtrdIntrBkSttlmAmt Ccy="EUR">9O.00</RtrdIntrBkSttlmAmt><RtrdInstdAmt Ccy="EUR">95</RtrdInstdAmt><OrgnlIntrBkSttlmAmt Ccy="EUR">100</OrgnlIntrBkSttlmAmt></TxInf></PmtRtr>')} => amount=; statuses=Returned => returned=EUR 9O.00
a settled amount => ${transfer('<IntrBkSttlmAmt Ccy="EUR">1.234,50</IntrBkSttlmAmt><InstdAmt Ccy="USD">7</InstdAmt>')} => amount= => settled=EUR 1.234,50
a currency => ${transfer('<IntrBkSttlmAmt>12</IntrBkSttlmAmt><InstdAmt Ccy="USD">7</InstdAmt>')} => amount= => settled=12
a value date => ${entry('<BookgDt><Dt>2026-02-27</Dt></BookgDt><ValDt><Dt>2026-02-30</Dt></ValDt>')} => amount=EUR 5; valueDate= => value-date=2026-02-30
an expected date => ${iso('camt.057', '<NtfctnToRcv><Ntfctn><XpctdValDt>2026-02-27</XpctdValDt><Itm><Amt Ccy="EUR">5</Amt><ValDt>27.02.2026</ValDt></Itm></Ntfctn></NtfctnToRcv>')} => amount=EUR 5; valueDate= => value-date=27.02.2026
`;

test.each(rowsOf(unreadable))(
  'nothing takes the place of %s',
  async (_, pop = '', facts = '', marked = '') => {
    expect(await readPop(pop)).toMatchObject(factsIn(facts));
    const { read } = contentOf(pop);
    if (read.form !== 'iso') throw new Error(read.form);
    const failed = read.transactions.flatMap((transaction) =>
      transaction.facts.filter(({ failure }) => failure !== null),
    );
    expect(failed.map(({ fact, text, failure }) => `${fact}=${text} ${failure}`)).toEqual([
      `${marked} not-readable`,
    ]);
  },
);

const returnInformation = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';

test.each([
  [
    'with return information',
    entry(`<Sts>BOOK</Sts><NtryDtls><TxDtls>${returnInformation}</TxDtls></NtryDtls>`),
    'Returned: account is closed (AC04)',
  ],
  [
    'one of whose transactions has return information',
    entry(`<NtryDtls><TxDtls/><TxDtls>${returnInformation}</TxDtls></NtryDtls>`),
    'Returned: account is closed (AC04)',
  ],
  ['with an indicator of a reversal that is no boolean', entry('<RvslInd>YES</RvslInd>'), 'Returned (RVSL)'],
  ['with a status of the bank', entry('<Sts><Prtry>HELD</Prtry></Sts>'), 'Unknown status (HELD)'],
  [
    'without a status of its own in a settled group',
    iso(
      'pacs.002',
      '<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>ACSC</GrpSts></OrgnlGrpInfAndSts><TxInfAndSts><TxSts/></TxInfAndSts></FIToFIPmtStsRpt>',
    ),
    'Unknown status',
  ],
])('a payment %s never looks settled', async (_, pop, status) => {
  expect((await readPop(pop)).statuses).toEqual([status]);
});

const message = settled('12.50');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const soap = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Answer><payload>${content}</payload></Answer></s:Body></s:Envelope>`;
const dataPdu = (content: string) =>
  `<?xml version="1.0"?><Saa:DataPDU xmlns:Saa="urn:swift:saa:xsd:saa.2.0"><Saa:Body>${content}</Saa:Body></Saa:DataPDU>`;

test.each([
  ['CDATA', soap(`<![CDATA[<?xml version="1.0"?>${message}]]>`), 'iso20022'],
  ['escaped text', dataPdu(escaped(message)), 'iso20022'],
  ['base64', soap(base64(message).replace(/(.{76})/g, '$1\n')), 'iso20022'],
  [
    'base64 of SWIFT',
    dataPdu(base64(swift('103', ':20:A :23B:CRED :32A:261014EUR12,50 :59:/2|SKODA'))),
    'mt103',
  ],
])('a message inside an envelope as %s is read, and the note says so', async (_, pop, kind) => {
  expect(await readPop(pop)).toMatchObject({
    kind,
    amount: 'EUR 12.50',
    amountRole: 'settled',
    notes: ['inside-xml'],
  });
});

test.each([
  [
    'two messages',
    soap(base64(message)).replace('</Answer>', `<payload>${base64(message)}</payload></Answer>`),
  ],
  ['a message inside two envelopes', soap(escaped(soap(escaped(message))))],
  ['a message with a document type', soap(escaped(`<!DOCTYPE a>${message}`))],
])('an envelope with %s gives no amount', async (_, pop) => {
  expect(await readPop(pop)).toMatchObject({ amount: null });
});

test('a message is not replaced by a document inside one of its elements', async () => {
  const pop = transfer(
    `<IntrBkSttlmAmt Ccy="EUR">1</IntrBkSttlmAmt><SplmtryData><Envlp>${base64(message)}</Envlp></SplmtryData>`,
  );
  expect(await readPop(pop)).toMatchObject({ amount: 'EUR 1', notes: [] });
});

test.each(['urn:iso:std:iso:20022:tech:xsd:pacs.008.001.01', 'urn:swift:xsd:$pacs.008.001.01', ''])(
  'a root with the name of its type has facts, in the namespace "%s"',
  async (namespace) => {
    const pop = `<Document xmlns="${namespace}"><pacs.008.001.01><CdtTrfTxInf><IntrBkSttlmAmt Ccy="EUR">5</IntrBkSttlmAmt></CdtTrfTxInf></pacs.008.001.01></Document>`;
    expect(await readPop(pop)).toMatchObject({
      kind: 'iso20022',
      messageType: 'pacs.008',
      amount: 'EUR 5',
      amountRole: 'settled',
    });
  },
);
