/** @file The text of the wallet field: complete entries, and the entry being typed. */

/** A text of the field in its parts. */
export interface WalletText {
  /** Each once, in order. */
  readonly pieces: readonly string[];
  readonly typing: string;
}

const separators = /[\s,;]+/;

/** Reads the text: a piece is complete as soon as a separator follows it. */
export function readWalletText(text: string): WalletText {
  const parts = text.trimStart().split(separators);
  const typing = parts.at(-1) ?? '';
  return { pieces: [...new Set(parts.slice(0, -1).filter((part) => part !== ''))], typing };
}

export function walletText({ pieces, typing }: WalletText): string {
  return [...pieces.map((piece) => `${piece}, `), typing].join('');
}

/** The text after something was typed or pasted behind the complete pieces. */
export function withTyped(text: string, typed: string): string {
  return walletText(readWalletText(walletText({ pieces: readWalletText(text).pieces, typing: typed })));
}

/** The text with what is being typed as a complete piece. */
export function completed(text: string): string {
  return readWalletText(text).typing === '' ? text : walletText(readWalletText(`${text}, `));
}

/** The text without one piece. */
export function withoutPiece(text: string, unwanted: string): string {
  const { pieces, typing } = readWalletText(text);
  return walletText({ pieces: pieces.filter((piece) => piece !== unwanted), typing });
}
