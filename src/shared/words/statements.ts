/** @file Words that main writes or shows about statements. */
import type { QuarantineReason } from '../model/statements.ts';

/** Why an event was set aside, as a sentence without its end. */
export const quarantineReasons: Readonly<Record<QuarantineReason, string>> = {
  'not-json': 'It is not JSON',
  'too-large': 'It is larger than 64 KB',
  'not-understood': 'It has not exactly the documented fields',
  'other-company': 'It is about another company',
  'unknown-wallet': 'No statement was asked for of this wallet',
  'other-period': 'No statement was asked for of this period',
  'not-asked-for': 'It fits no request that waits',
  'link-unusable': 'Its link may not be used',
  'host-unknown': 'Its file is on a host that nobody agreed to yet',
  'link-expired': 'Its link has ended',
};

export const statementFileWords = {
  /** What Activity says of an event: how it came, and the names of fields that are not documented. */
  eventSubject: (source: string, unknownFields: readonly string[]) =>
    unknownFields.length === 0 ? source : `${source}, unknown fields: ${unknownFields.join(', ')}`,
  rejected: (reason: QuarantineReason, detail: string) =>
    `${quarantineReasons[reason]}${detail === '' ? '' : ` (${detail})`}. Paydesk took nothing from this file.`,
  linkEnded: 'The link of this event is of no more use. Ask for the statement again in Paydesk.',
  discarded: 'A clerk set this event aside and discarded it. Paydesk downloaded nothing.',
  removed:
    'Too many events were waiting for a decision, and this one was the oldest. Paydesk downloaded nothing. To use the event, put its original file into the folder again.',
  exportView: 'Export the rows in view',
  exportOriginal: 'Export the original file',
} as const;
