/** @file Counts the characters and array elements that a function inspects, as a measure of work without a clock. */

interface Counted {
  readonly of: object;
  readonly name: string;
  /** Cost of one call. */
  readonly cost: (self: unknown, result: unknown, args: readonly unknown[]) => number;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** A search inspects everything before its result, or everything when it finds nothing. */
function searchCost(self: unknown, result: unknown, [, from]: readonly unknown[]): number {
  const start = typeof from === 'number' ? from : 0;
  return (typeof result === 'number' && result >= 0 ? result : lengthOf(self)) - start + 1;
}

/** A failed match has inspected the rest of the text, unless the expression is sticky. */
function matchCost(self: unknown, result: unknown, [text]: readonly unknown[]): number {
  if (!(self instanceof RegExp)) return 1;
  if (Array.isArray(result)) return lengthOf(result[0]) + 1;
  return self.sticky || self.source.startsWith('^') ? 1 : lengthOf(text) + 1;
}

const wholeSelf = (self: unknown) => lengthOf(self) + 1;
const wholeResult = (_: unknown, result: unknown) => lengthOf(result) + 1;

const counted: readonly Counted[] = [
  ...['filter', 'find', 'findIndex', 'findLast', 'some', 'every', 'map', 'flatMap', 'includes', 'join'].map(
    (name): Counted => ({ of: Array.prototype, name, cost: wholeSelf }),
  ),
  ...['split', 'trim', 'trimStart', 'replace', 'matchAll'].map(
    (name): Counted => ({ of: String.prototype, name, cost: wholeSelf }),
  ),
  { of: Array.prototype, name: 'slice', cost: wholeResult },
  { of: String.prototype, name: 'slice', cost: wholeResult },
  { of: String.prototype, name: 'indexOf', cost: searchCost },
  { of: RegExp.prototype, name: 'exec', cost: matchCost },
];

/** Runs `work` and returns its cost. */
export function countWork(work: () => void): number {
  let total = 0;
  const undo = counted.map(({ of, name, cost }) => {
    const original: unknown = Reflect.get(of, name);
    if (typeof original !== 'function') throw new Error(`${name} is no function`);
    Object.defineProperty(of, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: readonly unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, args);
        total += cost(typeof this === 'object' && this instanceof String ? String(this) : this, result, args);
        return result;
      },
    });
    return () =>
      Object.defineProperty(of, name, {
        configurable: true,
        writable: true,
        enumerable: false,
        value: original,
      });
  });
  try {
    work();
  } finally {
    for (const one of undo) one();
  }
  return total;
}
