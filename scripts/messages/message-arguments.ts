/** @file The arguments that a message takes, as TypeScript types. */
import {
  isArgumentElement,
  isDateElement,
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';

/** Type of each argument by name. */
export type ArgumentTypes = ReadonlyMap<string, string>;

const anyText = 'string | number';

/**
 * A `select` whose branch `other` is empty takes exactly the values of its other branches; with the branches `true` or
 * `false` it takes a boolean.
 */
function selectType(options: Readonly<Record<string, { readonly value: readonly object[] }>>): string {
  const values = Object.keys(options).filter((value) => value !== 'other');
  if (values.every((value) => value === 'true' || value === 'false')) return 'boolean';
  const isClosed = options['other']?.value.length === 0;
  return isClosed ? values.map((value) => `'${value}'`).join(' | ') : 'string';
}

/** The type of one element's argument and the messages inside the element; `null` for an element without argument. */
function argumentOf(
  element: MessageFormatElement,
): { readonly type: string; readonly inner: readonly MessageFormatElement[][] } | null {
  if (isArgumentElement(element)) return { type: anyText, inner: [] };
  if (isNumberElement(element)) return { type: 'number', inner: [] };
  if (isDateElement(element) || isTimeElement(element)) return { type: 'Date | number', inner: [] };
  if (isTagElement(element)) return { type: 'Tag', inner: [element.children] };
  if (isPluralElement(element) || isSelectElement(element)) {
    return {
      type: isPluralElement(element) ? 'number' : selectType(element.options),
      inner: Object.values(element.options).map(({ value }) => value),
    };
  }
  return null;
}

/** The narrower of two types of one argument. Throws when no value has both. */
function narrower(name: string, known: string, type: string): string {
  if (known === type || type === anyText) return known;
  if (known === anyText && type !== 'boolean' && type !== 'Tag' && !type.startsWith('Date')) return type;
  throw new Error(`The argument ${name} is used as ${known} and as ${type}`);
}

/** The arguments of a message, sorted by name. */
export function argumentTypes(message: readonly MessageFormatElement[]): ArgumentTypes {
  const types = new Map<string, string>();
  const add = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      const argument = argumentOf(element);
      if (argument === null || !('value' in element)) continue;
      const known = types.get(element.value);
      types.set(
        element.value,
        known === undefined ? argument.type : narrower(element.value, known, argument.type),
      );
      for (const inner of argument.inner) add(inner);
    }
  };
  add(message);
  return new Map([...types].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
