/** @file Interprets fields of SWIFT messages whose format is known. */
import { decimalText } from '../../../../shared/model/proofs/amount.ts';
import type { FieldMeaning } from '../../../../shared/model/proofs/content.ts';
import { checkAccount, checkBic } from './identifier-checks.ts';
import { type Mt103Field, readDate, readMoney, readParty } from './mt103.ts';
import type { SwiftMessage } from './swift.ts';
import { readBalance, readEntry, readEntrySum } from './swift-entries.ts';

const moneyTag = /^(?:32[A-D]|33B|71[FG])$/;
const datedTag = /^32[ACD]$/;
const partyTag = /^5\d[A-Z]?$/;
const balanceTag = /^(?:6[02][FM]|6[45])$/;

const text: FieldMeaning = { as: 'text' };

function moneyOf({ tag, value }: Mt103Field): FieldMeaning {
  const isDated = datedTag.test(tag);
  const money = readMoney(isDated ? value.slice(6) : value);
  const date = isDated ? readDate(value.slice(0, 6)) : null;
  if (money === null || (isDated && date === null)) return text;
  return { as: 'money', amount: { currency: money.currency, value: decimalText(money.number) }, date };
}

/** A party with failed checks of its account and, in option A, of its BIC. */
function partyOf({ tag, value }: Mt103Field): FieldMeaning {
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

function dateOf(value: string): FieldMeaning {
  const date = readDate(value.trim());
  return date === null ? text : { as: 'date', date };
}

/** Subfields of structured field 86 (German and Polish banks), the most relevant first. */
const subfields: readonly RegExp[] = [/^00$/, /^3[23]$/, /^31$/, /^30$/, /^(?:2\d|6[0-3])$/];

function informationOf(value: string): FieldMeaning {
  if (!/^\d{3}\?\d\d/.test(value)) return text;
  const parts = value
    .replaceAll('\n', '')
    .split(/\?(?=\d\d)/)
    .slice(1)
    .map((part) => ({ code: part.slice(0, 2), text: part.slice(2) }));
  const lines = subfields.map((codes) =>
    parts.flatMap((part) => (codes.test(part.code) ? part.text : [])).join(''),
  );
  const known = (code: string) => subfields.some((codes) => codes.test(code));
  const rest = parts.flatMap((part) => (known(part.code) ? [] : `?${part.code} ${part.text}`));
  return { as: 'lines', lines: [...lines, ...rest].filter((line) => line.trim() !== '') };
}

export function meaningOf(field: Mt103Field, currency: string | null): FieldMeaning {
  const { tag, value } = field;
  if (moneyTag.test(tag)) return moneyOf(field);
  if (partyTag.test(tag)) return partyOf(field);
  if (tag === '30') return dateOf(value);
  if (tag === '86') return informationOf(value);
  if (balanceTag.test(tag)) {
    const balance = readBalance(value);
    return balance === null ? text : { as: 'balance', ...balance };
  }
  if (tag === '61') {
    const entry = readEntry(value);
    return entry === null ? text : { as: 'entry', currency, ...entry };
  }
  const sum = /^90[CD]$/.test(tag) ? readEntrySum(value) : null;
  return sum === null ? text : { as: 'sum', ...sum };
}

/** The currency of a statement's entries, taken from its balances. */
export function currencyOf({ fields }: SwiftMessage): string | null {
  const balances = fields.flatMap(({ tag, value }) =>
    balanceTag.test(tag) ? (readBalance(value) ?? []) : [],
  );
  return balances[0]?.amount.currency ?? null;
}
