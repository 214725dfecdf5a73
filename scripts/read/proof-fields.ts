/** @file The labelled fields of a proof that is text, in the order in which they are shown beside the original. */

import { readIso } from '../../src/main/features/proofs/reading/iso20022.ts';
import { readSwift } from '../../src/main/features/proofs/reading/swift.ts';
import { readXml } from '../../src/main/features/proofs/reading/xml.ts';
import type { ProofKind } from '../../src/shared/model/proofs/proof.ts';
import { fieldName, isoFactWords } from '../../src/shared/words/proofs-fields.ts';

/** One field: its tag or element, what a clerk calls it, and its value. */
export interface ProofField {
  readonly name: string;
  readonly value: string;
}

/** The fields of a SWIFT message or of an ISO 20022 document; none of any other kind. */
export function proofFields(kind: ProofKind, text: string): ProofField[] {
  if (kind === 'mt103') {
    return readSwift(text).flatMap(({ sender, receiver, fields }) => [
      ...(sender === null ? [] : [{ name: 'Sender', value: sender }]),
      ...(receiver === null ? [] : [{ name: 'Receiver', value: receiver }]),
      ...fields.map(({ tag, value }) => ({ name: `${tag} ${fieldName(tag)}`, value })),
    ]);
  }
  if (kind !== 'iso20022') return [];
  const reading = readXml(text);
  if (reading.result !== 'read') return [];
  return readIso(reading.root).transactions.flatMap(({ facts }) =>
    facts.map(({ fact, text: value }) => ({ name: isoFactWords[fact], value })),
  );
}
