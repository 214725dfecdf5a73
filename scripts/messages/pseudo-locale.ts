/**
 * @file The pseudo-locale `en-XA`: English with accents, in brackets and 40 % longer. Text without accents was not taken
 * from a catalog; text without its closing bracket is cut off.
 */
import {
  createLiteralElement,
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';

/** Share by which text grows; longer than the growth of most translations from English. */
const growth = 0.4;

function accent(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => accented.charAt(plain.indexOf(letter)));
}

const filler = accent('one two three four five six seven eight nine ten eleven twelve ');

/** Characters of a message as a clerk reads it at its longest, without the values of arguments. */
function lengthOf(message: readonly MessageFormatElement[]): number {
  let length = 0;
  for (const element of message) {
    if (isLiteralElement(element)) length += element.value.length;
    else if (isTagElement(element)) length += lengthOf(element.children);
    else if (isPluralElement(element) || isSelectElement(element)) {
      length += Math.max(...Object.values(element.options).map(({ value }) => lengthOf(value)));
    }
  }
  return length;
}

function accentElement(element: MessageFormatElement): MessageFormatElement {
  if (isLiteralElement(element)) return createLiteralElement(accent(element.value));
  if (isTagElement(element)) return { ...element, children: element.children.map(accentElement) };
  if (isPluralElement(element) || isSelectElement(element)) {
    const options = Object.fromEntries(
      Object.entries(element.options).map(([name, { value }]) => [name, { value: value.map(accentElement) }]),
    );
    return isPluralElement(element) ? { ...element, options } : { ...element, options };
  }
  return element;
}

/** The message in `en-XA`, with the same arguments. */
export function pseudoMessage(message: readonly MessageFormatElement[]): MessageFormatElement[] {
  const length = lengthOf(message);
  const added = Math.ceil(length * growth);
  // Brackets belong to the text that is added. A message of arguments alone, such as a pattern of a date, gets brackets only.
  const tail =
    length === 0 ? '' : filler.repeat(Math.ceil(added / filler.length)).slice(0, Math.max(0, added - 2));
  return [
    createLiteralElement('['),
    ...message.map(accentElement),
    createLiteralElement(tail === '' ? ']' : ` ${tail.trimEnd()}]`),
  ];
}
