/** @file What a bench found, and how it is written. */

/** One number with what it is judged by. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What another program needed or reached in the same run, in the same unit; `null` when there is none. */
  readonly peer: number | null;
  /** Value by peer. */
  readonly ratio: number | null;
  /** In words, such as `at most 100`; `null` for a number that is only told. */
  readonly target: string | null;
  /** `null` without a target. */
  readonly met: boolean | null;
}

/** A bound that a value, or its ratio to the peer, has to keep. */
export interface Bound {
  readonly of: 'value' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Builds a measurement; numbers are rounded to what a reader can use. */
export function measured(
  name: string,
  unit: string,
  value: number,
  options: { readonly peer?: number; readonly bound?: Bound } = {},
): Measurement {
  const { peer = null, bound } = options;
  const ratio = peer === null || peer === 0 ? null : value / peer;
  const judged = bound?.of === 'ratio' ? ratio : value;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = bound ?? {};
  return {
    name,
    unit,
    value: rounded(value),
    peer: peer === null ? null : rounded(peer),
    ratio: ratio === null ? null : rounded(ratio),
    target: bound === undefined ? null : wordsOf(bound),
    met: bound === undefined ? null : judged !== null && judged >= atLeast && judged <= atMost,
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(Math.abs(value) < 1000 ? 3 : 6));
}

function wordsOf({ of, atLeast, atMost }: Bound): string {
  const parts = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return `${of === 'ratio' ? 'ratio ' : ''}${parts.join(', ')}`;
}

/** Measurements as a table for a terminal. */
export function tableOf(measurements: readonly Measurement[]): string {
  const verdict = (met: boolean | null) => (met === null ? '' : met ? 'met' : 'MISSED');
  const rows = measurements.map(({ name, value, unit, peer, ratio, target, met }) =>
    [name, value, unit, peer ?? '', ratio ?? '', target ?? '', verdict(met)].map(String),
  );
  const table = [['name', 'value', 'unit', 'peer', 'ratio', 'target', ''], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
