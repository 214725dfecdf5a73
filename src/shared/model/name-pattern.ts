/**
 * @file A pattern of file names with the recipient ID in it: `{recipientId}` stands for the ID, `{name}` for any other
 * text, everything else for itself. The extension is left aside unless the pattern ends with one. `/` separates folders.
 */
import { extensionOf, isAllowedExtension } from './document.ts';

/** Why a text is no pattern. */
export type PatternProblem =
  | 'empty'
  | 'no-recipient-id'
  | 'recipient-id-twice'
  | 'unknown-placeholder'
  | 'placeholders-touch'
  | 'too-many-names';

/** A pattern that was understood. */
export interface NamePattern {
  /** What stands before and after the recipient ID, each anchored at the other end. */
  readonly before: Side;
  readonly after: Side;
  /** Folders above the file that the pattern names. */
  readonly depth: number;
  /** The extension that the file must have, in lower case; `null` for any. */
  readonly extension: string | null;
}

/** One side of the recipient ID. */
interface Side {
  /** For each folder and for the name: the texts between which other text stands. */
  readonly segments: readonly (readonly string[])[];
  /** The text that touches the recipient ID; empty when the side is. */
  readonly border: string;
}

/** The longest pattern, in characters. */
export const maxPatternLength = 200;

const maxPlaceholders = 3;

type Part = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'recipientId' | 'name' };

function partsOf(text: string): Part[] | null {
  const pieces = text.split(/(\{[^{}]*\})/).filter((piece) => piece !== '');
  const parts: Part[] = [];
  for (const piece of pieces) {
    const placeholder = /^\{(.*)\}$/s.exec(piece)?.[1];
    if (placeholder === undefined) parts.push({ kind: 'text', text: piece });
    else if (placeholder === 'recipientId' || placeholder === 'name') parts.push({ kind: placeholder });
    else return null;
  }
  return parts;
}

function problemOf(parts: readonly Part[]): PatternProblem | null {
  const count = (kind: Part['kind']) => parts.filter((part) => part.kind === kind).length;
  if (count('recipientId') === 0) return 'no-recipient-id';
  if (count('recipientId') > 1) return 'recipient-id-twice';
  if (count('name') > maxPlaceholders) return 'too-many-names';
  const touches = parts.some((part, index) => part.kind !== 'text' && isPlaceholder(parts[index + 1]));
  return touches ? 'placeholders-touch' : null;
}

function isPlaceholder(part: Part | undefined): boolean {
  return part !== undefined && part.kind !== 'text';
}

function sideOf(parts: readonly Part[], nearest: Part | undefined): Side {
  const segments = [['']];
  for (const part of parts) {
    const segment = segments.at(-1);
    if (part.kind !== 'text') {
      segment?.push('');
      continue;
    }
    const [first = '', ...others] = part.text.split('/');
    segment?.push(`${segment.pop() ?? ''}${first}`);
    segments.push(...others.map((text) => [text]));
  }
  return { segments, border: nearest?.kind === 'text' ? nearest.text : '' };
}

/** True when the text is the side's: each of its texts in order, and at least one character between two of them. */
function matchesSide({ segments }: Side, text: string): boolean {
  const folders = text.split('/');
  return (
    folders.length === segments.length &&
    segments.every((texts, index) => matchesSegment(texts, folders[index] ?? ''))
  );
}

/** Takes the leftmost place for each text: what fits at all, fits so. */
function matchesSegment(texts: readonly string[], folder: string): boolean {
  const [first = '', ...others] = texts;
  const last = others.pop();
  if (last === undefined) return folder === first;
  if (!folder.startsWith(first)) return false;
  let at = first.length;
  for (const text of others) {
    const found = folder.indexOf(text, at + 1);
    if (found === -1) return false;
    at = found + text.length;
  }
  return folder.endsWith(last) && at + 1 <= folder.length - last.length;
}

/** Reads a pattern. */
export function parsePattern(text: string): NamePattern | { readonly problem: PatternProblem } {
  const given = text.trim().normalize('NFC').replaceAll('\\', '/');
  if (given === '') return { problem: 'empty' };
  const ending = extensionOf(given);
  const extension = isAllowedExtension(ending) ? ending : null;
  const parts = partsOf(extension === null ? given : given.slice(0, -extension.length - 1));
  if (parts === null) return { problem: 'unknown-placeholder' };
  const problem = problemOf(parts);
  if (problem !== null) return { problem };
  const place = parts.findIndex(({ kind }) => kind === 'recipientId');
  const before = parts.slice(0, place);
  const after = parts.slice(place + 1);
  return {
    before: sideOf(before, before.at(-1)),
    after: sideOf(after, after[0]),
    depth: given.split('/').length - 1,
    extension,
  };
}

function placesOf(border: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(border); at >= 0; at = text.indexOf(border, at + 1)) places.push(at);
  return places;
}

/**
 * Every text that can be the recipient ID of a file under a pattern, shortest first: `a_1_scan` under
 * `{recipientId}_{name}` may mean `a` or `a_1`. None when the file does not fit.
 */
export function recipientIdsIn(
  { before, after, depth, extension }: NamePattern,
  file: { readonly name: string; readonly folder: string },
): string[] {
  const ending = extensionOf(file.name);
  if (extension !== null && ending !== extension) return [];
  const stem = ending === '' ? file.name : file.name.slice(0, -ending.length - 1);
  const folders = file.folder === '' ? [] : file.folder.split('/');
  if (folders.length < depth) return [];
  const text = [...folders.slice(folders.length - depth), stem].join('/');
  const starts =
    before.border === ''
      ? [0]
      : placesOf(before.border, text)
          .map((at) => at + before.border.length)
          .filter((start) => matchesSide(before, text.slice(0, start)));
  const ends =
    after.border === ''
      ? [text.length]
      : placesOf(after.border, text).filter((end) => matchesSide(after, text.slice(end)));
  const found = starts.flatMap((start) =>
    ends.filter((end) => end > start).map((end) => text.slice(start, end).trim()),
  );
  return [...new Set(found.filter((id) => id !== '' && !id.includes('/')))].sort(
    (a, b) => a.length - b.length,
  );
}
