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
type ArgumentTypes = ReadonlyMap<string, string>;

const anyText = 'string | number';

/**
 * Returns the type of the argument of a `select`: a boolean for the branches `true` and `false`; the values of the named
 * branches when the branch `other` is empty; otherwise any text.
 */
function selectType(options: Readonly<Record<string, { readonly value: readonly object[] }>>): string {
  const values = Object.keys(options).filter((value) => value !== 'other');
  if (values.every((value) => value === 'true' || value === 'false')) return 'boolean';
  const isClosed = options['other']?.value.length === 0;
  return isClosed ? values.map((value) => `'${value}'`).join(' | ') : 'string';
}

/** Returns the type of an element's argument and the messages inside the element; `null` without an argument. */
function describeArgument(
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

/** Returns the narrower of two types of an argument. Throws when no value has both types. */
function chooseNarrowerType(name: string, earlierType: string, type: string): string {
  if (earlierType === type || type === anyText) return earlierType;
  if (earlierType === anyText && type !== 'boolean' && type !== 'Tag' && !type.startsWith('Date'))
    return type;
  throw new Error(`The argument ${name} is used as ${earlierType} and as ${type}`);
}

/** Returns the types of a message's arguments, sorted by name. */
export function argumentTypes(message: readonly MessageFormatElement[]): ArgumentTypes {
  const types = new Map<string, string>();
  const add = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      const argument = describeArgument(element);
      if (argument === null || !('value' in element)) continue;
      const earlierType = types.get(element.value);
      types.set(
        element.value,
        earlierType === undefined
          ? argument.type
          : chooseNarrowerType(element.value, earlierType, argument.type),
      );
      for (const inner of argument.inner) add(inner);
    }
  };
  add(message);
  return new Map([...types].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
