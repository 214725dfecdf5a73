/** @file Extracts the facts of a SWIFT message by its type: role of the amount, parties and payment status. */
import {
  type AmountRole,
  maxStatedItems,
  noFacts,
  type ProofFacts,
  type StatedAmount,
} from '../../../../../shared/model/proofs/proof.ts';
import type { ProofStatus, Standing } from '../../../../../shared/model/proofs/status.ts';
import { toReferences } from '../fact-text.ts';
import { mapStatusCode, sortDistinctStatuses } from '../payment-status.ts';
import { findField, findPartyName, type Mt103Field, readAmount, readDate } from './mt103.ts';
import type { SwiftMessage } from './swift.ts';
import { findCurrency, readEntry } from './swift-entries.ts';

/** Types with several transactions, and the field that starts each of them. */
const startTags: readonly (readonly [types: RegExp, tag: string])[] = [
  [/^1(?:0[1247]|10)$|^2(?:07|10)$/, '21'],
  [/^20[134]$/, '20'],
];
const amountTag = /^32[A-D]$/;
/** Types of cover payments, where the customer fields follow the bank-to-bank fields. */
const coverTypes = /^20[25]$/;

/** The fields of one transaction, followed by the fields that apply to all transactions. */
type TransactionFields = readonly Mt103Field[];

/** Removes the sums that follow the last transaction. */
function dropSums(fields: readonly Mt103Field[]): readonly Mt103Field[] {
  const amountIndex = fields.findIndex(({ tag }) => amountTag.test(tag));
  const sumIndex = fields.findIndex(
    ({ tag }, index) => index > amountIndex && (amountTag.test(tag) || tag === '19'),
  );
  return amountIndex === -1 || sumIndex === -1 ? fields : fields.slice(0, sumIndex);
}

/**
 * Splits a message into transactions; a message of any other type is one transaction. The fields before the first one
 * apply to all of them, and the sums at the end to none.
 */
function splitTransactions(type: string | null, fields: readonly Mt103Field[]): TransactionFields[] {
  if (type !== null && coverTypes.test(type)) {
    const customerFieldsIndex = fields.findIndex(({ tag }) => tag.startsWith('50'));
    return [customerFieldsIndex === -1 ? fields : fields.slice(0, customerFieldsIndex)];
  }
  const startTag = startTags.find(([types]) => types.test(type ?? ''))?.[1];
  if (startTag === undefined) return [fields];
  const startIndexes = fields.flatMap(({ tag }, index) => (tag === startTag ? [index] : []));
  const pieces = startIndexes.map((startIndex, index) =>
    fields.slice(startIndex, startIndexes[index + 1] ?? fields.length),
  );
  const transactions = pieces.filter((piece) => piece.some(({ tag }) => amountTag.test(tag)));
  const firstField = transactions[0]?.[0];
  if (firstField === undefined) return [fields];
  const commonFields = fields.slice(0, fields.indexOf(firstField));
  const lastPiece = pieces.at(-1) ?? [];
  // In an MT102 the value date of all transactions is part of the sum.
  const valueDateFields = lastPiece.slice(dropSums(lastPiece).length).filter(({ tag }) => tag === '32A');
  return transactions.map((piece) => [...dropSums(piece), ...commonFields, ...valueDateFields]);
}

/** Role of the amount by message type. Amounts of other types do not belong to a payment. */
const amountRoles: readonly (readonly [types: RegExp, role: AmountRole])[] = [
  [/^10[023]$|^20[0235]$/, 'settled'],
  [/^10[147]$|^11[012]$|^204$/, 'instructed'],
  [/^210$/, 'expected'],
  [/^900$/, 'entry-debit'],
  [/^910$/, 'entry-credit'],
  [/^\d9[01]$/, 'charges'],
  [/^\d9[256]$/, 'original'],
];
/** Types whose field 30 is the day on which the payments are to be carried out. */
const executionTypes = /^10[147]$/;
/** Types whose field 30 is the value date; for cheques it is the date of issue. */
const datedTypes = /^(?:10[147]|20[13457]|210)$/;
const statementTypes = /^9(?:4[02]|50)$/;

/** Returns the role of the amount; `null` when the amounts do not belong to a payment. */
function findAmountRole({ type }: SwiftMessage): AmountRole | null {
  if (type === null) return 'amount';
  return amountRoles.find(([types]) => types.test(type))?.[1] ?? null;
}

/** Finds the field with a tag and any letter option, except options of field 50 that name another party. */
function findTransactionField(fields: TransactionFields, tag: string): Mt103Field | null {
  return findField({ fields: fields.filter((field) => !/^50[CL]$/.test(field.tag)) }, tag);
}

/** Reads the amount of field 32 with its value date, or the value date of the whole message. */
function readMainAmount(
  type: string | null,
  fields: TransactionFields,
): Pick<ProofFacts, 'amount' | 'valueDate' | 'dateRole'> {
  const [field, ...otherAmountFields] = fields.filter(({ tag }) => amountTag.test(tag));
  if (field === undefined || (type === null && otherAmountFields.length > 0))
    return { amount: null, valueDate: null, dateRole: 'date' };
  const isDated = field.tag !== '32B';
  const day = type !== null && datedTypes.test(type) ? findTransactionField(fields, '30')?.value : undefined;
  const sumDate = otherAmountFields.find(({ tag }) => tag === '32A')?.value.slice(0, 6) ?? '';
  return {
    amount: readAmount(isDated ? field.value.slice(6) : field.value),
    valueDate: isDated ? readDate(field.value.slice(0, 6)) : readDate(day ?? sumDate),
    dateRole: !isDated && type !== null && executionTypes.test(type) ? 'execution-date' : 'value-date',
  };
}

/** Roles of the amounts beside field 32: instructed amount, and charges of sender and receiver. */
const otherAmountRoles: Readonly<Record<string, AmountRole>> = {
  '33B': 'instructed',
  '71F': 'charges',
  '71G': 'charges',
};

function listOtherAmounts(fields: TransactionFields): StatedAmount[] {
  return fields
    .flatMap(({ tag, value }): StatedAmount[] => {
      const role = otherAmountRoles[tag];
      const amount = readAmount(value);
      return role === undefined || amount === null ? [] : [{ role, amount }];
    })
    .slice(0, maxStatedItems);
}

/** Who bears the charges, by the codes of field 71A. */
const chargeBearers: Readonly<Record<string, ProofFacts['chargesBorneBy']>> = {
  OUR: 'payer',
  SHA: 'shared',
  BEN: 'payee',
};

/** Lists the references of a transaction and its message: fields 20 and 21, and the tracking number of the header. */
function listReferences({ blocks }: SwiftMessage, fields: TransactionFields): string[] {
  const stated = fields.flatMap(({ tag, value }) => (/^2[01][A-Z]?$/.test(tag) ? [value] : []));
  const trackingNumber = /\{121:([0-9A-Za-z-]{36})\}/.exec(blocks['3'] ?? '')?.[1];
  return toReferences([...stated, trackingNumber ?? '']);
}

/** Fields of payer and payee by message type, in order of preference. */
const partyTagsByType: readonly (readonly [types: RegExp, from: readonly string[], to: readonly string[]])[] =
  [
    [/^10[0-3]$|^11\d$/, ['50'], ['59']],
    // A direct debit is ordered by the creditor.
    [/^10[47]$/, ['59'], ['50']],
    [/^20[0-357]$/, ['52', 'sender'], ['58']],
    [/^204$/, ['53'], ['58', 'sender']],
    [/^[29]10$/, ['50', '52'], []],
  ];

function readParties(message: SwiftMessage, fields: TransactionFields): Pick<ProofFacts, 'from' | 'to'> {
  const findName = (tags: readonly string[]) => {
    for (const tag of tags) {
      if (tag === 'sender') return message.sender;
      const field = findTransactionField(fields, tag);
      if (field !== null) return findPartyName(field.value, field.tag);
    }
    return null;
  };
  const { type } = message;
  if (type === null) return { from: findName(['50']), to: findName(['59']) };
  const [, from, to] = partyTagsByType.find(([types]) => types.test(type)) ?? [null, [], []];
  return { from: findName(from), to: findName(to) };
}

const createStatus = (
  standing: Standing,
  code: string | null,
  reasons: readonly string[] = [],
): ProofStatus => ({
  standing,
  code,
  reasons: [...reasons],
  detail: null,
});

/** Lists reason codes at the start of lines, such as `/AC04/`. */
function listReasons(value: string): string[] {
  const codes = [...value.matchAll(/^\/(?:XT99\/)?([A-Z]{2}\d{2})\//gm)];
  return codes.flatMap(([, code]) => code ?? []);
}

/** Reads the status of a returned or rejected payment in the text of a field. */
function readStatus(value: string): ProofStatus | null {
  const code = /^\/(RETN|REJT)\//m.exec(value)?.[1];
  if (code === undefined) return null;
  return createStatus(code === 'RETN' ? 'returned' : 'refused', code, listReasons(value));
}

/** Reads the status of a free-format gpi tracker message: a line such as `//ACCC` or `//RJCT/AC04`. */
function readTrackerStatus(value: string): ProofStatus | null {
  const parts = /^\/\/(ACCC|ACSC|ACSP|RJCT|PDNG)(?:\/([A-Z]\d{3}|[A-Z]{2}\d{2}))?\b/m.exec(value);
  if (parts?.[1] === undefined) return null;
  return createStatus(mapStatusCode(parts[1]), parts[1], parts[2] === undefined ? [] : [parts[2]]);
}

function listPaymentStatuses(message: SwiftMessage): ProofStatus[] {
  const { type } = message;
  const getValue = (tag: string) => findField(message, tag)?.value ?? '';
  if (type === null) return [readStatus(getValue('72')) ?? []].flat();
  if (/^\d92$/.test(type) || type === '111')
    return [createStatus('cancellation-asked', null, listReasons(getValue('79')))];
  if (/^\d96$/.test(type)) {
    const code = /^\/?(CNCL|RJCR|PDCR)\b/.exec(getValue('76'))?.[1];
    return code === undefined ? [] : [createStatus(mapStatusCode(code), code)];
  }
  if (/^\d99$/.test(type))
    return [readStatus(getValue('79')) ?? readTrackerStatus(getValue('79')) ?? []].flat();
  return [readStatus(getValue('72')) ?? []].flat();
}

/** Lists the statuses of a message and its payment, the most severe first. */
export function listSwiftStatuses(message: SwiftMessage): ProofStatus[] {
  const { acknowledgement, isTraining, isPossibleDuplicate } = message;
  return sortDistinctStatuses([
    ...(acknowledgement?.result === 'refused' ? [createStatus('not-sent', acknowledgement.code)] : []),
    ...listPaymentStatuses(message),
    ...(isTraining ? [createStatus('test', null)] : []),
    ...(isPossibleDuplicate ? [createStatus('possible-duplicate', null)] : []),
  ]);
}

/** Adjusts the role of the amount to the statuses: a refused payment has no settled amount. */
function adjustRole(statuses: readonly ProofStatus[], role: AmountRole): AmountRole {
  if (statuses.some(({ standing }) => standing === 'returned')) return 'returned';
  const isRefused = statuses.some(({ standing }) => standing === 'refused' || standing === 'not-sent');
  return isRefused && role === 'settled' ? 'original' : role;
}

/** Lists the facts of statement entries; each entry counts as a transaction. */
function listEntryFacts(message: SwiftMessage, statuses: ProofStatus[]): ProofFacts[] {
  const currency = findCurrency(message.fields);
  return message.fields.flatMap(({ tag, value }) => {
    const entry = tag === '61' ? readEntry(value) : null;
    if (tag !== '61') return [];
    const facts = { ...noFacts, messageType: message.title, statuses };
    if (entry === null || currency === null) return [facts];
    const { mark } = entry;
    const isDebit = mark === 'debit' || mark === 'credit-reversed' || mark === 'debit-expected';
    const isReversed = mark.endsWith('reversed');
    return [
      {
        ...facts,
        amount: { currency, value: entry.value },
        amountRole: isDebit ? ('entry-debit' as const) : ('entry-credit' as const),
        valueDate: entry.valueDate,
        dateRole: 'value-date' as const,
        statuses: isReversed ? sortDistinctStatuses([...statuses, createStatus('returned', null)]) : statuses,
      },
    ];
  });
}

/** Lists the facts of each transaction in a message; a message without transactions counts as one transaction. */
export function listSwiftFacts(message: SwiftMessage): ProofFacts[] {
  const { type, fields, title } = message;
  const statuses = listSwiftStatuses(message);
  const entries = type === null || statementTypes.test(type) ? listEntryFacts(message, statuses) : [];
  if (entries.length > 0) return entries;
  const role = findAmountRole(message);
  return splitTransactions(type, fields).map((transaction) => ({
    ...noFacts,
    ...(role === null ? {} : readMainAmount(type, transaction)),
    ...readParties(message, transaction),
    otherAmounts: listOtherAmounts(transaction),
    chargesBorneBy: chargeBearers[transaction.find(({ tag }) => tag === '71A')?.value.trim() ?? ''] ?? null,
    references: listReferences(message, transaction),
    amountRole: adjustRole(statuses, role ?? 'amount'),
    messageType: title,
    statuses,
  }));
}
