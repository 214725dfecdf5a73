/**
 * @file Translates texts of the English window into the pseudo-locale, by matching them with the messages of the catalogs.
 * The layout check can use them on screens that a test reaches by English names.
 */
import type { Catalog, ParsedMessage } from '../../../src/shared/messages/catalog.ts';
import { messages as english } from '../../../src/shared/messages/compiled/en.ts';
import { messages as pseudo } from '../../../src/shared/messages/compiled/en-XA.ts';
import { parseCatalogs } from '../../unit/messages/parse-catalogs.ts';

type MessageElement = ParsedMessage[number];

/** A part of a message: literal text, an argument, or the start or end of a tag. */
type Token = { readonly text: string } | { readonly argument: 'number' | 'any' } | { readonly tag: true };

/** A message, or its segment between two tags, in both locales, with the same arguments in the same order. */
interface Pattern {
  readonly english: RegExp;
  readonly pseudo: readonly Token[];
  readonly letters: number;
}

/** Element types of parsed messages, as `@formatjs/icu-messageformat-parser` numbers them. */
const elementType = { literal: 0, number: 2, select: 5, plural: 6, pound: 7, tag: 8 } as const;

const isText = (token: Token): token is { readonly text: string } => 'text' in token;

const textOf = (tokens: readonly Token[]) =>
  tokens
    .filter(isText)
    .map(({ text }) => text)
    .join('');

function concatenate(heads: readonly Token[][], tails: readonly Token[][]): Token[][] {
  return heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
}

function variantsOf(element: MessageElement): Token[][] {
  switch (element.type) {
    case elementType.literal:
      return [[{ text: element.value }]];
    case elementType.select:
    case elementType.plural:
      return Object.values(element.options).flatMap(({ value }) => expand(value));
    case elementType.tag:
      return concatenate(concatenate([[{ tag: true }]], expand(element.children)), [[{ tag: true }]]);
    case elementType.number:
    case elementType.pound:
      return [[{ argument: 'number' }]];
    default:
      return [[{ argument: 'any' }]];
  }
}

/** Returns every form of a message: one form for each combination of its plurals and selections. */
function expand(message: readonly MessageElement[]): Token[][] {
  return message.reduce<Token[][]>((forms, element) => concatenate(forms, variantsOf(element)), [[]]);
}

/** Splits a form of a message at its tags: each segment is a separate text on the page. */
function splitAtTags(form: readonly Token[]): Token[][] {
  const segments: Token[][] = [[]];
  for (const token of form) {
    if ('tag' in token) segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments;
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function createPattern(sourceTokens: readonly Token[], translated: readonly Token[]): Pattern | null {
  const letters = textOf(sourceTokens).replaceAll(/\P{L}/gu, '').length;
  const source = sourceTokens
    .map((token) => {
      if (isText(token)) return escapeForRegExp(token.text);
      return 'argument' in token && token.argument === 'number' ? String.raw`([-+\d.,]+)` : '(.+?)';
    })
    .join('')
    .trim();
  return source === '' ? null : { english: new RegExp(`^${source}$`, 's'), pseudo: translated, letters };
}

const elementsOf = (message: string | ParsedMessage): readonly MessageElement[] =>
  typeof message === 'string' ? [{ type: 0, value: message }] : message;

/** The texts before, between and after the arguments of a segment. */
function splitAtArguments(segment: readonly Token[]): string[] {
  const texts = [''];
  for (const token of segment) {
    if (isText(token)) texts.push(`${texts.pop() ?? ''}${token.text}`);
    else texts.push('');
  }
  return texts.map((text) => text.trim());
}

/** Pairs the segments of every form of a message with their translations in the pseudo-locale. */
function pairSegments(source: readonly MessageElement[], translated: readonly MessageElement[]): Token[][][] {
  const pseudoForms = expand(translated).map(splitAtTags);
  return expand(source).flatMap((form, index) =>
    splitAtTags(form).map((segment, segmentIndex) => [segment, pseudoForms[index]?.[segmentIndex] ?? []]),
  );
}

interface Patterns {
  readonly exact: ReadonlyMap<string, string>;
  readonly open: readonly Pattern[];
  /** Texts beside an argument that is an element, such as the time in “sent <time>”. */
  readonly fragments: ReadonlyMap<string, string>;
}

function createPatterns(source: Catalog, translated: Catalog): Patterns {
  const exact = new Map<string, string>();
  const fragments = new Map<string, string>();
  const open: Pattern[] = [];
  const pairs = Object.entries(source).flatMap(([key, message]) =>
    pairSegments(elementsOf(message), elementsOf(translated[key] ?? message)),
  );
  for (const [segment = [], pseudoSegment = []] of pairs) {
    const pattern = segment.every(isText) ? null : createPattern(segment, pseudoSegment);
    for (const [index, part] of splitAtArguments(segment).entries()) {
      fragments.set(part, splitAtArguments(pseudoSegment)[index] ?? part);
    }
    if (pattern !== null) open.push(pattern);
    else exact.set(textOf(segment).trim(), textOf(pseudoSegment));
  }
  // When several messages match a text, the message with the most literal text wins.
  return { exact, fragments, open: open.toSorted((one, other) => other.letters - one.letters) };
}

const { exact, open: patterns, fragments } = createPatterns(parseCatalogs(english), parseCatalogs(pseudo));

/** An unaccented word that is no part of a name, a path or an address. */
const unaccentedWord = /(?<![\p{L}\d_./@-])[A-Za-z]{3,}(?![\p{L}\d_./@-])/gu;

const vocabulary = new Set(
  [...exact.keys(), ...patterns.map(({ english: { source } }) => source)]
    .flatMap((text) => text.match(unaccentedWord) ?? [])
    .map((word) => word.toLowerCase()),
);

/** True when an English text contains a word of the messages, so it is probably not data such as a name. */
export function usesVocabulary(text: string): boolean {
  return (text.match(unaccentedWord) ?? []).some((word) => vocabulary.has(word.toLowerCase()));
}

const translations = new Map<string, string | null>();

function fillPattern(pattern: Pattern, values: readonly string[]): string {
  let valueIndex = 0;
  return pattern.pseudo
    .map((token) => {
      if (isText(token)) return token.text;
      const value = values[valueIndex] ?? '';
      valueIndex += 1;
      return toPseudo(value) ?? value;
    })
    .join('');
}

function isMessageOrNumber(text: string): boolean {
  return toPseudo(text) !== null || !/\p{L}/u.test(text);
}

function translate(text: string): string | null {
  const exactTranslation = exact.get(text);
  if (exactTranslation !== undefined) return exactTranslation;
  if (!/\p{L}/u.test(text)) return null;
  for (const pattern of patterns) {
    const match = pattern.english.exec(text);
    if (match === null) continue;
    const values = match.slice(1);
    // A message of arguments alone, such as `{name}: {value}`, fits almost any text.
    if (pattern.letters === 0 && !values.every(isMessageOrNumber)) continue;
    return fillPattern(pattern, values);
  }
  return fragments.get(text) ?? null;
}

/** A text of the window in the pseudo-locale; `null` when it matches no message of the catalogs. */
function toPseudo(text: string): string | null {
  const knownTranslation = translations.get(text);
  if (knownTranslation !== undefined) return knownTranslation;
  // Ends the recursion for a message that consists of one argument.
  translations.set(text, null);
  const translated = translate(text);
  translations.set(text, translated);
  return translated;
}

/** A text in the pseudo-locale, part by part, and the parts that match no message of the catalogs. */
export function toPseudoParts(text: string): { readonly pseudo: string; readonly untranslated: string[] } {
  const exactTranslation = toPseudo(text);
  if (exactTranslation !== null) return { pseudo: exactTranslation, untranslated: [] };
  const parts = text.split(/(, | · |; | \(|\)$)/);
  return {
    pseudo: parts.map((part) => toPseudo(part) ?? part).join(''),
    untranslated: parts.filter((part) => toPseudo(part) === null && usesVocabulary(part)),
  };
}
