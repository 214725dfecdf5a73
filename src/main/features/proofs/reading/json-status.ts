/** @file Reads the status of a payment in JSON: terms of payment services and ISO 20022 codes. */
import type { ProofStatus, Standing } from '../../../../shared/model/proofs/status.ts';
import { isObject, type JsonNode, memberOf, plainName, textOf } from './json-tree.ts';
import { standingOf } from './payment-status.ts';

/** Terms for each status, lower-case letters only. */
const termsByStanding: Readonly<Partial<Record<Standing, readonly string[]>>> = {
  refused: [
    'rejected',
    'rejection',
    'refused',
    'declined',
    'failed',
    'failure',
    'denied',
    'blocked',
    'error',
    'unsuccessful',
    'notexecuted',
  ],
  returned: [
    'returned',
    'reversed',
    'reversal',
    'refunded',
    'chargedback',
    'chargeback',
    'bounced',
    'recalled',
  ],
  cancelled: ['cancelled', 'canceled', 'voided', 'revoked', 'expired', 'aborted'],
  'cancellation-asked': [
    'cancellationrequested',
    'cancelrequested',
    'pendingcancellation',
    'recallrequested',
  ],
  partly: ['partiallyaccepted', 'partiallyexecuted', 'partiallyrefunded', 'partiallyreturned', 'partial'],
  pending: [
    'pending',
    'processing',
    'inprocess',
    'inprogress',
    'submitted',
    'initiated',
    'created',
    'received',
    'queued',
    'scheduled',
    'onhold',
    'held',
    'sent',
    'intransit',
    'new',
    'open',
    'draft',
    'unpaid',
    'waiting',
    'acceptedtechnicalvalidation',
    'acceptedsettlementinprocess',
    'initiationpending',
  ],
  accepted: [
    'accepted',
    'approved',
    'authorised',
    'authorized',
    'acceptedcustomerprofile',
    'acceptedwithoutposting',
  ],
  settled: [
    'settled',
    'completed',
    'complete',
    'paid',
    'executed',
    'booked',
    'success',
    'successful',
    'succeeded',
    'processed',
    'acceptedsettlementcompleted',
    'acceptedcreditsettlementcompleted',
    'initiationcompleted',
  ],
};
const standings = new Map(
  Object.entries(termsByStanding).flatMap(([standing, all]) =>
    all.map((word): [string, string] => [word, standing]),
  ),
);

const statusNames = [
  'transactionstatus',
  'paymentstatus',
  'transferstatus',
  'txsts',
  'pmtinfsts',
  'grpsts',
  'groupstatus',
  'status',
  'state',
];
const reasonNames = [
  'statusreasoninformation',
  'stsrsninf',
  'statusreason',
  'rejectreason',
  'rejectionreason',
  'returnreason',
  'failurereason',
  'reason',
  'reasoncode',
  'statusreasoncode',
  'returnreasoncode',
  'rejectreasoncode',
];
/** Boolean members that state a status when they are `true`. */
const flags: readonly (readonly [name: string, standing: Standing])[] = [
  ['rejected', 'refused'],
  ['isrejected', 'refused'],
  ['returned', 'returned'],
  ['isreturned', 'returned'],
  ['reversed', 'returned'],
  ['isreversed', 'returned'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
];
const maxCode = 40;
const maxDetail = 300;

function isStanding(text: string | undefined): text is Standing {
  return text !== undefined && text in termsByStanding;
}

/** Maps a term or code to a status; unknown codes become `other` and are shown verbatim. */
export function standingOfTerm(text: string): Standing {
  const byCode = standingOf(text.trim().toUpperCase());
  if (byCode !== 'other') return byCode;
  const standing = standings.get(plainName(text));
  if (isStanding(standing)) return standing;
  return /^(?:pending|awaiting|waiting)/.test(plainName(text)) ? 'pending' : 'other';
}

function statusText(node: JsonNode): string | null {
  if (node.text !== null) return node.isNumber || node.text === '' ? null : node.text;
  return isObject(node) ? textOf(node, 'code', 'value', 'status', 'name', 'cd') : null;
}

interface Reasons {
  readonly reasons: string[];
  readonly details: string[];
}

function reasonsOf(node: JsonNode, inside = 0): Reasons {
  if (node.text !== null) {
    const isCode = /^[A-Z]{2}\d{2}$|^[A-Z]{4}$/.test(node.text);
    return isCode ? { reasons: [node.text], details: [] } : { reasons: [], details: [node.text] };
  }
  if (inside > 2) return { reasons: [], details: [] };
  const parts = node.isArray
    ? node.children
    : [
        'code',
        'cd',
        'reason',
        'rsn',
        'prtry',
        'description',
        'message',
        'text',
        'additionalinformation',
        'addtlinf',
      ]
        .map((name) => memberOf(node, name))
        .filter((part) => part !== null);
  const read = parts.map((part) => reasonsOf(part, inside + 1));
  return { reasons: read.flatMap(({ reasons }) => reasons), details: read.flatMap(({ details }) => details) };
}

function reasonsIn(node: JsonNode): Pick<ProofStatus, 'reasons' | 'detail'> {
  const read = reasonNames.flatMap((name) => memberOf(node, name) ?? []).map((found) => reasonsOf(found));
  const reasons = read.flatMap((one) => one.reasons).map((code) => code.slice(0, maxCode));
  const detail = [...new Set(read.flatMap(({ details }) => details))].join(' ').trim();
  return { reasons: [...new Set(reasons)], detail: detail === '' ? null : detail.slice(0, maxDetail) };
}

export function statusesIn(node: JsonNode): ProofStatus[] {
  const why = reasonsIn(node);
  const stated = statusNames.flatMap((name): ProofStatus[] => {
    const member = memberOf(node, name);
    const code = member === null ? null : statusText(member);
    return code === null ? [] : [{ standing: standingOfTerm(code), code: code.slice(0, maxCode), ...why }];
  });
  const flagged = flags.flatMap(([name, standing]): ProofStatus[] =>
    textOf(node, name) === 'true' ? [{ standing, code: null, ...why }] : [],
  );
  return [...stated, ...flagged.filter(({ standing }) => stated.every((one) => one.standing !== standing))];
}

/** True when a status of an envelope may apply to its payment: `success` describes the call only. */
export function isForContent({ standing }: ProofStatus): boolean {
  return standing !== 'settled' && standing !== 'accepted' && standing !== 'other';
}
