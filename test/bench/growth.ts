/** @file Costs of a unit of work when the amount of work grows. */
import { type Measurement, measured, median } from './measurement.ts';

/** Amounts of work that are compared, in multiples of the smallest. */
export const growthFactors = [1, 4, 16] as const;
type GrowthFactor = (typeof growthFactors)[number];

/** Maximum cost of a unit with the largest amount, as a ratio to its cost with the smallest. */
const maxGrowth = 1.15;

/** Collects the costs of several kinds of work. */
export class GrowthRecord {
  readonly #costs = new Map<string, Map<GrowthFactor, number[]>>();

  /** Adds the duration of `units` units of work. Fixed costs are included. */
  add(work: string, factor: GrowthFactor, durationMs: number, units: number): void {
    const costs = this.#costs.get(work) ?? new Map<GrowthFactor, number[]>();
    this.#costs.set(work, costs);
    costs.set(factor, [...(costs.get(factor) ?? []), (1_000 * durationMs) / units]);
  }

  /** Yields the median cost of a unit of each kind of work, for each amount. */
  *measurements(): Generator<Measurement> {
    for (const [work, costs] of this.#costs) {
      const peer = median(costs.get(1) ?? []);
      for (const [factor, values] of costs) {
        const options =
          factor === 16 ? { peer, bound: { of: 'ratio', atMost: maxGrowth } as const } : { peer };
        yield measured(`${work}, ${factor}x`, 'µs', median(values), options);
      }
    }
  }
}
