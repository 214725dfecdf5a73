/** @file The text of the wallet field: complete entries, and the entry being typed. */

interface WalletText {
  /** Complete entries without duplicates, in order. */
  readonly pieces: readonly string[];
  readonly typing: string;
}

const separators = /[\s,;]+/;

/** Parses the text: an entry is complete as soon as a separator follows it. */
export function readWalletText(text: string): WalletText {
  const parts = text.trimStart().split(separators);
  const typing = parts.at(-1) ?? '';
  return { pieces: [...new Set(parts.slice(0, -1).filter((part) => part !== ''))], typing };
}

export function walletText({ pieces, typing }: WalletText): string {
  return [...pieces.map((piece) => `${piece}, `), typing].join('');
}

/** Replaces the incomplete entry by typed or pasted text. */
export function withTyped(text: string, typed: string): string {
  return walletText(readWalletText(walletText({ pieces: readWalletText(text).pieces, typing: typed })));
}

export function completeEntry(text: string): string {
  return readWalletText(text).typing === '' ? text : walletText(readWalletText(`${text}, `));
}

export function withoutPiece(text: string, unwanted: string): string {
  const { pieces, typing } = readWalletText(text);
  return walletText({ pieces: pieces.filter((piece) => piece !== unwanted), typing });
}
