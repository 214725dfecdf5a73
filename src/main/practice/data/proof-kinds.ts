/** @file The seven kinds of proof that the practice company serves. The reference determines the kind. */
import { escapeXml } from '../http/answers.ts';
import { companyIban, companyName, practiceBic } from './company.ts';
import { createTextPdf } from './pdf.ts';
import { createBarcodePng } from './png.ts';
import { createRandom, deriveSeed } from './random.ts';
import { removeDiacritics } from './remove-diacritics.ts';
import { formatAmount, type Transaction } from './transactions.ts';

/** PDF and PNG are base64-encoded, the others plain text. */
export const proofKinds = ['pdf', 'png', 'mt103', 'pacs008', 'json', 'text', 'url'] as const;

export type ProofKind = (typeof proofKinds)[number];

/** A response of section 2.6. */
interface Proof {
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
export function determineProofKind(reference: string): ProofKind {
  return proofKinds[deriveSeed(reference) % proofKinds.length] ?? 'text';
}

/** Generates the proof of a payment, deterministically. */
export function createProof(payment: Transaction): Proof {
  const kind = determineProofKind(payment.reference);
  return { pop: proofWriters[kind](payment), type: schemes[kind] };
}

const proofWriters: Readonly<Record<ProofKind, (payment: Transaction) => string>> = {
  pdf: (payment) => createTextPdf(createLetterLines(payment)).toString('base64'),
  png: (payment) => createBarcodePng(payment.reference).toString('base64'),
  mt103: createMt103,
  pacs008: createPacs008,
  json: (payment) => JSON.stringify(createPaymentFacts(payment)),
  text: (payment) => createLetterLines(payment).join('\n'),
  url: ({ reference }) => `https://proofs.practice.example/${reference}`,
};

function createPaymentFacts({ reference, wallet, date, counterparty, description, amount }: Transaction) {
  return {
    reference,
    status: 'COMPLETED',
    bookedOn: date,
    amount: formatAmount(-amount, wallet.decimals),
    currency: wallet.currency,
    debtor: { name: companyName, account: companyIban(wallet) },
    creditor: { name: counterparty.name, town: counterparty.town, account: counterparty.iban },
    purpose: description,
  };
}

function createLetterLines(payment: Transaction): string[] {
  const { reference, bookedOn, amount, currency, debtor, creditor, purpose } = createPaymentFacts(payment);
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

/** Derives a tracking number from the reference, in the form of a UUID of version 4. */
function createTrackingNumber(reference: string): string {
  const random = createRandom(deriveSeed(reference));
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Returns the sender's charge of a SWIFT payment in minor units: five major units for amounts above fifty. */
function calculateSenderCharge({ amount, wallet }: Transaction): number {
  const fiveMajorUnits = 5 * 10 ** wallet.decimals;
  return -amount > 10 * fiveMajorUnits ? fiveMajorUnits : 0;
}

/** Creates a SWIFT MT103. The settled amount is the instructed amount without the sender's charge. */
function createMt103(payment: Transaction): string {
  const { reference, wallet, date, counterparty, description, amount } = payment;
  const { currency, decimals } = wallet;
  const formatWithComma = (minorUnits: number) => {
    const text = formatAmount(minorUnits, decimals).replace('.', ',');
    return text.includes(',') ? text : `${text},`;
  };
  const charge = calculateSenderCharge(payment);
  return [
    `{1:F01${practiceBic.slice(0, 8)}AXXX0000000000}{2:I103${practiceBic.slice(0, 8)}XXXXN}{3:{121:${createTrackingNumber(reference)}}}{4:`,
    `:20:${reference}`,
    ':23B:CRED',
    `:32A:${date.slice(2).replaceAll('-', '')}${currency}${formatWithComma(-amount - charge)}`,
    `:33B:${currency}${formatWithComma(-amount)}`,
    `:50K:/${companyIban(wallet)}`,
    companyName.toUpperCase(),
    'PRACTICE STREET 1',
    `:52A:${practiceBic}`,
    `:57A:${practiceBic}`,
    `:59:/${counterparty.iban}`,
    toSwiftCharacters(counterparty.latinName),
    toSwiftCharacters(`${counterparty.latinTown} ${counterparty.country}`),
    `:70:${toSwiftCharacters(description)}`,
    ':71A:SHA',
    ...(charge === 0 ? [] : [`:71F:${currency}${formatWithComma(charge)}`]),
    '-}',
  ].join('\r\n');
}

/** Converts a text to the SWIFT character set and truncates it to the 35 characters of a line. */
function toSwiftCharacters(text: string): string {
  return removeDiacritics(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 /?:().,'+-]/g, ' ')
    .slice(0, 35);
}

/** Creates an ISO 20022 pacs.008. */
function createPacs008({ reference, wallet, date, counterparty, description, amount }: Transaction): string {
  const value = formatAmount(-amount, wallet.decimals);
  const bank = `<FinInstnId><BICFI>${practiceBic}</BICFI></FinInstnId>`;
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
        <UETR>${createTrackingNumber(reference)}</UETR>
      </PmtId>
      <IntrBkSttlmAmt Ccy="${wallet.currency}">${value}</IntrBkSttlmAmt>
      <IntrBkSttlmDt>${date}</IntrBkSttlmDt>
      <ChrgBr>SHAR</ChrgBr>
      <Dbtr><Nm>${escapeXml(companyName)}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${companyIban(wallet)}</IBAN></Id></DbtrAcct>
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
