/** @file Parses the filter that a clerk types above a column. */
import { formatAmountText } from '../../../../../shared/messages/format-amounts.ts';
import { parseTypedNumber, unitsOf } from '../../../../../shared/model/statements/amount-query.ts';
import {
  maxFindLength,
  type StatementColumn,
  type StatementFilter,
} from '../../../../../shared/model/statements/open-statement.ts';

/** Converts a number in the notation of the column, otherwise in any usual one, to its minor units; `null` if it is no number. */
function parseMinorUnits(text: string, { rule, scale }: StatementColumn): number | null {
  const decimalSign = rule === 'point' ? '.' : rule === 'comma' ? ',' : null;
  const number = parseTypedNumber(text, decimalSign);
  return number === null ? null : Number(unitsOf(number, scale));
}

/** Converts a typed day, month or year to a number such as 20260105; `isRangeEnd` completes it to the last day. */
function parseDay(text: string, isRangeEnd: boolean): number | null {
  const parts = /^(?<year>\d{4})(-(?<month>\d\d?)(-(?<day>\d\d?))?)?$/.exec(text.trim())?.groups;
  if (parts === undefined) return null;
  const month = Number(parts['month'] ?? (isRangeEnd ? 12 : 1));
  return Number(parts['year']) * 10_000 + month * 100 + Number(parts['day'] ?? (isRangeEnd ? 31 : 1));
}

function betweenFilter(
  column: number,
  from: string,
  to: string,
  parse: (text: string, isRangeEnd: boolean) => number | null,
): StatementFilter | null {
  const low = from.trim() === '' ? null : parse(from, false);
  const high = to.trim() === '' ? null : parse(to, true);
  if ((from.trim() !== '' && low === null) || (to.trim() !== '' && high === null)) return null;
  return low === null && high === null ? null : { kind: 'between', column, from: low, to: high };
}

/**
 * Parses a filter; `null` for an empty text, `'wrong'` for an invalid text. Text: contains, `=` for the whole cell.
 * Numbers: `5`, `>5`, `<5`, `5..9`, `±5` for an absolute value of at least 5. Dates: `2026-01-05`, `2026-01`, `from..to`.
 */
export function readFilter(
  text: string,
  column: StatementColumn,
  index: number,
): StatementFilter | null | 'wrong' {
  const typed = text.trim();
  if (typed === '') return null;
  if (column.kind === 'text' || column.kind === 'undecided') {
    return typed.startsWith('=')
      ? { kind: 'is', column: index, text: typed.slice(1) }
      : { kind: 'contains', column: index, text: typed };
  }
  const parse = column.kind === 'date' ? parseDay : (part: string) => parseMinorUnits(part, column);
  const [from, to] = typed.split('..');
  if (from !== undefined && to !== undefined) return betweenFilter(index, from, to, parse) ?? 'wrong';
  const absoluteText = /^(±|\+-|\+\/-)(?<number>.+)$/.exec(typed)?.groups?.['number'];
  if (absoluteText !== undefined && column.kind === 'number') {
    const least = parseMinorUnits(absoluteText, column);
    return least === null || least < 0 ? 'wrong' : { kind: 'over', column: index, least };
  }
  const comparison = /^(?<sign>[<>])=?(?<rest>.+)$/.exec(typed)?.groups;
  if (comparison !== undefined) {
    const bound = comparison['rest'] ?? '';
    return (
      (comparison['sign'] === '>'
        ? betweenFilter(index, bound, '', parse)
        : betweenFilter(index, '', bound, parse)) ?? 'wrong'
    );
  }
  return betweenFilter(index, typed, typed, parse) ?? 'wrong';
}

/** Returns the numbers of a filter as they were understood, if one has another value in another notation; otherwise `null`. */
export function understoodNumbers(text: string, column: StatementColumn): string | null {
  if (column.kind !== 'number') return null;
  const parts = text
    .trim()
    .replace(/^(?:±|\+-|\+\/-|[<>]=?)/, '')
    .split('..');
  const isAmbiguous = parts.some(
    (part) =>
      parseMinorUnits(part, { ...column, rule: 'point' }) !==
      parseMinorUnits(part, { ...column, rule: 'comma' }),
  );
  if (!isAmbiguous || readFilter(text, column, 0) === 'wrong') return null;
  return parts
    .map((part) => formatAmountText(String(parseMinorUnits(part, column) ?? ''), column.scale))
    .join('..');
}

/** Returns the filter text for rows with the same cell; `null` if there is no such filter. */
export function filterFor(cell: string, column: StatementColumn): string | null {
  if (cell.trim() === '') return null;
  const typed = column.kind === 'text' || column.kind === 'undecided' ? `=${cell}` : cell.trim();
  if (typed.length > maxFindLength) return null;
  const filter = readFilter(typed, column, 0);
  return filter === null || filter === 'wrong' ? null : typed;
}
