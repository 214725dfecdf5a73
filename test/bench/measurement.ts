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

interface MeasuredOptions {
  readonly peer?: number | null;
  /** What the limits are for: the value, or its ratio to the peer. */
  readonly of?: 'value' | 'ratio';
  /** Limits; `null` for none. */
  readonly atLeast?: number | null;
  readonly atMost?: number | null;
}

/** Builds a measurement; numbers are rounded for display. */
export function measured(
  name: string,
  unit: string,
  value: number,
  { peer = null, of = 'value', atLeast = null, atMost = null }: MeasuredOptions = {},
): Measurement {
  const ratio = peer === null || peer === 0 ? null : value / peer;
  const limited = of === 'ratio' ? ratio : value;
  const limits = [
    ...(atLeast === null
      ? []
      : [{ text: `at least ${atLeast}`, met: limited !== null && limited >= atLeast }]),
    ...(atMost === null ? [] : [{ text: `at most ${atMost}`, met: limited !== null && limited <= atMost }]),
  ];
  const hasTarget = limits.length > 0;
  return {
    name,
    unit,
    value: rounded(value),
    peer: peer === null ? null : rounded(peer),
    ratio: ratio === null ? null : rounded(ratio),
    target: hasTarget
      ? `${of === 'ratio' ? 'ratio ' : ''}${limits.map(({ text }) => text).join(', ')}`
      : null,
    met: hasTarget ? limits.every(({ met }) => met) : null,
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(Math.abs(value) < 1000 ? 3 : 6));
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
