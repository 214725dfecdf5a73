/** @file Interprets fields of SWIFT messages whose format is known. */
import { decimalText } from '../../../../../shared/model/proofs/amount.ts';
import type { FieldMeaning } from '../../../../../shared/model/proofs/content.ts';
import { checkAccount, checkBic } from '../identifier-checks.ts';
import { type Mt103Field, readDate, readMoney, readParty } from './mt103.ts';
import { readBalance, readEntry, readEntrySum } from './swift-entries.ts';

const moneyTag = /^(?:32[A-D]|33B|71[FG])$/;
const datedTag = /^32[ACD]$/;
const partyTag = /^5\d[A-Z]?$/;
const balanceTag = /^(?:6[02][FM]|6[45])$/;

const textMeaning: FieldMeaning = { as: 'text', failure: null };
const unreadable: FieldMeaning = { as: 'text', failure: 'not-readable' };

function interpretMoney({ tag, value }: Mt103Field): FieldMeaning {
  const isDated = datedTag.test(tag);
  const money = readMoney(isDated ? value.slice(6) : value);
  const date = isDated ? readDate(value.slice(0, 6)) : null;
  if (money === null || (isDated && date === null)) return unreadable;
  return { as: 'money', amount: { currency: money.currency, value: decimalText(money.number) }, date };
}

/** Interprets a party field, with the failures of the checks of its account and, in option A, of its BIC. */
function interpretParty({ tag, value }: Mt103Field): FieldMeaning {
  const { account, lines } = readParty(value);
  const bic = tag.endsWith('A') ? (lines.at(-1) ?? null) : null;
  return {
    as: 'party',
    account,
    accountFailure: account === null ? null : checkAccount(account),
    lines,
    bicFailure: bic === null ? null : checkBic(bic),
  };
}

function interpretDate(value: string): FieldMeaning {
  const date = readDate(value.trim());
  return date === null ? unreadable : { as: 'date', date };
}

/** Subfields of structured field 86 (German and Polish banks), the most relevant first. */
const subfieldPatterns: readonly RegExp[] = [/^00$/, /^3[23]$/, /^31$/, /^30$/, /^(?:2\d|6[0-3])$/];

function interpretInformation(value: string): FieldMeaning {
  if (!/^\d{3}\?\d\d/.test(value)) return textMeaning;
  const parts = value
    .replaceAll('\n', '')
    .split(/\?(?=\d\d)/)
    .slice(1)
    .map((part) => ({ code: part.slice(0, 2), text: part.slice(2) }));
  const lines = subfieldPatterns.map((codes) =>
    parts.flatMap((part) => (codes.test(part.code) ? part.text : [])).join(''),
  );
  const isKnownCode = (code: string) => subfieldPatterns.some((codes) => codes.test(code));
  const otherLines = parts.flatMap((part) => (isKnownCode(part.code) ? [] : `?${part.code} ${part.text}`));
  return { as: 'lines', lines: [...lines, ...otherLines].filter((line) => line.trim() !== '') };
}

function interpretEntry(value: string, currency: string | null): FieldMeaning {
  const entry = readEntry(value);
  if (entry === null) return unreadable;
  const { valueDate, bookingDate } = entry;
  const statesBookingDate = /^\d{10}/.test(value.trim());
  if (valueDate === null || (statesBookingDate && bookingDate === null)) return unreadable;
  return { as: 'entry', currency, ...entry, valueDate };
}

export function interpretField(field: Mt103Field, currency: string | null): FieldMeaning {
  const { tag, value } = field;
  if (moneyTag.test(tag)) return interpretMoney(field);
  if (partyTag.test(tag)) return interpretParty(field);
  if (tag === '30') return interpretDate(value);
  if (tag === '86') return interpretInformation(value);
  if (balanceTag.test(tag)) {
    const balance = readBalance(value);
    return balance === null ? unreadable : { as: 'balance', ...balance };
  }
  if (tag === '61') return interpretEntry(value, currency);
  if (!/^90[CD]$/.test(tag)) return textMeaning;
  const sum = readEntrySum(value);
  return sum === null ? unreadable : { as: 'sum', ...sum };
}
