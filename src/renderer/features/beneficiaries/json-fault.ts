/**
 * @file Finds the first fault in a JSON text (RFC 8259) with its position, because the errors of `JSON.parse` do not
 * always have one. Duplicate field names count as faults: only one of the two values would be sent.
 */

type JsonProblem =
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

/** The first fault in a text. */
interface JsonFault {
  readonly problem: JsonProblem;
  /** Position in code units from the beginning. */
  readonly offset: number;
  /** The duplicate field name; empty for every other problem. */
  readonly name: string;
}

const maxDepth = 100;
const blank = /[ \t\r\n]*/y;
const otherSpace = /[\p{Zs}\ufeff\u200b]/u;
const otherQuote = /['`´‘’‚“”„«»]/;
const numberStart = /[-0-9]/;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const numberRest = /[\w.+-]/;
const literal = /true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class FaultFound extends Error {
  readonly fault: JsonFault;

  constructor(problem: JsonProblem, offset: number, name = '') {
    super(problem);
    this.fault = { problem, offset, name };
  }
}

/** A recursive descent parser that throws {@link FaultFound} at the first fault. */
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
    if (this.#at < this.#text.length) throw this.#fault('after');
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  /** The fault at the current position, with special cases for the end of the text and for look-alike characters. */
  #fault(problem: JsonProblem): FaultFound {
    if (this.#at >= this.#text.length) return new FaultFound('end', this.#text.length);
    if (otherSpace.test(this.#next())) return new FaultFound('space', this.#at);
    if (otherQuote.test(this.#next()) && (problem === 'value' || problem === 'name'))
      return new FaultFound('quotes', this.#at);
    return new FaultFound(problem, this.#at);
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
    if (depth > maxDepth) throw this.#fault('deep');
    const next = this.#next();
    if (next === '{') this.#object(depth);
    else if (next === '[') this.#array(depth);
    else if (next === '"') this.#string();
    else if (numberStart.test(next)) this.#number();
    else if (this.#match(literal) === null) throw this.#fault('value');
  }

  #number(): void {
    const start = this.#at;
    if (this.#match(number) === null || numberRest.test(this.#next())) throw new FaultFound('number', start);
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    for (;;) {
      const next = this.#next();
      if (next === '') throw new FaultFound('unclosed', start);
      if (next === '"') break;
      if (next === '\n' || next === '\r') throw new FaultFound('line-break', this.#at);
      if (next < ' ') throw new FaultFound('control', this.#at);
      if (next !== '\\') this.#at += 1;
      else if (this.#match(escaped) === null) throw new FaultFound('escape', this.#at);
    }
    this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #object(depth: number): void {
    const names = new Set<unknown>();
    this.#members('}', () => {
      const start = this.#at;
      if (this.#next() !== '"') throw this.#fault('name');
      const name: unknown = JSON.parse(this.#string());
      if (names.has(name)) throw new FaultFound('twice', start, String(name));
      names.add(name);
      this.#skipBlank();
      if (this.#next() !== ':') throw this.#fault('colon');
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
      if (this.#next() !== ',') throw this.#fault('comma');
      const comma = this.#at;
      this.#at += 1;
      this.#skipBlank();
      if (this.#next() === close) throw new FaultFound('extra-comma', comma);
    }
    this.#at += 1;
  }
}

/** Finds the first fault in a JSON text, or `null`. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    new Reader(text).readAll();
    return null;
  } catch (thrown) {
    if (thrown instanceof FaultFound) return thrown.fault;
    throw thrown;
  }
}

/** Line and column of an offset, both from 1. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
