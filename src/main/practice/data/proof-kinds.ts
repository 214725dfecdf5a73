/** @file The seven kinds of proof that the practice company serves. The reference determines the kind. */
import { crc32, deflateSync } from 'node:zlib';
import { escapeXml } from '../http/answers.ts';
import { companyIban, companyName, practiceBic } from './company.ts';
import { createTextPdf } from './pdf.ts';
import { createRandom, deriveSeed } from './random.ts';
import { removeDiacritics } from './remove-diacritics.ts';
import { formatAmount, type Transaction } from './transactions.ts';

const width = 360;
const height = 120;
/** White space around the bars, in pixels. */
const marginX = 20;
const marginY = 15;
const barWidth = 2;
const white = 0xff;
const dark = 0x20;

/** Generates a greyscale bar code that depends on `text`. */
function createBarcodePng(text: string): Buffer {
  const bars = [...Buffer.from(text)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1),
  );
  // Each row starts with its filter type: 0 for none.
  const row = Buffer.alloc(width + 1, white);
  row[0] = 0;
  for (let x = marginX; x < width - marginX; x += 1) {
    row[x + 1] = bars[Math.floor((x - marginX) / barWidth) % bars.length] === 1 ? dark : white;
  }
  const blankRow = Buffer.alloc(width + 1, white);
  blankRow[0] = 0;
  const isMargin = (y: number) => y < marginY || y >= height - marginY;
  const rows = Array.from({ length: height }, (_, y) => (isMargin(y) ? blankRow : row));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth; the remaining zeros mean greyscale without interlacing.
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(Buffer.concat(rows))),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(typeAndData.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  typeAndData.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4);
  return chunk;
}

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
