/** @file The facts of a SWIFT message by its type: what the amount is, who paid whom, and whether it was carried out. */
import { decimalText } from '../../../../shared/model/proofs/amount.ts';
import type { AmountRole, ProofFacts } from '../../../../shared/model/proofs/proof.ts';
import type { ProofStatus, Standing } from '../../../../shared/model/proofs/status.ts';
import { fieldOfTag, nameOfParty, readDate, readMoney } from './mt103.ts';
import { distinctStatuses, standingOf } from './payment-status.ts';
import type { SwiftMessage } from './swift.ts';

/** What the amount is, by the type of the message; that of every other type is no amount of a payment. */
const amountRoles: Readonly<Record<string, AmountRole>> = {
  '100': 'settled',
  '102': 'settled',
  '103': 'settled',
  '200': 'settled',
  '202': 'settled',
  '203': 'settled',
  '205': 'settled',
  '101': 'instructed',
  '104': 'instructed',
  '107': 'instructed',
  '110': 'instructed',
  '111': 'instructed',
  '112': 'instructed',
  '204': 'instructed',
  '210': 'expected',
  '900': 'entry-debit',
  '910': 'entry-credit',
};
const chargesTypes = /^\d9[01]$/;
const copyTypes = /^\d9[256]$/;
const bankTypes = /^20\d$/;

/** What the amount of a message is; `null` when its amounts are of no payment. */
function roleOf({ type }: SwiftMessage): AmountRole | null {
  if (type === null) return 'amount';
  if (chargesTypes.test(type)) return 'charges';
  if (copyTypes.test(type)) return 'original';
  return amountRoles[type] ?? null;
}

const amountTags = ['32A', '32B', '32D', '32C'];

/** Date and amount of field 32; none when there are several, because they belong to several transactions. */
function moneyOf(message: SwiftMessage): Pick<ProofFacts, 'amount' | 'valueDate'> {
  const [field, second] = message.fields.filter(({ tag }) => amountTags.includes(tag));
  if (field === undefined || second !== undefined) return { amount: null, valueDate: null };
  const isDated = field.tag !== '32B';
  const money = readMoney(isDated ? field.value.slice(6) : field.value);
  const thirtieth = fieldOfTag(message, '30')?.value ?? '';
  return {
    amount: money === null ? null : { currency: money.currency, value: decimalText(money.number) },
    valueDate: readDate(isDated ? field.value.slice(0, 6) : thirtieth),
  };
}

const noParties = { from: null, to: null };

function partiesOf(message: SwiftMessage): Pick<ProofFacts, 'from' | 'to'> {
  const named = (tag: string) => {
    const field = message.fields.filter((one) => one.tag.replace(/[A-Z]$/, '') === tag);
    // A message of several transactions has no one party.
    return field.length === 1 && field[0] !== undefined ? nameOfParty(field[0].value, field[0].tag) : null;
  };
  const { type } = message;
  if (type === null) return { from: named('50'), to: named('59') };
  if (copyTypes.test(type) || chargesTypes.test(type)) return noParties;
  if (bankTypes.test(type)) {
    const first = (tag: string) => {
      const field = fieldOfTag(message, tag);
      return field === null ? null : nameOfParty(field.value, field.tag);
    };
    return { from: first('52') ?? message.sender, to: first('58') };
  }
  if (type === '210' || type === '910') return { from: named('50') ?? named('52'), to: null };
  return type.startsWith('1') ? { from: named('50'), to: named('59') } : noParties;
}

const status = (standing: Standing, code: string | null, reasons: readonly string[] = []): ProofStatus => ({
  standing,
  code,
  reasons: [...reasons],
  detail: null,
});

/** Codes on the lines after the first, such as `/AC04/`. */
function reasonsIn(value: string): string[] {
  const codes = [...value.matchAll(/^\/(?:XT99\/)?([A-Z]{2}\d{2})\//gm)];
  return codes.flatMap(([, code]) => code ?? []);
}

/** What the text of a field says of a payment. */
function statusIn(value: string): ProofStatus | null {
  const code = /^\/(RETN|REJT)\//m.exec(value)?.[1];
  if (code === undefined) return null;
  return status(code === 'RETN' ? 'returned' : 'refused', code, reasonsIn(value));
}

/** The answer in a free message of the tracker: a line such as `//ACCC` or `//RJCT/AC04`. */
function trackerStatus(value: string): ProofStatus | null {
  const parts = /^\/\/(ACCC|ACSC|ACSP|RJCT|PDNG)(?:\/([A-Z]\d{3}|[A-Z]{2}\d{2}))?\b/m.exec(value);
  if (parts?.[1] === undefined) return null;
  return status(standingOf(parts[1]), parts[1], parts[2] === undefined ? [] : [parts[2]]);
}

function paymentStatus(message: SwiftMessage): ProofStatus[] {
  const { type } = message;
  const of = (tag: string) => fieldOfTag(message, tag)?.value ?? '';
  if (type === null) return [statusIn(of('72')) ?? []].flat();
  if (/^\d92$/.test(type) || type === '111') return [status('cancellation-asked', null, reasonsIn(of('79')))];
  if (/^\d96$/.test(type)) {
    const code = /^\/?(CNCL|RJCR|PDCR)\b/.exec(of('76'))?.[1];
    return code === undefined ? [] : [status(standingOf(code), code)];
  }
  if (/^\d99$/.test(type)) return [statusIn(of('79')) ?? trackerStatus(of('79')) ?? []].flat();
  return [statusIn(of('72')) ?? []].flat();
}

/** What is said of a message and of its payment, the gravest first. */
export function swiftStatuses(message: SwiftMessage): ProofStatus[] {
  const { acknowledgement, isTraining, isPossibleDuplicate } = message;
  return distinctStatuses([
    ...(acknowledgement?.result === 'refused' ? [status('not-sent', acknowledgement.code)] : []),
    ...paymentStatus(message),
    ...(isTraining ? [status('test', null)] : []),
    ...(isPossibleDuplicate ? [status('possible-duplicate', null)] : []),
  ]);
}

/** The facts of one message. */
export function swiftFacts(message: SwiftMessage): ProofFacts {
  const role = roleOf(message);
  const statuses = swiftStatuses(message);
  const money = role === null ? { amount: null, valueDate: null } : moneyOf(message);
  const isReturned = statuses.some(({ standing }) => standing === 'returned');
  return {
    ...money,
    ...partiesOf(message),
    amountRole: isReturned ? 'returned' : (role ?? 'amount'),
    messageType: message.title,
    statuses,
    transactions: 1,
  };
}
