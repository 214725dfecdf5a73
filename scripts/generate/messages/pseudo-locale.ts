/**
 * @file The pseudo-locale `en-XA`: English with accents, in brackets and 40 % longer. It reveals text that is not from a
 * catalog, because it has no accents, and text that is cut off, because its closing bracket is missing.
 */
import {
  createLiteralElement,
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';

const unaccented = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';

/** Share by which text grows; longer than the growth of most translations from English. */
const growth = 0.4;

function accent(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => accented.charAt(unaccented.indexOf(letter)));
}

const filler = accent('one two three four five six seven eight nine ten eleven twelve ');

/** Returns the maximum length of a message as a clerk reads it, without the values of arguments. */
function measureLength(message: readonly MessageFormatElement[]): number {
  let length = 0;
  for (const element of message) {
    if (isLiteralElement(element)) length += element.value.length;
    else if (isTagElement(element)) length += measureLength(element.children);
    else if (isPluralElement(element) || isSelectElement(element)) {
      length += Math.max(...Object.values(element.options).map(({ value }) => measureLength(value)));
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

/** Converts a message to `en-XA`; its arguments stay. */
export function pseudoMessage(message: readonly MessageFormatElement[]): MessageFormatElement[] {
  const length = measureLength(message);
  const addedLength = Math.ceil(length * growth);
  // The added length includes the two brackets. A message of arguments alone, such as a date pattern, gets brackets only.
  const repeatedFiller = filler.repeat(Math.ceil(addedLength / filler.length));
  const tail = length === 0 ? '' : repeatedFiller.slice(0, Math.max(0, addedLength - 2));
  return [
    createLiteralElement('['),
    ...message.map(accentElement),
    createLiteralElement(tail === '' ? ']' : ` ${tail.trimEnd()}]`),
  ];
}
