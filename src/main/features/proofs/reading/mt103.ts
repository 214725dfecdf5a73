/**
 * @file Parses SWIFT MT103 messages leniently: blocks may be missing, lines end in CRLF or LF, fields repeat, and
 * unknown tags are kept. Nothing is corrected.
 */
import {
  add,
  type Decimal,
  decimalText,
  equalAsStated,
  multiply,
  readDecimal,
} from '../../../../shared/model/proofs/amount.ts';
import { checkIban } from './identifier-checks.ts';

export interface Mt103Field {
  /** Such as `32A`. */
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
  readonly complete: boolean;
}

/** A tag at the start of a line; some systems use names of their own. */
const tagLine = /^:(\d{2}[A-Z]?|[A-Z][A-Z0-9_]{2,20}):(.*)$/;
/** A tag after a space: a field starts there when line ends were lost. */
const tagAfterBlank = / (?=:\d{2}[A-Z]?:)/;
/** Common payment tags, for texts without any separator between fields. */
const usualTag =
  /(?=:(?:13C|23[BE]|26T|32[ABD]|33B|5[0-9][A-LT]?|71[AFG]|77[BT]):)|(?<!\d)(?=:(?:20|21|36|70|72|79):)/;

/** Splits a text at any line ending. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Parses a message. Never fails: any text is a message, possibly without fields. */
export function readMt103(text: string): Mt103 {
  const fields: { tag: string; values: string[]; first: number; last: number }[] = [];
  const { lines, complete } = textBlock(text);
  for (const { line, number } of withLineEnds(lines)) {
    const start = tagLine.exec(line);
    const open = fields.at(-1);
    if (start !== null) {
      fields.push({ tag: start[1] ?? '', values: [start[2] ?? ''], first: number, last: number });
    } else if (open !== undefined) {
      open.values.push(line);
      open.last = number;
    }
  }
  return { blocks: blocksOf(text), fields: fields.map(fieldOf), complete };
}

interface Line {
  readonly line: string;
  /** Counted from 1. */
  readonly number: number;
}

/**
 * The lines of block 4, and whether it is complete: it ends at `-}`, or at a lone `-` where there is no `-}`. Fields
 * contain no braces, so a brace at the start of a line ends the block too.
 */
function textBlock(text: string): { lines: Line[]; complete: boolean } {
  const lines: Line[] = [];
  const opening = text.startsWith('4:') ? '4:' : '{4:';
  const isOpened = text.includes(opening);
  const hasMark = text.includes('-}');
  let isInside = !isOpened;
  for (const [index, whole] of linesOf(text).entries()) {
    let line = whole;
    if (!isInside) {
      const at = line.indexOf(opening);
      if (at === -1) continue;
      isInside = true;
      line = line.slice(at + opening.length).trimStart();
    }
    const mark = line.startsWith('}') ? 0 : line.indexOf('-}');
    const isEnd = mark !== -1 || (!hasMark && line.trim() === '-');
    const content = mark === -1 ? line : line.slice(0, mark);
    if (!isEnd || (mark !== -1 && content.trim() !== '')) lines.push({ line: content, number: index + 1 });
    if (isEnd) return { lines, complete: true };
  }
  return { lines, complete: !isOpened && !text.includes('{1:') };
}

/** Restores lost line ends: a line with several fields is split at their tags. */
function withLineEnds(lines: readonly Line[]): Line[] {
  if (lines.filter(({ line }) => tagLine.test(line)).length > 1) return [...lines];
  const split = (at: RegExp) =>
    lines.flatMap(({ line, number }) => line.split(at).map((part) => ({ line: part.trim(), number })));
  const byBlanks = split(tagAfterBlank);
  return byBlanks.length > lines.length ? byBlanks : split(usualTag);
}

function fieldOf(found: { tag: string; values: string[]; first: number; last: number }): Mt103Field {
  const values = [...found.values];
  let { last } = found;
  // Empty lines at the end of a message belong to no field.
  while (values.length > 1 && values.at(-1)?.trim() === '') {
    values.pop();
    last -= 1;
  }
  return { tag: found.tag, value: values.join('\n'), lines: [found.first, last] };
}

function blocksOf(text: string): Record<string, string> {
  const blocks: Record<string, string> = {};
  for (const number of ['1', '2', '3', '5']) {
    const start = text.indexOf(`{${number}:`);
    if (start === -1) continue;
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1;
      else if (text[at] === '}') depth -= 1;
      if (depth === 0) {
        blocks[number] = text.slice(start + 3, at);
        break;
      }
    }
  }
  return blocks;
}

/** The first field with a tag, with any letter option: `fieldOfTag(message, '50')` finds `50K`. */
export function fieldOfTag(message: Mt103, tag: string): Mt103Field | null {
  return message.fields.find((field) => field.tag === tag || field.tag.replace(/[A-Z]$/, '') === tag) ?? null;
}

/** Parses currency and number, such as `EUR48250,00`; `null` when invalid. */
export function readMoney(text: string): { currency: string; number: Decimal } | null {
  const parts = /^([A-Z]{3})(\S+)$/.exec(text.trim());
  const number = readDecimal(parts?.[2] ?? '');
  return parts?.[1] === undefined || number === null ? null : { currency: parts[1], number };
}

/** Parses YYMMDD. Years from 80 on belong to the last century, by SWIFT's rule. */
export function readDate(text: string): string | null {
  const parts = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (parts === null) return null;
  const year = Number(parts[1]) >= 80 ? `19${parts[1]}` : `20${parts[1]}`;
  const date = `${year}-${parts[2]}-${parts[3]}`;
  const parsed = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(parsed) || !new Date(parsed).toISOString().startsWith(date) ? null : date;
}

/** Splits a party field into its account (without the slash) and its other lines. */
export function readParty(value: string): { account: string | null; lines: string[] } {
  const lines = value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first] = lines;
  if (first?.startsWith('/') !== true) return { account: null, lines };
  return { account: first.replace(/^\/+([A-Z]\/)?/, ''), lines: lines.slice(1) };
}

/** An IBAN without the leading slash: with valid check digits it is no name. */
const isAccount = (line: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(line) && checkIban(line) === null;

/**
 * The name in a party field: the first line that is no account, with or without a slash; in option F the lines that
 * begin with `1/`, never the identification.
 */
export function nameOfParty(value: string, tag: string): string | null {
  const { lines } = readParty(value);
  const named = lines.flatMap((line) => /^1\/(.*)$/.exec(line)?.[1]?.trim() ?? []);
  if (named.length > 0) return named.join(' ');
  if (tag.endsWith('F')) return null;
  return lines.find((line) => /\p{L}/u.test(line) && line !== 'NOTPROVIDED' && !isAccount(line)) ?? null;
}

/** Consistency of the amounts of a message: 33B × 36 − 71F + 71G against 32A. */
export type AmountCheck =
  | { readonly result: 'fits'; readonly expected: string; readonly stated: string; readonly terms: string }
  | { readonly result: 'differs'; readonly expected: string; readonly stated: string; readonly terms: string }
  /** A field is missing or in another currency. */
  | { readonly result: 'cannot-check' };

/** 33B converted by the rate in 36; `null` when it is in another currency without a rate. */
function inSettlementCurrency(message: Mt103, currency: string): { number: Decimal; terms: string } | null {
  const instructed = readMoney(fieldOfTag(message, '33B')?.value ?? '');
  if (instructed === null) return null;
  const rateText = fieldOfTag(message, '36')?.value;
  if (rateText === undefined) {
    return instructed.currency === currency ? { number: instructed.number, terms: '33B' } : null;
  }
  const rate = readDecimal(rateText);
  return rate === null ? null : { number: multiply(instructed.number, rate), terms: '33B × 36' };
}

/** Computes the consistency check. The result is shown; amounts are never corrected. */
export function checkAmounts(message: Mt103): AmountCheck {
  const settled = readMoney(fieldOfTag(message, '32A')?.value.slice(6) ?? '');
  if (settled === null) return { result: 'cannot-check' };
  const start = inSettlementCurrency(message, settled.currency);
  if (start === null) return { result: 'cannot-check' };
  let expected = start.number;
  const terms = [start.terms];
  for (const { tag, value } of message.fields) {
    if (tag !== '71F' && tag !== '71G') continue;
    const charge = readMoney(value);
    if (charge?.currency !== settled.currency) return { result: 'cannot-check' };
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
