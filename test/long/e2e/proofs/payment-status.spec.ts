/**
 * @file Proofs of payments that were not made (refused, returned, rejected by SWIFT, test messages, possible duplicates), and
 * proofs with several messages or transactions.
 */
import { signIn, test } from '../../../e2e/company.ts';
import { expect } from '../../../e2e/fixture.ts';
import { layoutJourney } from '../../../e2e/layout/journey.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { faultsServing, fetchReferences, openProof, openProofs } from '../../../e2e/proofs/proofs-screen.ts';

test.setTimeout(300_000);

const isoMessage = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}.001.10">${content}</Document>`;
const originalTransaction = (amount: string, creditor = 'Moravská Strojírna a.s.') =>
  `<OrgnlTxRef><IntrBkSttlmAmt Ccy="EUR">${amount}</IntrBkSttlmAmt><IntrBkSttlmDt>2026-10-14</IntrBkSttlmDt>
   <Dbtr><Pty><Nm>Nordlicht Handel GmbH</Nm></Pty></Dbtr><Cdtr><Pty><Nm>${creditor}</Nm></Pty></Cdtr></OrgnlTxRef>`;
const reason = (code: string, information: string) =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn><AddtlInf>${information}</AddtlInf></StsRsnInf>`;
const transaction = (id: string, amount: string) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="EUR">${amount}</IntrBkSttlmAmt>
   <IntrBkSttlmDt>2026-10-14</IntrBkSttlmDt><Dbtr><Nm>Nordlicht Handel GmbH</Nm></Dbtr></CdtTrfTxInf>`;
const swiftMessage = (type: string, fields: readonly string[], trailer = '') =>
  `{1:F01NORDDEB0AXXX0000000000}{2:I${type}PLZNCZP0XXXXN}{4:\r\n${fields.join('\r\n')}\r\n-}${trailer}`;
const mt103Fields = (reference: string, amount: string) => [
  `:20:${reference}`,
  ':23B:CRED',
  `:32A:261014EUR${amount}`,
  ':50K:/DE00100000000000000001',
  'NORDLICHT HANDEL GMBH',
  ':59:/CZ0000000000000000000001',
  'MORAVSKA STROJIRNA A.S.',
  ':71A:SHA',
];

const pops: Readonly<Record<string, string>> = {
  REFUSED: isoMessage(
    'pacs.002',
    `<FIToFIPmtStsRpt><TxInfAndSts><OrgnlEndToEndId>INV-1041</OrgnlEndToEndId><TxSts>RJCT</TxSts>
     ${reason('AC04', 'Account was closed in May')}${originalTransaction('48250.00')}</TxInfAndSts></FIToFIPmtStsRpt>`,
  ),
  'REFUSED-IN-PART': isoMessage(
    'pain.002',
    `<CstmrPmtStsRpt><OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>INV-1</OrgnlEndToEndId><TxSts>ACSC</TxSts>
     ${originalTransaction('10.00')}</TxInfAndSts><TxInfAndSts><OrgnlEndToEndId>INV-2</OrgnlEndToEndId><TxSts>RJCT</TxSts>
     ${reason('AM04', 'Cover was short')}${originalTransaction('20.00', 'Plzen s.r.o.')}</TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt>`,
  ),
  RETURNED: isoMessage(
    'pacs.004',
    `<PmtRtr><TxInf><OrgnlEndToEndId>INV-7</OrgnlEndToEndId><RtrdIntrBkSttlmAmt Ccy="EUR">48238.00</RtrdIntrBkSttlmAmt>
     <IntrBkSttlmDt>2026-10-16</IntrBkSttlmDt><RtrRsnInf><Rsn><Cd>AC06</Cd></Rsn></RtrRsnInf>
     ${originalTransaction('48250.00')}</TxInf></PmtRtr>`,
  ),
  'NOT-SENT': `{1:F21NORDDEB0AXXX0000000000}{4:{177:2610141130}{451:1}{405:H80}}${swiftMessage('103', mt103Fields('INV-8', '12,50'))}`,
  FLAGGED: swiftMessage('103', mt103Fields('INV-9', '12,50'), '{5:{CHK:0123456789AB}{TNG:}{PDE:}}'),
  MESSAGES: [
    swiftMessage('103', mt103Fields('INV-10', '100,')),
    swiftMessage('202', [':20:COVER-10', ':21:INV-10', ':32A:261014EUR100,', ':58A:PLZNCZP0']),
    swiftMessage('199', [':20:TRACK-10', ':21:INV-10', ':79://RJCT/AC04']),
  ].join('\r\n$\r\n'),
  SCAN: Buffer.from('49492a0008000000', 'hex').toString('base64'),
  TRANSACTIONS: isoMessage(
    'pacs.008',
    `<FIToFICstmrCdtTrf>${transaction('E-1', '1000.00')}${transaction('E-2', '2000.50')}${transaction('E-3', '0.50')}</FIToFICstmrCdtTrf>`,
  ),
};

test('refused and returned payments never look paid', async ({ paydesk, company }) => {
  const answers = Object.entries(pops).map(
    ([reference, pop]) => [reference, { pop, type: 'SWIFT' }] as const,
  );
  company.simulator.faults.set('proof', ...faultsServing(Object.fromEntries(answers)));
  await signIn(paydesk, company);
  const { page } = paydesk;
  const layout = layoutJourney(paydesk, 'payment-status');
  const photographState = (name: string) => photograph(paydesk, `payment-${name}`, { layout, at150: true });
  await openProofs(page);
  await fetchReferences(page, [...Object.keys(pops), company.simulator.exampleOfEachKind().mt103]);

  const grid = page.getByRole('grid', { name: 'References' });
  const rowOf = (reference: string) =>
    grid.getByRole('row').filter({ hasText: new RegExp(`^${reference}(?!-IN)`) });
  await expect(rowOf('REFUSED')).toContainText('Refused');
  await expect(rowOf('REFUSED-IN-PART')).toContainText('2 × pain.002');
  await expect(rowOf('REFUSED-IN-PART')).toContainText('Refused');
  await expect(rowOf('RETURNED')).toContainText('Returned');
  await expect(rowOf('NOT-SENT')).toContainText('Not sent');
  await expect(rowOf('NOT-SENT').getByTitle('Refused by SWIFT')).toBeVisible();
  await expect(rowOf('FLAGGED').getByTitle('Test message')).toBeVisible();
  await expect(rowOf('MESSAGES')).toContainText('3 × SWIFT');
  await expect(rowOf('MESSAGES')).toContainText('Refused');
  await expect(rowOf('TRANSACTIONS')).toContainText('3 × pacs.008');
  await expect(rowOf('TRANSACTIONS')).toContainText('Stored');

  const expectedArticles: readonly (readonly [reference: string, heading: string, firstFacts: string])[] = [
    [
      'REFUSED',
      'ISO 20022 pacs.002 REFUSED Refused',
      'StatusRefused (RJCT): account is closed (AC04); Account was closed in MayOriginal amount48,250.00 EUR',
    ],
    [
      'RETURNED',
      'ISO 20022 pacs.004 RETURNED Returned',
      'StatusReturned: account is blocked (AC06)Returned amount48,238.00 EUR',
    ],
    ['NOT-SENT', 'SWIFT MT103 NOT-SENT Refused by SWIFT', 'StatusRefused by SWIFT (H80)'],
    ['FLAGGED', 'SWIFT MT103 FLAGGED Test message', 'StatusTest messagePossible duplicate'],
    [
      'REFUSED-IN-PART',
      'ISO 20022 pain.002 REFUSED-IN-PART Refused',
      'StatusRefused (RJCT): insufficient funds',
    ],
    ['MESSAGES', 'SWIFT MESSAGES Refused', 'StatusRefused (RJCT): account is closed (AC04)'],
    ['TRANSACTIONS', 'ISO 20022 pacs.008 TRANSACTIONS', 'Amount, total3,001.00 EUR'],
  ];
  for (const [reference, heading, firstFacts] of expectedArticles) {
    await openProof(page, reference);
    const article = page.getByRole('article', { name: `Proof ${reference}`, exact: true });
    await expect(article.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
    await expect(article.locator('[data-part="proof-key"]')).toContainText(firstFacts);
    await expect(article.getByRole('status', { name: 'Opening proof' })).toBeHidden();
    await photographState(reference.toLowerCase());
  }

  await openProof(page, 'SCAN');
  await expect(page.getByRole('heading', { name: 'TIFF image SCAN', exact: true })).toBeVisible();
  await expect(page.getByText('TIFF image can’t be shown here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save…' })).toHaveCount(2);
  await photographState('scan');

  // The steps between messages work by keyboard, and the current message is announced.
  await openProof(page, 'MESSAGES');
  const messageToolbar = page.getByRole('toolbar', { name: 'Messages' });
  const position = messageToolbar.getByRole('status');
  await expect(position).toHaveText('1 of 3, MT103');
  await messageToolbar.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(position).toHaveText('2 of 3, MT202');
  await expect(page.getByRole('region', { name: 'Fields' })).toContainText('PLZNCZP0');
  await page.keyboard.press('ArrowRight');
  await expect(position).toHaveText('3 of 3, MT199, Refused');
  // At the last message the focus moves from Next to Previous, and the arrow keys still work.
  await expect(messageToolbar.getByRole('button', { name: 'Previous' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Raw text' }).getByText('//RJCT/AC04')).toBeInViewport();
  await photographState('messages-last');
  await page.keyboard.press('ArrowLeft');
  await expect(position).toHaveText('2 of 3, MT202');
  await page.keyboard.press('Enter');
  await expect(position).toHaveText('1 of 3, MT103');
  await expect(messageToolbar.getByRole('button', { name: 'Next' })).toBeFocused();

  await openProof(page, 'REFUSED-IN-PART');
  const facts = page.getByRole('region', { name: 'Key facts' });
  await expect(facts).toContainText('Settled (ACSC)');
  await page.getByRole('toolbar', { name: 'Transactions' }).getByRole('button', { name: 'Next' }).click();
  await expect(facts).toContainText('Refused (RJCT)');
  await expect(facts).toContainText('Plzen s.r.o.');
  layout.end();
});
