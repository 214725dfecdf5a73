/** @file Reads the status of a payment in JSON: terms of payment services and ISO 20022 codes. */
import type { ProofStatus, Standing } from '../../../../../shared/model/proofs/status.ts';
import { mapStatusCode } from '../payment-status.ts';
import { findMember, findText, isObject, type JsonNode, normalizeName } from './json-tree.ts';

/** Terms for each standing, lower-case letters only. Some standings have no terms. */
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
const standingByTerm = new Map(
  Object.entries(termsByStanding).flatMap(([standing, terms]) =>
    terms.map((term): [string, string] => [term, standing]),
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
/** Boolean members that state a standing when they are `true`. */
const statusFlags: readonly (readonly [name: string, standing: Standing])[] = [
  ['rejected', 'refused'],
  ['isrejected', 'refused'],
  ['returned', 'returned'],
  ['isreturned', 'returned'],
  ['reversed', 'returned'],
  ['isreversed', 'returned'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
];
const maxCodeLength = 40;
const maxDetailLength = 300;

function hasTerms(standing: string | undefined): standing is Standing {
  return standing !== undefined && standing in termsByStanding;
}

/** Maps a term or code to a standing; unknown terms and codes become `other`. */
function mapStatusTerm(text: string): Standing {
  const byCode = mapStatusCode(text.trim().toUpperCase());
  if (byCode !== 'other') return byCode;
  const standing = standingByTerm.get(normalizeName(text));
  if (hasTerms(standing)) return standing;
  return /^(?:pending|awaiting|waiting)/.test(normalizeName(text)) ? 'pending' : 'other';
}

function readStatusText(node: JsonNode): string | null {
  if (node.text !== null) return node.isNumber || node.text === '' ? null : node.text;
  return isObject(node) ? findText(node, 'code', 'value', 'status', 'name', 'cd') : null;
}

interface CodesAndDetails {
  readonly codes: string[];
  readonly details: string[];
}

function readReasons(node: JsonNode, depth = 0): CodesAndDetails {
  if (node.text !== null) {
    const isCode = /^[A-Z]{2}\d{2}$|^[A-Z]{4}$/.test(node.text);
    return isCode ? { codes: [node.text], details: [] } : { codes: [], details: [node.text] };
  }
  if (depth > 2) return { codes: [], details: [] };
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
        .map((name) => findMember(node, name))
        .filter((part) => part !== null);
  const partReasons = parts.map((part) => readReasons(part, depth + 1));
  return {
    codes: partReasons.flatMap(({ codes }) => codes),
    details: partReasons.flatMap(({ details }) => details),
  };
}

function collectReasons(node: JsonNode): Pick<ProofStatus, 'reasons' | 'detail'> {
  const memberReasons = reasonNames
    .flatMap((name) => findMember(node, name) ?? [])
    .map((found) => readReasons(found));
  const reasons = memberReasons
    .flatMap((memberReason) => memberReason.codes)
    .map((code) => code.slice(0, maxCodeLength));
  const detail = [...new Set(memberReasons.flatMap(({ details }) => details))].join(' ').trim();
  return { reasons: [...new Set(reasons)], detail: detail === '' ? null : detail.slice(0, maxDetailLength) };
}

export function listJsonStatuses(node: JsonNode): ProofStatus[] {
  const reasonFields = collectReasons(node);
  const statedStatuses = statusNames.flatMap((name): ProofStatus[] => {
    const member = findMember(node, name);
    const code = member === null ? null : readStatusText(member);
    return code === null
      ? []
      : [{ standing: mapStatusTerm(code), code: code.slice(0, maxCodeLength), ...reasonFields }];
  });
  const flaggedStatuses = statusFlags.flatMap(([name, standing]): ProofStatus[] =>
    findText(node, name) === 'true' ? [{ standing, code: null, ...reasonFields }] : [],
  );
  return [
    ...statedStatuses,
    ...flaggedStatuses.filter(({ standing }) =>
      statedStatuses.every((statedStatus) => statedStatus.standing !== standing),
    ),
  ];
}

/**
 * Returns true when a status outside the payment object may apply to the payment. A success there may describe only the
 * API call, and an unknown status says nothing about the payment.
 */
export function mayApplyToPayment({ standing }: ProofStatus): boolean {
  return standing !== 'settled' && standing !== 'accepted' && standing !== 'other';
}
