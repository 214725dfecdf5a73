/**
 * @file Detects constructs of CSS that run code or load external content. Comments, strings and escapes are read as a
 * browser reads them, so that they cannot hide a construct. The check takes linear time.
 */

/** The tokens that the scan needs: names of rules and functions, strings, addresses, and single characters. */
type CssToken =
  | { readonly kind: 'at' | 'word' | 'function' | 'string' | 'address'; readonly text: string }
  | { readonly kind: 'punctuation'; readonly text: string };

const nameStart = /[a-z_\\\u0080-\uffff-]/i;
const namePart = /[a-z0-9_\\\u0080-\uffff-]/i;
const hexDigit = /[0-9a-f]/i;
const whitespace = /\s/;

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
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *tokens(): Generator<CssToken> {
    while (this.#position < this.#text.length) {
      const character = this.#peek();
      if (character === '/' && this.#peek(1) === '*') this.#skipComment();
      else if (character === '"' || character === "'")
        yield { kind: 'string', text: this.#readString(character) };
      else if (character === '@' && nameStart.test(this.#peek(1))) {
        this.#position += 1;
        yield { kind: 'at', text: this.#readName() };
      } else if (nameStart.test(character)) yield this.#readWordOrFunction();
      else {
        this.#position += 1;
        if (!whitespace.test(character)) yield { kind: 'punctuation', text: character };
      }
    }
  }

  #peek(ahead = 0): string {
    return this.#text.charAt(this.#position + ahead);
  }

  #skipComment(): void {
    const end = this.#text.indexOf('*/', this.#position + 2);
    this.#position = end === -1 ? this.#text.length : end + 2;
  }

  #skipSpace(): void {
    while (whitespace.test(this.#peek())) this.#position += 1;
  }

  /** Reads a name with its escapes resolved, in lower case. */
  #readName(): string {
    let name = '';
    while (namePart.test(this.#peek()))
      name += this.#peek() === '\\' ? this.#readEscape() : this.#readCharacter();
    return name.toLowerCase();
  }

  #readCharacter(): string {
    const character = this.#peek();
    this.#position += 1;
    return character;
  }

  #readEscape(): string {
    this.#position += 1;
    let digits = '';
    while (digits.length < 6 && hexDigit.test(this.#peek())) digits += this.#readCharacter();
    if (digits === '') return this.#readCharacter();
    if (whitespace.test(this.#peek())) this.#position += 1;
    const code = Number.parseInt(digits, 16);
    return code === 0 || code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code);
  }

  #readWordOrFunction(): CssToken {
    const text = this.#readName();
    if (this.#peek() !== '(') return { kind: 'word', text };
    this.#position += 1;
    if (text !== 'url') return { kind: 'function', text };
    const start = this.#position;
    this.#skipSpace();
    if (this.#peek() === '"' || this.#peek() === "'") {
      this.#position = start;
      return { kind: 'function', text };
    }
    return { kind: 'address', text: this.#readBareAddress() };
  }

  #readBareAddress(): string {
    let address = '';
    while (this.#position < this.#text.length && this.#peek() !== ')') {
      address += this.#peek() === '\\' ? this.#readEscape() : this.#readCharacter();
    }
    this.#position += 1;
    return address;
  }

  #readString(quote: string): string {
    this.#position += 1;
    let text = '';
    while (this.#position < this.#text.length) {
      const character = this.#peek();
      // A line break ends an unclosed string.
      if (character === '\n' || character === '\r' || character === '\f') return text;
      if (character === '\\') text += this.#readEscape();
      else {
        this.#position += 1;
        if (character === quote) return text;
        text += character;
      }
    }
    return text;
  }
}

/** The open functions and the current rule, while the tokens are read. The address of `@namespace` is not loaded. */
class StyleState {
  readonly #functions: string[] = [];
  #isNamespace = false;

  /**
   * Returns the name of the construct when a token runs or loads something, or `null`; `isHarmless` decides on
   * addresses.
   */
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
      case 'punctuation':
        this.#readPunctuation(token.text);
        return null;
    }
  }

  #readString(text: string, isHarmless: (address: string) => boolean): string | null {
    const functionName = this.#functions.at(-1) ?? '';
    const isAddress = loadingFunctions.has(functionName) && !this.#isNamespace;
    return isAddress && !isHarmless(text) ? functionName : null;
  }

  #readPunctuation(character: string): void {
    if (character === '(') this.#functions.push('');
    if (character === ')') this.#functions.pop();
    if (character === ';' || character === '{') this.#isNamespace = false;
  }
}

/**
 * Returns the name of the first construct of a style sheet or declaration that runs code or loads external content;
 * `null` without such a construct. `isHarmless` decides whether an address stays in the file.
 */
export function findActiveCss(css: string, isHarmless: (address: string) => boolean): string | null {
  const state = new StyleState();
  for (const token of new CssScanner(css).tokens()) {
    const activeConstruct = state.read(token, isHarmless);
    if (activeConstruct !== null) return activeConstruct;
  }
  return null;
}
