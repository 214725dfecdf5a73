/** @file Counts the characters and array elements that a function inspects, as a measure of work without a clock. */

interface CountedMethod {
  readonly prototype: object;
  readonly name: string;
  /** Cost of one call. */
  readonly cost: (self: unknown, result: unknown, args: readonly unknown[]) => number;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** Cost of a search, which inspects the elements up to its result, or all elements when it finds nothing. */
function searchCost(self: unknown, result: unknown, [, fromIndex]: readonly unknown[]): number {
  const start = typeof fromIndex === 'number' ? fromIndex : 0;
  return (typeof result === 'number' && result >= 0 ? result : lengthOf(self)) - start + 1;
}

/** Cost of a match; a failed match has inspected the whole text, unless the expression is bound to one position. */
function matchCost(self: unknown, result: unknown, [text]: readonly unknown[]): number {
  if (Array.isArray(result)) return lengthOf(result[0]) + 1;
  return /^\/\^|y$/.test(String(self)) ? 1 : lengthOf(text) + 1;
}

const costOfSelf = (self: unknown) => lengthOf(self) + 1;
const costOfResult = (_: unknown, result: unknown) => lengthOf(result) + 1;

const countedMethods: readonly CountedMethod[] = [
  ...['filter', 'find', 'findIndex', 'findLast', 'some', 'every', 'map', 'flatMap', 'includes', 'join'].map(
    (name): CountedMethod => ({ prototype: Array.prototype, name, cost: costOfSelf }),
  ),
  ...['split', 'trim', 'trimStart', 'replace', 'matchAll'].map(
    (name): CountedMethod => ({ prototype: String.prototype, name, cost: costOfSelf }),
  ),
  { prototype: Array.prototype, name: 'slice', cost: costOfResult },
  { prototype: String.prototype, name: 'slice', cost: costOfResult },
  { prototype: String.prototype, name: 'indexOf', cost: searchCost },
  { prototype: RegExp.prototype, name: 'exec', cost: matchCost },
];

/** Runs `work` and returns the number of characters and elements that it inspected. */
export function countWork(work: () => void): number {
  let total = 0;
  const restorers = countedMethods.map(({ prototype, name, cost }) => {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== 'function') throw new Error(`${name} is not a function`);
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: readonly unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, args);
        total += cost(this, result, args);
        return result;
      },
    });
    return () =>
      Object.defineProperty(prototype, name, {
        configurable: true,
        writable: true,
        enumerable: false,
        value: original,
      });
  });
  try {
    work();
  } finally {
    for (const restore of restorers) restore();
  }
  return total;
}
