/** @file Parses the entries of SWIFT statement messages (tag 61), and finds their currency. */
import { decimalText, readDecimal } from '../../../../../shared/model/proofs/amount.ts';
import type { EntryMark, FieldMeaning } from '../../../../../shared/model/proofs/content.ts';
import { type Mt103Field, readDate } from './mt103.ts';

const markByCode: Readonly<Record<string, EntryMark>> = {
  C: 'credit',
  D: 'debit',
  RC: 'credit-reversed',
  RD: 'debit-reversed',
  EC: 'credit-expected',
  ED: 'debit-expected',
};

/** An entry as its line states it; the currency is stated in the balances. */
interface SwiftEntry extends Omit<Extract<FieldMeaning, { as: 'entry' }>, 'as' | 'currency' | 'valueDate'> {
  /** YYYY-MM-DD; `null` when the day does not exist. */
  readonly valueDate: string | null;
}

/** Resolves a booking day (MMDD) to the year that is closest to the value date. */
function resolveBookingDate(day: string | undefined, valueDate: string | null): string | null {
  if (day === undefined || valueDate === null) return null;
  const year = Number(valueDate.slice(0, 4));
  const candidateDates = [year - 1, year, year + 1].flatMap(
    (candidateYear) => readDate(`${String(candidateYear).slice(2)}${day}`) ?? [],
  );
  const measureDistanceMs = (date: string) => Math.abs(Date.parse(date) - Date.parse(valueDate));
  return candidateDates.toSorted((a, b) => measureDistanceMs(a) - measureDistanceMs(b))[0] ?? null;
}

const textOrNull = (text: string | undefined) =>
  text === undefined || text.trim() === '' ? null : text.trim();

/** Blanks between the parts and a missing type occur in files of banks. `NONREF` is a reference, not a type. */
const entryPattern =
  /^(\d{6})(\d{4})? ?([RE]?[CD]) ?[A-Z]? ?(\d{1,15}[,.]\d{0,4})(?![\d,.]) ?((?!NONREF)[A-Z] ?[A-Z0-9]{3})?(.*)$/;

/** Parses an entry, such as `2610141014C12,50NTRFREF//BANKREF`. */
export function readEntry(value: string): SwiftEntry | null {
  const [line = '', ...detailLines] = value.split('\n');
  const parts = entryPattern.exec(line.trim());
  if (parts === null) return null;
  const valueDate = readDate(parts[1] ?? '');
  const number = readDecimal(parts[4] ?? '');
  const mark = markByCode[parts[3] ?? ''];
  if (number === null || mark === undefined) return null;
  const references = parts[6] ?? '';
  const separatorIndex = references.indexOf('//');
  return {
    mark,
    valueDate,
    bookingDate: resolveBookingDate(parts[2], valueDate),
    value: decimalText(number),
    code: parts[5]?.replace(' ', '') ?? '',
    reference: textOrNull(references.slice(0, separatorIndex < 0 ? references.length : separatorIndex)),
    bankReference: separatorIndex < 0 ? null : textOrNull(references.slice(separatorIndex + 2)),
    details: textOrNull(detailLines.join('\n')),
  };
}

/** Finds the currency of a statement's entries: that of its balances, else that of its limits (34F) or sums (90). */
export function findCurrency(fields: readonly Mt103Field[]): string | null {
  const find = (pattern: RegExp) =>
    fields.flatMap(({ tag, value }) => pattern.exec(`${tag}:${value}`)?.[1] ?? [])[0] ?? null;
  return find(/^6[0245][FM]?:[CD]\d{6}([A-Z]{3})/) ?? find(/^(?:34F:|90[CD]:\d{1,5})([A-Z]{3})/);
}
