/** @file Reads the text of a proof as the reader thread does. */
import { serializeContent } from '../../../../src/main/features/proofs/extraction/content.ts';
import { readAnswer } from '../../../../src/main/features/proofs/extraction/read-answer.ts';
import { sniff } from '../../../../src/main/features/proofs/extraction/sniff.ts';
import { statusLine } from '../../../../src/shared/messages/payment-status.ts';
import { proofContentSchema } from '../../../../src/shared/model/proofs/content.ts';

/** Returns kind, notes and facts of a proof; an amount as `EUR 1.00`, and statuses as their lines. */
export async function readPop(pop: string) {
  const reading = await readAnswer(Buffer.from(JSON.stringify({ pop, type: 'X' })));
  if (reading === null) throw new Error('The answer was not read');
  const { kind, facts, notes } = reading;
  const { amount, statuses } = facts;
  return {
    kind,
    notes,
    ...facts,
    amount: amount && `${amount.currency} ${amount.value}`,
    statuses: statuses.map(statusLine),
  };
}

/** Returns the content of a proof as main sends it to the window. */
export const contentOf = (pop: string) =>
  proofContentSchema.parse(JSON.parse(serializeContent(sniff(pop)).toString()));

/** A SWIFT message. Fields are separated by blanks before their colon, and lines of a field by `|`. */
export function swift(type: string, fields: string, { block3 = '', trailer = '' } = {}): string {
  const lines = fields.trim().replace(/\s+:|\|/g, (end) => `\r\n${end.endsWith(':') ? ':' : ''}`);
  return `{1:F01NORDDEB0AXXX0000000000}{2:I${type}PLZNCZP0XXXXN}${block3}{4:\r\n${lines}\r\n-}${trailer}`;
}

/** An ISO 20022 document. */
export const iso = (name: string, content: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}.001.10">${content}</Document>`;

/** Returns facts such as `amount=EUR 5; to=; statuses=one|other`; one without a text is `null`. */
export function factsIn(text: string): object {
  const factOf = (name = '', value = '') => {
    if (name === 'transactions') return Number(value);
    return name === 'statuses' ? value.split('|') : value || null;
  };
  const pairs = text.split('; ').map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name, value]) => [name, factOf(name, value)]));
}
