/** @file Costs of a unit of work when the amount of work grows. */
import type { BenchContext } from './bench.ts';
import { type Measurement, measured, median } from './measurement.ts';

/** Amounts of work that are compared, in multiples of the smallest. */
export const growthFactors = [1, 4, 16] as const;
type GrowthFactor = (typeof growthFactors)[number];

/** Maximum cost of a unit with the largest amount, as a ratio to its cost with the smallest. */
const maxGrowth = 1.15;

/** One amount of work. */
interface Amount {
  readonly factor: GrowthFactor;
  /** Units of work. */
  readonly count: number;
  readonly turn: number;
  /** Adds the duration of `units` units of a kind of work; `count` units by default. Fixed costs are included. */
  add(work: string, durationMs: number, units?: number): void;
}

/** Measures each amount of work in several turns; yields the median cost of a unit of each kind of work. */
export async function* measureGrowth(
  { say }: BenchContext,
  { base, turns, units }: { readonly base: number; readonly turns: number; readonly units: string },
  measure: (amount: Amount) => Promise<void>,
): AsyncGenerator<Measurement> {
  const found = new Map<string, Map<GrowthFactor, number[]>>();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const factor of growthFactors) {
      const count = base * factor;
      say(`${count} ${units}`);
      await measure({
        factor,
        count,
        turn,
        add(work, durationMs, units = count) {
          const costs = found.get(work) ?? new Map<GrowthFactor, number[]>();
          found.set(work, costs);
          costs.set(factor, [...(costs.get(factor) ?? []), (1_000 * durationMs) / units]);
        },
      });
    }
  }
  for (const [work, costs] of found) {
    const peer = median(costs.get(1) ?? []);
    for (const [factor, values] of costs)
      yield measured(`${work}, ${factor}x`, 'µs', median(values), {
        peer,
        of: 'ratio',
        atMost: factor === 16 ? maxGrowth : null,
      });
  }
}
