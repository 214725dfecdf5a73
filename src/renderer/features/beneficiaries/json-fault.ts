/**
 * @file Where a JSON text goes wrong, in the eyes of a person: the first place that does not fit (RFC 8259), and what
 * is wrong there. The browser's own errors do not always name a place. Field names that are there twice count as
 * wrong, because which of the two would be sent cannot be seen.
 */

/** What is wrong. */
export type JsonProblem =
  | 'end'
  | 'unclosed'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma'
  | 'extra-comma'
  | 'quotes'
  | 'line-break'
  | 'control'
  | 'space'
  | 'escape'
  | 'number'
  | 'after'
  | 'twice'
  | 'deep';

/** The first thing that is wrong in a text. */
export interface JsonFault {
  readonly problem: JsonProblem;
  /** Where, in code units from the beginning. */
  readonly offset: number;
  /** The field name that is there twice; empty for every other problem. */
  readonly name: string;
}

const deepest = 100;
const blank = /[ \t\r\n]*/y;
const otherSpace = /[\p{Zs}\ufeff\u200b]/u;
const otherQuote = /['`´‘’‚“”„«»]/;
const numberStart = /[-0-9]/;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const numberRest = /[\w.+-]/;
const literal = /true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Found extends Error {
  readonly fault: JsonFault;

  constructor(problem: JsonProblem, offset: number, name = '') {
    super(problem);
    this.fault = { problem, offset, name };
  }
}

/** Reads a text once from the beginning; throws {@link Found} at the first thing that is wrong. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): void {
    this.#skipBlank();
    this.#value(0);
    this.#skipBlank();
    if (this.#at < this.#text.length) throw this.#wrong('after');
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  /** The problem at the present place; at the end of the text and at look-alikes it is told more exactly. */
  #wrong(problem: JsonProblem): Found {
    if (this.#at >= this.#text.length) return new Found('end', this.#text.length);
    if (otherSpace.test(this.#next())) return new Found('space', this.#at);
    if (otherQuote.test(this.#next()) && (problem === 'value' || problem === 'name'))
      return new Found('quotes', this.#at);
    return new Found(problem, this.#at);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #skipBlank(): void {
    this.#match(blank);
  }

  #value(depth: number): void {
    if (depth > deepest) throw this.#wrong('deep');
    const next = this.#next();
    if (next === '{') this.#object(depth);
    else if (next === '[') this.#array(depth);
    else if (next === '"') this.#string();
    else if (numberStart.test(next)) this.#number();
    else if (this.#match(literal) === null) throw this.#wrong('value');
  }

  #number(): void {
    const start = this.#at;
    if (this.#match(number) === null || numberRest.test(this.#next())) throw new Found('number', start);
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    for (;;) {
      const next = this.#next();
      if (next === '') throw new Found('unclosed', start);
      if (next === '"') break;
      if (next === '\n' || next === '\r') throw new Found('line-break', this.#at);
      if (next < ' ') throw new Found('control', this.#at);
      if (next !== '\\') this.#at += 1;
      else if (this.#match(escaped) === null) throw new Found('escape', this.#at);
    }
    this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #object(depth: number): void {
    const names = new Set<unknown>();
    this.#members('}', () => {
      const start = this.#at;
      if (this.#next() !== '"') throw this.#wrong('name');
      const name: unknown = JSON.parse(this.#string());
      if (names.has(name)) throw new Found('twice', start, String(name));
      names.add(name);
      this.#skipBlank();
      if (this.#next() !== ':') throw this.#wrong('colon');
      this.#at += 1;
      this.#skipBlank();
      this.#value(depth + 1);
    });
  }

  #array(depth: number): void {
    this.#members(']', () => this.#value(depth + 1));
  }

  #members(close: '}' | ']', member: () => void): void {
    this.#at += 1;
    this.#skipBlank();
    if (this.#next() === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      member();
      this.#skipBlank();
      if (this.#next() === close) break;
      if (this.#next() !== ',') throw this.#wrong('comma');
      const comma = this.#at;
      this.#at += 1;
      this.#skipBlank();
      if (this.#next() === close) throw new Found('extra-comma', comma);
    }
    this.#at += 1;
  }
}

/** The first thing that is wrong in a JSON text, or `null` when it is right. */
export function jsonFault(text: string): JsonFault | null {
  try {
    new Reader(text).readAll();
    return null;
  } catch (thrown) {
    if (thrown instanceof Found) return thrown.fault;
    throw thrown;
  }
}

/** Line and column of a place in a text, both from 1, as an editor counts them. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
