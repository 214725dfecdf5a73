/** @file Results of benchmarks and their formatting. */

/** One measured value with its target and comparison. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Value of another program in the same run and unit; `null` for none. */
  readonly peer: number | null;
  /** Value divided by that of the peer. */
  readonly ratio: number | null;
  /** Target as text, such as `at most 100`; `null` for a value without a target. */
  readonly target: string | null;
  /** `null` without a target. */
  readonly met: boolean | null;
}

/** Limit for a value or for its ratio to the peer. */
interface Bound {
  readonly of: 'value' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Builds a measurement; numbers are rounded for display. */
export function measured(
  name: string,
  unit: string,
  value: number,
  options: { readonly peer?: number; readonly bound?: Bound } = {},
): Measurement {
  const { peer = null, bound } = options;
  const ratio = peer === null || peer === 0 ? null : value / peer;
  const boundedNumber = bound?.of === 'ratio' ? ratio : value;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = bound ?? {};
  return {
    name,
    unit,
    value: rounded(value),
    peer: peer === null ? null : rounded(peer),
    ratio: ratio === null ? null : rounded(ratio),
    target: bound === undefined ? null : boundText(bound),
    met:
      bound === undefined
        ? null
        : boundedNumber !== null && boundedNumber >= atLeast && boundedNumber <= atMost,
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(Math.abs(value) < 1000 ? 3 : 6));
}

function boundText({ of, atLeast, atMost }: Bound): string {
  const parts = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return `${of === 'ratio' ? 'ratio ' : ''}${parts.join(', ')}`;
}

/** Formats measurements as a table for a terminal. */
export function tableOf(measurements: readonly Measurement[]): string {
  const resultText = (met: boolean | null) => (met === null ? '' : met ? 'met' : 'MISSED');
  const rows = measurements.map(({ name, value, unit, peer, ratio, target, met }) =>
    [name, value, unit, peer ?? '', ratio ?? '', target ?? '', resultText(met)].map(String),
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

/** Median of numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
