/**
 * @file Scans CSS for what a style sheet loads or runs. Comments, strings and escapes are read as in CSS, so that
 * nothing is hidden in them. One pass, in linear time.
 */

/** The tokens of CSS that matter: names of rules and functions, strings and addresses. */
type CssToken =
  | { readonly kind: 'at' | 'word' | 'function' | 'string' | 'address'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string };

const nameStart = /[a-z_\\\u0080-\uffff-]/i;
const namePart = /[a-z0-9_\\\u0080-\uffff-]/i;
const hexDigit = /[0-9a-f]/i;
const space = /\s/;

/** Functions whose string argument is an address. */
const loadingFunctions = new Set([
  'url',
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  '-webkit-cross-fade',
]);
/** Names by which old browsers run code of a style sheet. */
const scriptingNames = new Set(['expression', 'behavior', '-moz-binding']);

class CssScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *tokens(): Generator<CssToken> {
    while (this.#at < this.#text.length) {
      const character = this.#peek();
      if (character === '/' && this.#peek(1) === '*') this.#skipComment();
      else if (character === '"' || character === "'")
        yield { kind: 'string', text: this.#string(character) };
      else if (character === '@' && nameStart.test(this.#peek(1))) {
        this.#at += 1;
        yield { kind: 'at', text: this.#name() };
      } else if (nameStart.test(character)) yield this.#wordOrFunction();
      else {
        this.#at += 1;
        if (!space.test(character)) yield { kind: 'mark', text: character };
      }
    }
  }

  #peek(ahead = 0): string {
    return this.#text.charAt(this.#at + ahead);
  }

  #skipComment(): void {
    const end = this.#text.indexOf('*/', this.#at + 2);
    this.#at = end === -1 ? this.#text.length : end + 2;
  }

  #skipSpace(): void {
    while (space.test(this.#peek())) this.#at += 1;
  }

  /** Reads a name with its escapes resolved, in lower case. */
  #name(): string {
    let name = '';
    while (namePart.test(this.#peek())) name += this.#peek() === '\\' ? this.#escape() : this.#next();
    return name.toLowerCase();
  }

  #next(): string {
    const character = this.#peek();
    this.#at += 1;
    return character;
  }

  #escape(): string {
    this.#at += 1;
    let digits = '';
    while (digits.length < 6 && hexDigit.test(this.#peek())) digits += this.#next();
    if (digits === '') return this.#next();
    if (space.test(this.#peek())) this.#at += 1;
    const code = Number.parseInt(digits, 16);
    return code === 0 || code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code);
  }

  #wordOrFunction(): CssToken {
    const text = this.#name();
    if (this.#peek() !== '(') return { kind: 'word', text };
    this.#at += 1;
    if (text !== 'url') return { kind: 'function', text };
    const start = this.#at;
    this.#skipSpace();
    if (this.#peek() === '"' || this.#peek() === "'") {
      this.#at = start;
      return { kind: 'function', text };
    }
    return { kind: 'address', text: this.#bareAddress() };
  }

  #bareAddress(): string {
    let address = '';
    while (this.#at < this.#text.length && this.#peek() !== ')') {
      address += this.#peek() === '\\' ? this.#escape() : this.#next();
    }
    this.#at += 1;
    return address;
  }

  #string(quote: string): string {
    this.#at += 1;
    let text = '';
    while (this.#at < this.#text.length) {
      const character = this.#peek();
      // A line break ends an unclosed string.
      if (character === '\n' || character === '\r' || character === '\f') return text;
      if (character === '\\') text += this.#escape();
      else {
        this.#at += 1;
        if (character === quote) return text;
        text += character;
      }
    }
    return text;
  }
}

/** The state of the scan. */
class StyleState {
  readonly #functions: string[] = [];
  #isNamespace = false;

  /** Returns the name of what a token runs or loads, or `null`; `isHarmless` decides on addresses. */
  read(token: CssToken, isHarmless: (address: string) => boolean): string | null {
    switch (token.kind) {
      case 'at':
        this.#isNamespace = token.text === 'namespace';
        return token.text === 'import' ? '@import' : null;
      case 'word':
        return scriptingNames.has(token.text) ? token.text : null;
      case 'function':
        this.#functions.push(token.text);
        return scriptingNames.has(token.text) ? token.text : null;
      case 'address':
        return this.#isNamespace || isHarmless(token.text) ? null : 'url';
      case 'string':
        return this.#readString(token.text, isHarmless);
      case 'mark':
        this.#readMark(token.text);
        return null;
    }
  }

  #readString(text: string, isHarmless: (address: string) => boolean): string | null {
    const inside = this.#functions.at(-1) ?? '';
    const isAddress = loadingFunctions.has(inside) && !this.#isNamespace;
    return isAddress && !isHarmless(text) ? inside : null;
  }

  #readMark(mark: string): void {
    if (mark === '(') this.#functions.push('');
    if (mark === ')') this.#functions.pop();
    if (mark === ';' || mark === '{') this.#isNamespace = false;
  }
}

/**
 * Returns the name of what a style sheet, or one declaration of it, runs or loads from elsewhere, and `null` when it
 * does neither. `isHarmless` says of an address whether it stays in the file.
 */
export function findActiveCss(css: string, isHarmless: (address: string) => boolean): string | null {
  const state = new StyleState();
  for (const token of new CssScanner(css).tokens()) {
    const found = state.read(token, isHarmless);
    if (found !== null) return found;
  }
  return null;
}
