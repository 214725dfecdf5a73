/**
 * @file Patterns of file names that contain the recipient ID: `{recipientId}` matches the ID, `{name}` any other text,
 * everything else itself. The extension is ignored unless the pattern ends with one. `/` separates folders.
 */
import { extensionOf, isAllowedExtension } from './document.ts';

/** Why a pattern is invalid. */
type PatternProblem =
  | 'empty'
  | 'no-recipient-id'
  | 'recipient-id-twice'
  | 'unknown-placeholder'
  | 'placeholders-touch'
  | 'too-many-names';

/** A parsed pattern. */
export interface NamePattern {
  /** The pattern before and after the recipient ID; each is anchored at the start or end of the text. */
  readonly before: Side;
  readonly after: Side;
  /** Number of folders above the file that the pattern contains. */
  readonly depth: number;
  /** The extension that the file must have, in lower case; `null` for any. */
  readonly extension: string | null;
}

/** One side of the recipient ID. */
interface Side {
  /** Literal texts per path segment; any text matches between two of them. */
  readonly segments: readonly (readonly string[])[];
  /** The literal text next to the recipient ID; empty when there is none. */
  readonly adjacentText: string;
}

/** Maximum length of a pattern, in characters. */
export const maxPatternLength = 200;

const maxPlaceholders = 3;

type Token = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'recipientId' | 'name' };

function parseTokens(text: string): Token[] | null {
  const sources = text.split(/(\{[^{}]*\})/).filter((source) => source !== '');
  const tokens: Token[] = [];
  for (const source of sources) {
    const placeholder = /^\{(.*)\}$/s.exec(source)?.[1];
    if (placeholder === undefined) tokens.push({ kind: 'text', text: source });
    else if (placeholder === 'recipientId' || placeholder === 'name') tokens.push({ kind: placeholder });
    else return null;
  }
  return tokens;
}

function findProblem(tokens: readonly Token[]): PatternProblem | null {
  const countTokens = (kind: Token['kind']) => tokens.filter((token) => token.kind === kind).length;
  if (countTokens('recipientId') === 0) return 'no-recipient-id';
  if (countTokens('recipientId') > 1) return 'recipient-id-twice';
  if (countTokens('name') > maxPlaceholders) return 'too-many-names';
  const hasAdjacentPlaceholders = tokens.some(
    (token, index) => token.kind !== 'text' && isPlaceholder(tokens[index + 1]),
  );
  return hasAdjacentPlaceholders ? 'placeholders-touch' : null;
}

function isPlaceholder(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'text';
}

function createSide(tokens: readonly Token[], adjacentToken: Token | undefined): Side {
  const segments = [['']];
  for (const token of tokens) {
    const segment = segments.at(-1);
    if (token.kind !== 'text') {
      segment?.push('');
      continue;
    }
    const [firstText = '', ...otherTexts] = token.text.split('/');
    segment?.push(`${segment.pop() ?? ''}${firstText}`);
    segments.push(...otherTexts.map((text) => [text]));
  }
  return { segments, adjacentText: adjacentToken?.kind === 'text' ? adjacentToken.text : '' };
}

/** True when the text matches the side: all literals in order, with at least one character between two of them. */
function matchesSide({ segments }: Side, text: string): boolean {
  const folders = text.split('/');
  return (
    folders.length === segments.length &&
    segments.every((texts, index) => matchesSegment(texts, folders[index] ?? ''))
  );
}

/** Matches each literal at its leftmost position. This finds a match whenever there is one. */
function matchesSegment(texts: readonly string[], folder: string): boolean {
  const [firstText = '', ...otherTexts] = texts;
  const lastText = otherTexts.pop();
  if (lastText === undefined) return folder === firstText;
  if (!folder.startsWith(firstText)) return false;
  let position = firstText.length;
  for (const text of otherTexts) {
    const matchPosition = folder.indexOf(text, position + 1);
    if (matchPosition === -1) return false;
    position = matchPosition + text.length;
  }
  return folder.endsWith(lastText) && position + 1 <= folder.length - lastText.length;
}

/** Parses a pattern; returns the problem when it is invalid. */
export function parsePattern(text: string): NamePattern | { readonly problem: PatternProblem } {
  const normalizedText = text.trim().normalize('NFC').replaceAll('\\', '/');
  if (normalizedText === '') return { problem: 'empty' };
  const fileExtension = extensionOf(normalizedText);
  const extension = isAllowedExtension(fileExtension) ? fileExtension : null;
  const tokens = parseTokens(
    extension === null ? normalizedText : normalizedText.slice(0, -extension.length - 1),
  );
  if (tokens === null) return { problem: 'unknown-placeholder' };
  const problem = findProblem(tokens);
  if (problem !== null) return { problem };
  const idIndex = tokens.findIndex(({ kind }) => kind === 'recipientId');
  const before = tokens.slice(0, idIndex);
  const after = tokens.slice(idIndex + 1);
  return {
    before: createSide(before, before.at(-1)),
    after: createSide(after, after[0]),
    depth: normalizedText.split('/').length - 1,
    extension,
  };
}

function findPositions(adjacentText: string, text: string): number[] {
  const positions: number[] = [];
  for (
    let position = text.indexOf(adjacentText);
    position >= 0;
    position = text.indexOf(adjacentText, position + 1)
  )
    positions.push(position);
  return positions;
}

/**
 * Returns all texts that can be the recipient ID of a file, shortest first: for `{recipientId}_{name}`, `a_1_scan` may
 * mean `a` or `a_1`. Empty when the file does not match.
 */
export function recipientIdsIn(
  { before, after, depth, extension }: NamePattern,
  file: { readonly name: string; readonly folder: string },
): string[] {
  const fileExtension = extensionOf(file.name);
  if (extension !== null && fileExtension !== extension) return [];
  const stem = fileExtension === '' ? file.name : file.name.slice(0, -fileExtension.length - 1);
  const folders = file.folder === '' ? [] : file.folder.split('/');
  if (folders.length < depth) return [];
  const text = [...folders.slice(folders.length - depth), stem].join('/');
  const starts =
    before.adjacentText === ''
      ? [0]
      : findPositions(before.adjacentText, text)
          .map((position) => position + before.adjacentText.length)
          .filter((start) => matchesSide(before, text.slice(0, start)));
  const ends =
    after.adjacentText === ''
      ? [text.length]
      : findPositions(after.adjacentText, text).filter((end) => matchesSide(after, text.slice(end)));
  const candidates = starts.flatMap((start) =>
    ends.filter((end) => end > start).map((end) => text.slice(start, end).trim()),
  );
  return [...new Set(candidates.filter((id) => id !== '' && !id.includes('/')))].sort(
    (a, b) => a.length - b.length,
  );
}
