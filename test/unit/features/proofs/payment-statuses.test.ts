/** @file What the codes and messages of ISO 20022 say about a payment, by the meaning that the standard gives them. */
import { expect, test } from 'vitest';
import { readFacts } from '../../../../src/main/features/proofs/extraction/facts.ts';
import { readIso } from '../../../../src/main/features/proofs/extraction/iso20022/iso20022.ts';
import { sortDistinctStatuses } from '../../../../src/main/features/proofs/extraction/payment-status.ts';
import { readXml } from '../../../../src/main/features/proofs/extraction/xml.ts';
import { statusLine } from '../../../../src/shared/messages/payment-status.ts';
import type { Standing } from '../../../../src/shared/model/proofs/status.ts';
import { casesOf } from '../../../fakes/files/text-statement.ts';

/** An ISO 20022 document. */
const iso = (name: string, content: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}.001.10">${content}</Document>`;

/** Reads the statuses, as their lines, and the notes of a message. */
function read(text: string) {
  const { facts, notes } = readFacts({
    kind: 'iso20022',
    text,
    bytes: Buffer.alloc(0),
    extension: 'xml',
    notes: [],
  });
  return { statuses: facts.statuses.map(statusLine), notes };
}

/** Codes of the external code sets for payments, groups and cancellations, by their definitions. */
const definitions: readonly (readonly [label: string, codes: string])[] = [
  ['Settled', 'ACSC ACCC'],
  ['Accepted', 'ACCP ACWC'],
  ['Pending', 'ACSP ACTC ACFC ACWP PDNG RCVD'],
  ['Partly accepted', 'PART PATC PACR'],
  ['Refused', 'RJCT'],
  ['Cancelled', 'CANC CNCL ACCR'],
  ['Cancellation requested', 'PDCR'],
  ['Cancellation refused', 'RJCR'],
  ['Unknown status', 'BLCK NULL acsc ACSCX'],
];
const codes = definitions.flatMap(([label, list]) => list.split(' ').map((code) => [code, label] as const));

test.each(codes)('%s means: %s', (code, label) => {
  const report = `<FIToFIPmtStsRpt><TxInfAndSts><TxSts>${code}</TxSts></TxInfAndSts></FIToFIPmtStsRpt>`;
  expect(read(iso('pacs.002', report)).statuses).toEqual([`${label} (${code})`]);
});

test('of several statuses the one comes first that says most clearly that the money did not arrive', () => {
  const expected: readonly Standing[] = [
    'not-sent',
    'refused',
    'returned',
    'cancelled',
    'cancellation-asked',
    'partly',
    'test',
    'pending',
    'possible-duplicate',
    'other',
    'cancellation-refused',
    'accepted',
    'settled',
  ];
  const statuses = expected.map((standing) => ({ standing, code: null, reasons: [], detail: null }));
  expect(sortDistinctStatuses([...statuses, ...statuses].reverse())).toEqual(statuses);
});

/** A message, the statuses that are read, and its content. */
const messages = `
pacs.007 reversed => Returned: requested by the customer (CUST)
<FIToFIPmtRvsl><TxInf><RvslRsnInf><Rsn><Cd>CUST</Cd></Rsn></RvslRsnInf></TxInf></FIToFIPmtRvsl>

pain.007 reversed => Returned: requested by the customer (CUST)
<CstmrPmtRvsl><OrgnlPmtInfAndRvsl><TxInf><RvslRsnInf><Rsn><Cd>CUST</Cd></Rsn></RvslRsnInf></TxInf></OrgnlPmtInfAndRvsl></CstmrPmtRvsl>

camt.055 to be cancelled => Cancellation requested: duplicate payment (DUPL)
<CstmrPmtCxlReq><Undrlyg><OrgnlPmtInfAndCxl><TxInf><CxlRsnInf><Rsn><Cd>DUPL</Cd></Rsn></CxlRsnInf></TxInf></OrgnlPmtInfAndCxl></Undrlyg></CstmrPmtCxlReq>

camt.056 to be cancelled => Cancellation requested: duplicate payment (DUPL)
<FIToFIPmtCxlReq><Undrlyg><TxInf><CxlRsnInf><Rsn><Cd>DUPL</Cd></Rsn></CxlRsnInf></TxInf></Undrlyg></FIToFIPmtCxlReq>

camt.029 cancelled => Cancelled (ACCR): X1; by the bank
<RsltnOfInvstgtn><Sts><Conf>ACCR</Conf></Sts><CxlDtls><OrgnlPmtInfAndSts><TxInfAndSts><CxlStsRsnInf><Rsn><Prtry>X1</Prtry></Rsn><AddtlInf>by</AddtlInf><AddtlInf>the bank</AddtlInf></CxlStsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CxlDtls></RsltnOfInvstgtn>

camt.029 without a status => Unknown status: X1
<RsltnOfInvstgtn><CxlDtls><TxInfAndSts><CxlStsRsnInf><Rsn><Prtry>X1</Prtry></Rsn></CxlStsRsnInf></TxInfAndSts></CxlDtls></RsltnOfInvstgtn>

camt.029 about no transaction => Cancellation refused (RJCR)
<RsltnOfInvstgtn><Sts><Conf>RJCR</Conf></Sts></RsltnOfInvstgtn>

camt.109 without a status => Unknown status: in work
<ChqCxlOrStopRpt><Chq><ChqCxlOrStopSts><AddtlInf>in work</AddtlInf></ChqCxlOrStopSts></Chq></ChqCxlOrStopRpt>

camt.109 with a status of the bank => Unknown status (HELD)
<ChqCxlOrStopRpt><Chq><ChqCxlOrStopSts><Sts><Prtry>HELD</Prtry></Sts></ChqCxlOrStopSts></Chq></ChqCxlOrStopRpt>

camt.109 about nothing => Unknown status
<ChqCxlOrStopRpt><Chq/></ChqCxlOrStopRpt>

camt.058 with a reason of its own => Cancelled: X1
<NtfctnToRcvCxlAdvc><OrgnlNtfctn><OrgnlItm><CxlRsn><Cd>X1</Cd></CxlRsn></OrgnlItm></OrgnlNtfctn><CxlRsn><Rsn><Cd>CUST</Cd></Rsn></CxlRsn></NtfctnToRcvCxlAdvc>

pain.014 refused => Refused (RJCT)
<CdtrPmtActvtnReqStsRpt><OrgnlPmtInfAndSts><TxInfAndSts><TxSts>RJCT</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CdtrPmtActvtnReqStsRpt>

pacs.002 without a status => Unknown status
<FIToFIPmtStsRpt><OrgnlGrpInfAndSts/><TxInfAndSts/></FIToFIPmtStsRpt>

pacs.002 with an empty status in a settled group => Unknown status
<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>ACSC</GrpSts></OrgnlGrpInfAndSts><TxInfAndSts><TxSts/></TxInfAndSts></FIToFIPmtStsRpt>

pacs.002 in the group of its message and another one => Refused (RJCT): X1
<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>1</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>X1</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts><OrgnlGrpInfAndSts><OrgnlMsgId>2</OrgnlMsgId><GrpSts>CANC</GrpSts></OrgnlGrpInfAndSts><TxInfAndSts><OrgnlGrpInf><OrgnlMsgId>1</OrgnlMsgId></OrgnlGrpInf></TxInfAndSts></FIToFIPmtStsRpt>

pacs.002 with two reasons, one of them twice => Refused (RJCT): X1; X2; first second
<FIToFIPmtStsRpt><TxInfAndSts><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>X1</Cd></Rsn><AddtlInf>first</AddtlInf></StsRsnInf><StsRsnInf><Rsn><Prtry>X2</Prtry></Rsn><AddtlInf>second</AddtlInf></StsRsnInf><StsRsnInf><Rsn><Cd>X1</Cd></Rsn></StsRsnInf></TxInfAndSts></FIToFIPmtStsRpt>

pacs.002 with an explanation alone => Refused (RJCT): own
<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>X1</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts><TxInfAndSts><StsRsnInf><AddtlInf>own</AddtlInf></StsRsnInf></TxInfAndSts></FIToFIPmtStsRpt>

camt.053 returned by another bank => Returned: account is closed (AC04)
<BkToCstmrStmt><Stmt><Ntry><Sts>BOOK</Sts><NtryDtls><TxDtls/><TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt>

camt.054 reversed => Returned (RVSL)
<BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><RvslInd>1</RvslInd></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>

camt.052 not reversed and pending => Pending (PDNG)
<BkToCstmrAcctRpt><Rpt><Ntry><RvslInd>0</RvslInd><Sts>PDNG</Sts></Ntry></Rpt></BkToCstmrAcctRpt>

camt.053 with statuses of the bank => Unknown status (FUTR)
<BkToCstmrStmt><Stmt><Ntry><RvslInd>false</RvslInd><Sts><Cd>FUTR</Cd></Sts><Sts><Prtry>X1</Prtry></Sts></Ntry></Stmt></BkToCstmrStmt>

camt.053 with a status of the bank => Unknown status (X1)
<BkToCstmrStmt><Stmt><Ntry><Sts><Prtry>X1</Prtry></Sts></Ntry></Stmt></BkToCstmrStmt>
`;

test.each(casesOf(messages))('the status is read of a payment %s', (message, expected, content) => {
  const { statuses } = read(iso(message.split(' ', 1)[0] ?? '', content));
  expect(statuses).toEqual([expected]);
});

test('a transfer states no status, and long reasons are cut', () => {
  const transfer = iso('pacs.008', '<FIToFICstmrCdtTrf><CdtTrfTxInf/></FIToFICstmrCdtTrf>');
  expect(read(transfer).statuses).toEqual([]);
  const reason = `<StsRsnInf><Rsn><Prtry>${'P'.repeat(41)}</Prtry></Rsn><AddtlInf>${'i'.repeat(301)}</AddtlInf></StsRsnInf>`;
  const report = `<TxInfAndSts><TxSts>RJCT</TxSts>${reason}</TxInfAndSts>`;
  expect(read(iso('pacs.002', `<FIToFIPmtStsRpt>${report}</FIToFIPmtStsRpt>`)).statuses).toEqual([
    `Refused (RJCT): ${'P'.repeat(40)}; ${'i'.repeat(300)}`,
  ]);
  const cheque = `<ChqCxlOrStopSts><AddtlInf>${'i'.repeat(301)}</AddtlInf></ChqCxlOrStopSts>`;
  expect(read(iso('camt.109', `<ChqCxlOrStopRpt><Chq>${cheque}</Chq></ChqCxlOrStopRpt>`)).statuses).toEqual([
    `Unknown status: ${'i'.repeat(300)}`,
  ]);
});

/** What a report says about a payment, the statuses that are read, whether they are noted as a contradiction, and the content. */
const contradictions = `
group refused, transaction settled => Refused (RJCT)|Settled (ACSC); contradiction
<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts><TxInfAndSts><TxSts>ACSC</TxSts></TxInfAndSts></FIToFIPmtStsRpt>

two statuses in one transaction => Refused (RJCT)|Settled (ACSC); contradiction
<FIToFIPmtStsRpt><TxInfAndSts><TxSts>ACSC</TxSts><TxSts>RJCT</TxSts></TxInfAndSts></FIToFIPmtStsRpt>

instruction cancelled, transaction settled => Cancelled (CANC)|Settled (ACSC); contradiction
<CstmrPmtStsRpt><OrgnlPmtInfAndSts><PmtInfSts>CANC</PmtInfSts><TxInfAndSts><TxSts>ACSC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt>

payments cancelled and not cancelled => Cancelled (CNCL)|Cancellation refused (RJCR); contradiction
<RsltnOfInvstgtn><Sts><Conf>CNCL</Conf></Sts><CxlDtls><TxInfAndSts><TxCxlSts>RJCR</TxCxlSts></TxInfAndSts></CxlDtls></RsltnOfInvstgtn>

entry reversed and not reversed => Returned (RVSL)
<BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><RvslInd>false</RvslInd><RvslInd>true</RvslInd><Sts>BOOK</Sts></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>

entry pending and booked => Pending (PDNG)
<BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Sts>BOOK</Sts><Sts><Cd>PDNG</Cd></Sts></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>

group partly accepted, transaction settled twice => Settled (ACSC)
<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><TxInfAndSts><TxSts>ACSC</TxSts><TxSts>ACCC</TxSts></TxInfAndSts></FIToFIPmtStsRpt>

another group refused => Settled (ACSC)
<FIToFIPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>2</OrgnlMsgId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>
<TxInfAndSts><OrgnlGrpInf><OrgnlMsgId>1</OrgnlMsgId></OrgnlGrpInf><TxSts>ACSC</TxSts></TxInfAndSts></FIToFIPmtStsRpt>

settled only in another namespace => Refused (RJCT)
<FIToFIPmtStsRpt><TxInfAndSts xmlns:z="urn:z"><z:TxSts>ACSC</z:TxSts><TxSts>RJCT</TxSts></TxInfAndSts></FIToFIPmtStsRpt>

settled only in supplementary data => Refused (RJCT)
<FIToFIPmtStsRpt><TxInfAndSts><TxSts>RJCT</TxSts><SplmtryData><Envlp><TxInfAndSts xmlns="urn:z"><TxSts>ACSC</TxSts></TxInfAndSts></Envlp></SplmtryData></TxInfAndSts></FIToFIPmtStsRpt>

settled with an undeclared prefix => Settled (ACSC)
<p:FIToFIPmtStsRpt><p:TxInfAndSts><p:TxSts>ACSC</p:TxSts><q:TxSts>RJCT</q:TxSts></p:TxInfAndSts></p:FIToFIPmtStsRpt>
`;

test.each(casesOf(contradictions))(
  'of a payment with several statuses the worst one comes first, and a contradiction is a note: %s',
  (_, expected, content) => {
    const [found = '', contradiction] = expected.split('; ');
    const { notes, statuses } = read(iso('pacs.002', content));
    expect(statuses).toEqual(found.split('|'));
    expect(notes).toEqual(contradiction === undefined ? [] : ['statuses-contradict']);
  },
);

/** Messages by the names of their root elements, and the elements that each stand for a payment. */
const roots = `
pacs.002 FIToFIPmtStsRpt TxInfAndSts OrgnlGrpInfAndSts
pacs.003 FIToFICstmrDrctDbt DrctDbtTxInf
pacs.004 PmtRtr TxInf
pacs.007 FIToFIPmtRvsl TxInf
pacs.008 FIToFICstmrCdtTrf CdtTrfTxInf
pacs.009 FICdtTrf CdtTrfTxInf
pacs.009 FinInstnCdtTrf CdtTrfTxInf
pacs.010 FIDrctDbt DrctDbtTxInf
pacs.028 FIToFIPmtStsReq TxInf
pain.001 CstmrCdtTrfInitn CdtTrfTxInf
pain.002 CstmrPmtStsRpt TxInfAndSts OrgnlPmtInfAndSts OrgnlGrpInfAndSts
pain.007 CstmrPmtRvsl TxInf
pain.008 CstmrDrctDbtInitn DrctDbtTxInf
pain.013 CdtrPmtActvtnReq CdtTrfTx
pain.014 CdtrPmtActvtnReqStsRpt TxInfAndSts OrgnlPmtInfAndSts OrgnlGrpInfAndSts
camt.029 RsltnOfInvstgtn TxInfAndSts OrgnlPmtInfAndSts CxlDtls
camt.052 BkToCstmrAcctRpt Ntry
camt.053 BkToCstmrStmt Ntry
camt.054 BkToCstmrDbtCdtNtfctn Ntry
camt.055 CstmrPmtCxlReq TxInf OrgnlPmtInfAndCxl
camt.056 FIToFIPmtCxlReq TxInf OrgnlGrpInfAndCxl
camt.057 NtfctnToRcv Itm
camt.058 NtfctnToRcvCxlAdvc OrgnlItm
camt.105 ChrgsPmtNtfctn Rcrd
camt.106 ChrgsPmtReq Rcrd
camt.107 ChqPresntmntNtfctn Chq
camt.108 ChqCxlOrStopReq Chq
camt.109 ChqCxlOrStopRpt Chq
`;

function typesIn(xml: string): (string | null)[] {
  const reading = readXml(xml);
  if (reading.result !== 'read') throw new Error('The text was not read');
  return readIso(reading.root).map(({ facts }) => facts.messageType);
}

test.each(roots.trim().split('\n'))('each payment in a message is found: %s', (line) => {
  const [type = '', root = '', ...names] = line.split(' ');
  for (const name of names) {
    const two = `<x><${name}/></x><${name}><y/></${name}>`;
    for (const element of [root, `${root}V02`, `${root}S1`, `${type}.001.01`])
      expect(typesIn(`<Bundle><Document><${element}>${two}</${element}></Document></Bundle>`)).toEqual([
        type,
        type,
      ]);
  }
});

const unknown = 'xmlns="urn:iso:std:iso:20022:tech:xsd:camt.026.001.09"';
test.each([
  ['the type of its namespace', `<Bundle ${unknown}><a/><Document><b/></Document></Bundle>`, ['camt.026']],
  ['no type of a header', '<a xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"/>', [null]],
  ['no type without one', '<a><b/></a>', [null]],
  [
    'the type of the message behind a header',
    `<a xmlns="urn:head.001.001.02"><b ${unknown}/></a>`,
    ['camt.026'],
  ],
  ['the first of two types', `<a ${unknown}><b xmlns="urn:camt.027.001.09"/></a>`, ['camt.026']],
  ['no type of another attribute', '<a b="camt.026.001.09"/>', [null]],
  ['the type of a prefix', '<p:a xmlns:p="camt.026.001.09"/>', ['camt.026']],
  ['no type without a version', '<a xmlns="urn:camt.026.001.9"/>', [null]],
  ['no type of a longer name', '<x><pacs.008.001.011/><a.pacs.008.001.01/><PmtV02Rtr/></x>', [null]],
  ['no type inside a word', '<a xmlns="urn:xcamt.026.001.09"/>', [null]],
  [
    'no payment of another namespace',
    '<PmtRtr><TxInf/><s><z:TxInf xmlns:z="urn:z"/></s></PmtRtr>',
    ['pacs.004'],
  ],
  [
    'one payment for nested elements',
    '<CstmrPmtStsRpt><OrgnlPmtInfAndSts><TxInfAndSts/></OrgnlPmtInfAndSts></CstmrPmtStsRpt>',
    ['pain.002'],
  ],
  [
    'payments and no group',
    '<FIToFIPmtStsRpt><OrgnlGrpInfAndSts/><TxInfAndSts/></FIToFIPmtStsRpt>',
    ['pacs.002'],
  ],
  [
    'at most 10,000 payments',
    `<PmtRtr>${'<TxInf/>'.repeat(10_001)}</PmtRtr>`,
    Array.from({ length: 10_000 }, () => 'pacs.004'),
  ],
])('a document has %s', (_, xml, types) => {
  expect(typesIn(xml)).toEqual(types);
});

test('the facts of an unknown message are those of its document', () => {
  const amount = (value: number) => `<IntrBkSttlmAmt Ccy="EUR">${value}</IntrBkSttlmAmt>`;
  const documents = [
    '<Document/>',
    `<Document><b>${amount(5)}</b></Document>`,
    `<Document><b>${amount(6)}</b></Document>`,
  ];
  const reading = readXml(`<x>${amount(4)}${documents.join('')}</x>`);
  if (reading.result !== 'read') throw new Error('The text was not read');
  expect(readIso(reading.root)).toMatchObject([{ facts: { amount: { value: '5' } } }]);
});
