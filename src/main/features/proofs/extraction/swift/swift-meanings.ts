/** @file Interprets fields of SWIFT messages whose format is known. */
import type { FieldMeaning } from '../../../../../shared/model/proofs/content.ts';
import { checkAccount, checkBic } from '../identifier-checks.ts';
import { type Mt103Field, readAmount, readDate, readParty } from './mt103.ts';
import { readEntry } from './swift-entries.ts';

const moneyTag = /^(?:32[A-D]|33B|71[FG])$/;
const datedTag = /^32[ACD]$/;
const partyTag = /^5\d[A-Z]?$/;
const balanceTag = /^(?:6[02][FM]|6[45])$/;

const textMeaning: FieldMeaning = { as: 'text', failure: null };
const unreadable: FieldMeaning = { as: 'text', failure: 'not-readable' };

function interpretMoney({ tag, value }: Mt103Field): FieldMeaning {
  const isDated = datedTag.test(tag);
  const amount = readAmount(isDated ? value.slice(6) : value);
  const date = isDated ? readDate(value.slice(0, 6)) : null;
  return amount === null || (isDated && date === null) ? unreadable : { as: 'money', amount, date };
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

/** Interprets a balance, such as `C261014EUR1000,00`. */
function interpretBalance(value: string): FieldMeaning {
  const [, mark, day = '', money = ''] = /^([CD])(\d{6})([A-Z]{3}\S+)$/.exec(value.trim()) ?? [];
  const date = readDate(day);
  const amount = readAmount(money);
  if (date === null || amount === null) return unreadable;
  return { as: 'balance', isDebit: mark === 'D', date, amount };
}

/** Interprets the number and sum of entries, such as `72EUR385920,`. */
function interpretSum(value: string): FieldMeaning {
  const [, count, money = ''] = /^(\d{1,5})([A-Z]{3}\S+)$/.exec(value.trim()) ?? [];
  const amount = readAmount(money);
  return amount === null ? unreadable : { as: 'sum', count: Number(count), amount };
}

export function interpretField(field: Mt103Field, currency: string | null): FieldMeaning {
  const { tag, value } = field;
  if (moneyTag.test(tag)) return interpretMoney(field);
  if (partyTag.test(tag)) return interpretParty(field);
  if (balanceTag.test(tag)) return interpretBalance(value);
  if (tag === '30') return interpretDate(value);
  if (tag === '61') return interpretEntry(value, currency);
  if (tag === '86') return interpretInformation(value);
  return /^90[CD]$/.test(tag) ? interpretSum(value) : textMeaning;
}
