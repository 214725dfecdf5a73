/**
 * @file Reads a JSON text (RFC 8259): its first fault with the position, because the errors of `JSON.parse` do not
 * always have a position, and its values with their positions, so that one value can be replaced without changing
 * another character. What `JSON.parse` and `JSON.stringify` would change counts as a fault: duplicate field names,
 * `__proto__`, and numbers that a double cannot hold.
 */
import { trimCharactersAtEnd, trimCharactersAtStart } from '../trim-characters.ts';

/** The kind of a fault; also the key of its message. */
type JsonProblem =
  /** The text ends inside the value. */
  | 'end'
  /** A string has no closing quote. */
  | 'unclosed'
  /** A value is expected. */
  | 'value'
  /** A field name is expected. */
  | 'name'
  | 'colon'
  | 'comma'
  | 'extra-comma'
  /** Quotation marks other than " are used. */
  | 'quotes'
  | 'line-break'
  | 'control'
  /** A space that JSON does not allow. */
  | 'space'
  | 'escape'
  | 'number'
  /** A number is out of range or has too many digits. */
  | 'digits'
  /** Text follows the value. */
  | 'after'
  /** A field name occurs twice in one object. */
  | 'twice'
  /** A field is named `__proto__`. */
  | 'proto'
  /** The nesting exceeds the limit. */
  | 'deep';

/** The first fault in a text. */
interface JsonFault {
  readonly problem: JsonProblem;
  /** Position in code units from the beginning. */
  readonly offset: number;
  /** The duplicate field name, or the number that cannot be sent; empty for every other problem. */
  readonly name: string;
}

/** A value of a JSON text that contains no other values, with its position in code units. */
export interface JsonLeaf {
  /** Field names, and positions in arrays counted from 0. */
  readonly path: readonly (string | number)[];
  readonly kind: 'text' | 'number' | 'flag' | 'null' | 'empty';
  readonly start: number;
  readonly end: number;
}

/** Maximum nesting of objects and arrays, which bounds the recursion of the parser. */
const maxDepth = 100;
const blankPattern = /[ \t\r\n]*/y;
const nonJsonSpace = /[\p{Zs}\ufeff\u200b]/u;
const nonJsonQuote = /['`´‘’‚“”„«»]/;
const numberStart = /[-0-9]/;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const numberContinuation = /[\w.+-]/;
const literalPattern = /true|false|null/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Returns the same text for all notations of a number: its digits without outer zeros, and its exponent. */
function normalizeNumber(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = trimCharactersAtStart(whole + fraction, '0');
  const significant = trimCharactersAtEnd(digits, '0');
  const sign = mantissa.startsWith('-') ? '-' : '';
  if (significant === '') return `${sign}0`;
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

class FaultFound extends Error {
  readonly fault: JsonFault;

  constructor(problem: JsonProblem, offset: number, name = '') {
    super(problem);
    this.fault = { problem, offset, name };
  }
}

/** A recursive descent parser that throws {@link FaultFound} at the first fault. */
class JsonReader {
  readonly leaves: JsonLeaf[] = [];
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): void {
    this.#skipBlank();
    this.#readValue(0);
    this.#skipBlank();
    if (this.#offset < this.#text.length) throw this.#createFault('after');
  }

  #peek(): string {
    return this.#text.charAt(this.#offset);
  }

  /** Creates the fault at the current position, with special cases for the end of the text and for look-alike characters. */
  #createFault(problem: JsonProblem): FaultFound {
    if (this.#offset >= this.#text.length) return new FaultFound('end', this.#text.length);
    if (nonJsonSpace.test(this.#peek())) return new FaultFound('space', this.#offset);
    if (nonJsonQuote.test(this.#peek()) && (problem === 'value' || problem === 'name'))
      return new FaultFound('quotes', this.#offset);
    return new FaultFound(problem, this.#offset);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    const matched = pattern.exec(this.#text)?.[0] ?? null;
    if (matched !== null) this.#offset += matched.length;
    return matched;
  }

  #skipBlank(): void {
    this.#match(blankPattern);
  }

  #readValue(depth: number): void {
    if (depth > maxDepth) throw this.#createFault('deep');
    const start = this.#offset;
    const kind = this.#readKind(depth);
    if (kind !== 'members') this.leaves.push({ path: [...this.#path], kind, start, end: this.#offset });
  }

  #readKind(depth: number): JsonLeaf['kind'] | 'members' {
    const character = this.#peek();
    if (character === '{') return this.#readObject(depth);
    if (character === '[') return this.#readArray(depth);
    if (character === '"') {
      this.#readString();
      return 'text';
    }
    if (numberStart.test(character)) {
      this.#readNumber();
      return 'number';
    }
    const literal = this.#match(literalPattern);
    if (literal === null) throw this.#createFault('value');
    return literal === 'null' ? 'null' : 'flag';
  }

  #readNumber(): void {
    const startOffset = this.#offset;
    const number = this.#match(numberPattern);
    if (number === null || numberContinuation.test(this.#peek())) throw new FaultFound('number', startOffset);
    if (normalizeNumber(number) !== normalizeNumber(JSON.stringify(Number(number))))
      throw new FaultFound('digits', startOffset, number);
  }

  #readString(): string {
    const startOffset = this.#offset;
    this.#offset += 1;
    for (;;) {
      const character = this.#peek();
      if (character === '') throw new FaultFound('unclosed', startOffset);
      if (character === '"') break;
      if (character === '\n' || character === '\r') throw new FaultFound('line-break', this.#offset);
      if (character < ' ') throw new FaultFound('control', this.#offset);
      if (character !== '\\') this.#offset += 1;
      else if (this.#match(escapeSequence) === null) throw new FaultFound('escape', this.#offset);
    }
    this.#offset += 1;
    return this.#text.slice(startOffset, this.#offset);
  }

  #readObject(depth: number): 'members' | 'empty' {
    const names = new Set<unknown>();
    return this.#readMembers('}', () => {
      const startOffset = this.#offset;
      if (this.#peek() !== '"') throw this.#createFault('name');
      const name: unknown = JSON.parse(this.#readString());
      if (names.has(name)) throw new FaultFound('twice', startOffset, String(name));
      if (name === '__proto__') throw new FaultFound('proto', startOffset);
      names.add(name);
      this.#skipBlank();
      if (this.#peek() !== ':') throw this.#createFault('colon');
      this.#offset += 1;
      this.#skipBlank();
      this.#readMember(String(name), depth + 1);
    });
  }

  #readArray(depth: number): 'members' | 'empty' {
    let index = 0;
    return this.#readMembers(']', () => {
      this.#readMember(index, depth + 1);
      index += 1;
    });
  }

  #readMember(name: string | number, depth: number): void {
    this.#path.push(name);
    this.#readValue(depth);
    this.#path.pop();
  }

  #readMembers(closingBracket: '}' | ']', readMember: () => void): 'members' | 'empty' {
    this.#offset += 1;
    this.#skipBlank();
    if (this.#peek() === closingBracket) {
      this.#offset += 1;
      return 'empty';
    }
    for (;;) {
      readMember();
      this.#skipBlank();
      if (this.#peek() === closingBracket) break;
      if (this.#peek() !== ',') throw this.#createFault('comma');
      const commaOffset = this.#offset;
      this.#offset += 1;
      this.#skipBlank();
      if (this.#peek() === closingBracket) throw new FaultFound('extra-comma', commaOffset);
    }
    this.#offset += 1;
    return 'members';
  }
}

/** Finds the first fault in a JSON text; `null` for a valid text. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    new JsonReader(text).readAll();
    return null;
  } catch (thrown) {
    if (thrown instanceof FaultFound) return thrown.fault;
    throw thrown;
  }
}

/** Lists the values of a JSON text without a fault, in their order. */
export function listLeaves(text: string): readonly JsonLeaf[] {
  const reader = new JsonReader(text);
  reader.readAll();
  return reader.leaves;
}

/** Returns line and column of an offset, both counted from 1; columns count code points. */
export function locateOffset(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const linesBefore = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: linesBefore.length, column: Array.from(linesBefore.at(-1) ?? '').length + 1 };
}
