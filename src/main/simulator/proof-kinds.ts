/** @file The seven kinds of proof that the practice company serves. The reference determines the kind. */
import { escapeXml } from './answers.ts';
import { companyName, ownAccount, practiceBank } from './company.ts';
import { textPdf } from './pdf.ts';
import { plainLetters } from './plain-letters.ts';
import { barcodePng } from './png.ts';
import { createRandom, seedOf } from './random.ts';
import { formatAmount, type Transaction } from './transactions.ts';

/** PDF and PNG are base64-encoded, the others plain text. */
export const proofKinds = ['pdf', 'png', 'mt103', 'pacs008', 'json', 'text', 'url'] as const;

export type ProofKind = (typeof proofKinds)[number];

/** A response of section 2.6. */
export interface Proof {
  readonly pop: string;
  readonly type: string;
}

/** Proof types by payment scheme, as in the specification. */
const schemes: Readonly<Record<ProofKind, string>> = {
  pdf: 'SEPA_CREDIT_TRANSFER',
  png: 'LOCAL_TRANSFER',
  mt103: 'SWIFT',
  pacs008: 'SEPA_INSTANT',
  json: 'FASTER_PAYMENT',
  text: 'ACH',
  url: 'WIRE',
};

/** Kind of proof of a reference. */
export function proofKindOf(reference: string): ProofKind {
  return proofKinds[seedOf(reference) % proofKinds.length] ?? 'text';
}

/** Generates the proof of a payment, deterministically. */
export function proofOf(payment: Transaction): Proof {
  const kind = proofKindOf(payment.reference);
  return { pop: writers[kind](payment), type: schemes[kind] };
}

const writers: Readonly<Record<ProofKind, (payment: Transaction) => string>> = {
  pdf: (payment) => textPdf(letter(payment)).toString('base64'),
  png: (payment) => barcodePng(payment.reference).toString('base64'),
  mt103,
  pacs008,
  json: (payment) => JSON.stringify(facts(payment)),
  text: (payment) => letter(payment).join('\n'),
  url: ({ reference }) => `https://proofs.practice.example/${reference}`,
};

function facts({ reference, wallet, date, counterparty, description, amount }: Transaction) {
  return {
    reference,
    status: 'COMPLETED',
    bookedOn: date,
    amount: formatAmount(-amount, wallet.decimals),
    currency: wallet.currency,
    debtor: { name: companyName, account: ownAccount(wallet) },
    creditor: { name: counterparty.name, town: counterparty.town, account: counterparty.iban },
    purpose: description,
  };
}

function letter(payment: Transaction): string[] {
  const { reference, bookedOn, amount, currency, debtor, creditor, purpose } = facts(payment);
  const { latinName, latinTown } = payment.counterparty;
  return [
    'PROOF OF PAYMENT',
    '',
    `Reference      ${reference}`,
    `Booked on      ${bookedOn}`,
    `Amount         ${currency} ${amount}`,
    `Ordered by     ${debtor.name}, ${debtor.account}`,
    `Paid to        ${latinName}, ${latinTown}`,
    `Account        ${creditor.account}`,
    `Purpose        ${purpose}`,
    '',
    'This is practice data. No money was moved.',
  ];
}

/** A tracking number derived from the reference. */
function trackingNumber(reference: string): string {
  const random = createRandom(seedOf(reference));
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Sender's charge of a SWIFT payment: five major units if the amount is large enough. */
function senderCharge({ amount, wallet }: Transaction): number {
  const five = 5 * 10 ** wallet.decimals;
  return -amount > 10 * five ? five : 0;
}

/** SWIFT MT103; the settled amount is the instructed one without the sender's charge. */
function mt103(payment: Transaction): string {
  const { reference, wallet, date, counterparty, description, amount } = payment;
  const { currency, decimals } = wallet;
  const comma = (minor: number) => {
    const text = formatAmount(minor, decimals).replace('.', ',');
    return text.includes(',') ? text : `${text},`;
  };
  const fee = senderCharge(payment);
  return [
    `{1:F01${practiceBank.slice(0, 8)}AXXX0000000000}{2:I103${practiceBank.slice(0, 8)}XXXXN}{3:{121:${trackingNumber(reference)}}}{4:`,
    `:20:${reference}`,
    ':23B:CRED',
    `:32A:${date.slice(2).replaceAll('-', '')}${currency}${comma(-amount - fee)}`,
    `:33B:${currency}${comma(-amount)}`,
    `:50K:/${ownAccount(wallet)}`,
    companyName.toUpperCase(),
    'PRACTICE STREET 1',
    `:52A:${practiceBank}`,
    `:57A:${practiceBank}`,
    `:59:/${counterparty.iban}`,
    swiftText(counterparty.latinName),
    swiftText(`${counterparty.latinTown} ${counterparty.country}`),
    `:70:${swiftText(description)}`,
    ':71A:SHA',
    ...(fee === 0 ? [] : [`:71F:${currency}${comma(fee)}`]),
    '-}',
  ].join('\r\n');
}

/** Converts a text to the SWIFT character set. */
function swiftText(text: string): string {
  return plainLetters(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 /?:().,'+-]/g, ' ')
    .slice(0, 35);
}

/** ISO 20022 pacs.008. */
function pacs008({ reference, wallet, date, counterparty, description, amount }: Transaction): string {
  const value = formatAmount(-amount, wallet.decimals);
  const bank = `<FinInstnId><BICFI>${practiceBank}</BICFI></FinInstnId>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08">
  <FIToFICstmrCdtTrf>
    <GrpHdr>
      <MsgId>${reference}</MsgId>
      <CreDtTm>${date}T09:00:00Z</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf>
      <InstgAgt>${bank}</InstgAgt>
      <InstdAgt>${bank}</InstdAgt>
    </GrpHdr>
    <CdtTrfTxInf>
      <PmtId>
        <InstrId>${reference}</InstrId>
        <EndToEndId>${reference}</EndToEndId>
        <UETR>${trackingNumber(reference)}</UETR>
      </PmtId>
      <IntrBkSttlmAmt Ccy="${wallet.currency}">${value}</IntrBkSttlmAmt>
      <IntrBkSttlmDt>${date}</IntrBkSttlmDt>
      <ChrgBr>SHAR</ChrgBr>
      <Dbtr><Nm>${escapeXml(companyName)}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${ownAccount(wallet)}</IBAN></Id></DbtrAcct>
      <DbtrAgt>${bank}</DbtrAgt>
      <CdtrAgt>${bank}</CdtrAgt>
      <Cdtr><Nm>${escapeXml(counterparty.name)}</Nm><PstlAdr><TwnNm>${escapeXml(counterparty.town)}</TwnNm><Ctry>${counterparty.country}</Ctry></PstlAdr></Cdtr>
      <CdtrAcct><Id><IBAN>${counterparty.iban}</IBAN></Id></CdtrAcct>
      <RmtInf><Ustrd>${escapeXml(description)}</Ustrd></RmtInf>
    </CdtTrfTxInf>
  </FIToFICstmrCdtTrf>
</Document>
`;
}
