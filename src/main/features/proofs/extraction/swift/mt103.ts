/**
 * @file Parses SWIFT MT103 messages leniently: blocks may be missing, lines end in CRLF or LF, fields repeat, and
 * unknown tags are kept. Nothing is corrected.
 */
import { isCalendarDate } from '../../../../../shared/calendar-date.ts';
import {
  type Amount,
  add,
  type Decimal,
  decimalText,
  equalAsStated,
  multiply,
  readDecimal,
} from '../../../../../shared/model/proofs/amount.ts';
import type { ShownSwiftMessage } from '../../../../../shared/model/proofs/content.ts';
import { checkIban } from '../identifier-checks.ts';

export interface Mt103Field {
  /** The tag without colons, such as `32A`. */
  readonly tag: string;
  /** Lines joined by line feeds. */
  readonly value: string;
  /** First and last line in the text, counted from 1. */
  readonly lines: readonly [first: number, last: number];
}

export interface Mt103 {
  /** Contents of the blocks 1, 2, 3 and 5 by number; missing blocks are absent. */
  readonly blocks: Readonly<Record<string, string>>;
  readonly fields: readonly Mt103Field[];
  /** False when block 4 has no end mark: the message is truncated. */
  readonly isComplete: boolean;
}

/** A tag at the start of a line. Some systems use words as tags. */
const tagLinePattern = /^:(\d{2}[A-Z]?|[A-Z][A-Z0-9_]{2,20}):(.*)$/;
/** A tag after a space: a field starts there when line ends were lost. */
const tagAfterSpacePattern = / (?=:\d{2}[A-Z]?:)/;
/** Common payment tags, for texts without any separator between fields. */
const commonTagPattern =
  /(?=:(?:13C|23[BE]|26T|32[ABD]|33B|5[0-9][A-LT]?|71[AFG]|77[BT]):)|(?<!\d)(?=:(?:20|21|36|70|72|79):)/;

/** Splits a text at any line ending. */
function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Parses a message. Never throws: any text is a message, possibly without fields. */
export function readMt103(text: string): Mt103 {
  const fields: { tag: string; values: string[]; first: number; last: number }[] = [];
  const { lines, isComplete } = extractTextBlock(text);
  let marks: string[] = [];
  for (const { line, number, isEnd } of restoreLineEnds(lines)) {
    const tagMatch = tagLinePattern.exec(line);
    const lastField = fields.at(-1);
    if (tagMatch !== null) {
      fields.push({ tag: tagMatch[1] ?? '', values: [tagMatch[2] ?? ''], first: number, last: number });
      marks = [];
    } else if (isEnd) {
      marks.push(line);
    } else if (lastField !== undefined && (marks.length === 0 || continuesText(lastField.tag, line))) {
      lastField.values.push(...marks, line);
      lastField.last = number;
      marks = [];
    }
  }
  return { blocks: extractBlocks(text), fields: fields.map(toField), isComplete };
}

interface Line {
  readonly line: string;
  /** Counted from 1. */
  readonly number: number;
  /** True for a line `-` or `-}` that does not end the block. */
  readonly isEnd: boolean;
}

/** Returns true for words behind a line `-` that continue a field of free text. */
const continuesText = (tag: string, line: string) =>
  /^(?:7\d|86)/.test(tag) && /^[^{}]*[\p{L}\d]/u.test(line);

const findBlockEnd = (line: string, endLine: string | null) =>
  line.startsWith('}') || line.trim() === endLine ? 0 : line.indexOf('-}');

/**
 * Returns the lines of block 4, and whether the block is complete. The block ends at `-}`, or, in a text without `-}`,
 * at a line `-`. Fields contain no braces, so a brace at the start of a line ends the block too. In a text without
 * headers an end mark ends nothing: some banks write `-` between the balance and the entries of a statement.
 */
function extractTextBlock(text: string): { lines: Line[]; isComplete: boolean } {
  const lines: Line[] = [];
  const opening = text.startsWith('4:') ? '4:' : '{4:';
  const isOpened = text.includes(opening);
  const hasHeader = text.includes('{1:');
  const endLine = text.includes('-}') ? null : '-';
  let isInside = !isOpened;
  let isComplete = !(isOpened || hasHeader);
  for (const [index, fullLine] of splitLines(text).entries()) {
    let line = fullLine;
    if (!isInside) {
      const openingIndex = line.indexOf(opening);
      if (openingIndex === -1) continue;
      isInside = true;
      line = line.slice(openingIndex + opening.length).trimStart();
    }
    const endIndex = findBlockEnd(line, endLine);
    const isEnd = endIndex !== -1;
    const content = isEnd ? line.slice(0, endIndex) : line;
    if (!isEnd || content.trim() !== '') lines.push({ line: content, number: index + 1, isEnd: false });
    if (!isEnd) continue;
    isComplete = true;
    if (hasHeader) break;
    lines.push({ line: '-', number: index + 1, isEnd });
  }
  return { lines, isComplete };
}

/** Restores lost line ends: a line with several fields is split at their tags. */
function restoreLineEnds(lines: readonly Line[]): Line[] {
  if (lines.filter(({ line }) => tagLinePattern.test(line)).length > 1) return [...lines];
  const splitAt = (separator: RegExp) =>
    lines.flatMap((whole) => whole.line.split(separator).map((part) => ({ ...whole, line: part.trim() })));
  const splitAtSpaces = splitAt(tagAfterSpacePattern);
  return splitAtSpaces.length > lines.length ? splitAtSpaces : splitAt(commonTagPattern);
}

function toField(rawField: { tag: string; values: string[]; first: number; last: number }): Mt103Field {
  const values = [...rawField.values];
  let { last } = rawField;
  // Empty lines at the end of a message belong to no field.
  while (values.length > 1 && values.at(-1)?.trim() === '') {
    values.pop();
    last -= 1;
  }
  return { tag: rawField.tag, value: values.join('\n'), lines: [rawField.first, last] };
}

function extractBlocks(text: string): Record<string, string> {
  const blocks: Record<string, string> = {};
  for (const number of ['1', '2', '3', '5']) {
    const start = text.indexOf(`{${number}:`);
    if (start === -1) continue;
    let depth = 0;
    for (let index = start; index < text.length; index += 1) {
      if (text[index] === '{') depth += 1;
      else if (text[index] === '}') depth -= 1;
      if (depth === 0) {
        blocks[number] = text.slice(start + 3, index);
        break;
      }
    }
  }
  return blocks;
}

/** Finds the first field with a tag and any letter option: `findField(message, '50')` finds `50K`. */
export function findField({ fields }: Pick<Mt103, 'fields'>, tag: string): Mt103Field | null {
  return fields.find((field) => field.tag === tag || field.tag.replace(/[A-Z]$/, '') === tag) ?? null;
}

/** Parses currency and number, such as `EUR48250,00`; `null` when invalid. */
function readMoney(text: string): { currency: string; number: Decimal } | null {
  const parts = /^([A-Z]{3})(\S+)$/.exec(text.trim());
  const number = readDecimal(parts?.[2] ?? '');
  return parts?.[1] === undefined || number === null ? null : { currency: parts[1], number };
}

/** Parses an amount as {@link readMoney} does, with its digits as they stand. */
export function readAmount(text: string): Amount | null {
  const money = readMoney(text);
  return money === null ? null : { currency: money.currency, value: decimalText(money.number) };
}

/** Parses YYMMDD; `null` when invalid. By SWIFT's rule, years from 80 on belong to the 20th century. */
export function readDate(text: string): string | null {
  const parts = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (parts === null) return null;
  const year = Number(parts[1]) >= 80 ? `19${parts[1]}` : `20${parts[1]}`;
  const date = `${year}-${parts[2]}-${parts[3]}`;
  return isCalendarDate(date) ? date : null;
}

/** Splits a party field into its account (without the slash) and its other lines. */
export function readParty(value: string): { account: string | null; lines: string[] } {
  const lines = value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [firstLine] = lines;
  if (firstLine?.startsWith('/') !== true) return { account: null, lines };
  return { account: firstLine.replace(/^\/+([A-Z]\/)?/, ''), lines: lines.slice(1) };
}

/** Returns true for an IBAN with valid check digits, which is no name although its leading slash is missing. */
const isIbanLine = (line: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(line) && checkIban(line) === null;

/**
 * Finds the name in a party field: the first line that is no account. In option F the name is in the lines that begin
 * with `1/`.
 */
export function findPartyName(value: string, tag: string): string | null {
  const { lines } = readParty(value);
  const nameLines = lines.flatMap((line) => /^1\/(.*)$/.exec(line)?.[1]?.trim() ?? []);
  if (nameLines.length > 0) return nameLines.join(' ');
  if (tag.endsWith('F')) return null;
  return lines.find((line) => /\p{L}/u.test(line) && line !== 'NOTPROVIDED' && !isIbanLine(line)) ?? null;
}

/** Converts field 33B by the rate in field 36; `null` when 33B is in another currency and there is no rate. */
function convertInstructedAmount(
  message: Mt103,
  currency: string,
): { number: Decimal; terms: string } | null {
  const instructed = readMoney(findField(message, '33B')?.value ?? '');
  if (instructed === null) return null;
  const rateText = findField(message, '36')?.value;
  if (rateText === undefined) {
    return instructed.currency === currency ? { number: instructed.number, terms: '33B' } : null;
  }
  const rate = readDecimal(rateText);
  return rate === null ? null : { number: multiply(instructed.number, rate), terms: '33B × 36' };
}

/** Compares the amounts; `null` when a field is missing or in another currency. Amounts are never corrected. */
export function checkAmounts(message: Mt103): ShownSwiftMessage['comparison'] {
  const settled = readMoney(findField(message, '32A')?.value.slice(6) ?? '');
  const converted = settled === null ? null : convertInstructedAmount(message, settled.currency);
  if (settled === null || converted === null) return null;
  let expected = converted.number;
  const terms = [converted.terms];
  for (const { tag, value } of message.fields) {
    if (tag !== '71F' && tag !== '71G') continue;
    const charge = readMoney(value);
    if (charge?.currency !== settled.currency) return null;
    expected = add(expected, charge.number, tag === '71F' ? -1 : 1);
    terms.push(tag === '71F' ? '− 71F' : '+ 71G');
  }
  return {
    result: equalAsStated(expected, settled.number) ? 'fits' : 'differs',
    expected: `${decimalText(expected)} ${settled.currency}`,
    stated: `${decimalText(settled.number)} ${settled.currency}`,
    terms: terms.join(' '),
  };
}
