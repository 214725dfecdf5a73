/** @file Extracts references from headers and narratives of a SWIFT message. */
import type { IsoFactText } from '../../../../shared/model/proofs/content.ts';
import { toFactText } from './fact-text.ts';
import { findField } from './mt103.ts';
import type { SwiftMessage } from './swift.ts';

/** Lists the UETR of the header and the end-to-end ID after `/ROC/` in the remittance information. */
export function listSwiftReferences(message: SwiftMessage): IsoFactText[] {
  const uetr = /\{121:([^{}]{1,64})\}/.exec(message.blocks['3'] ?? '')?.[1] ?? null;
  const remittance = findField(message, '70')?.value ?? '';
  const endToEnd = /^\/ROC\/([^\n]+?)(?:\/\/.*)?$/m.exec(remittance)?.[1]?.trim() ?? null;
  return [toFactText('uetr', uetr, 'uetr'), toFactText('end-to-end-id', endToEnd)].filter(
    (fact) => fact !== null,
  );
}
