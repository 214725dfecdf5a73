/** @file Interface of a benchmark. */
import type { Measurement } from './measurement.ts';

/** What a part of a benchmark gets: the scale, a folder and a progress output. */
export interface BenchContext {
  /** Factor for the number of files; below 1 for a quick try. */
  readonly scale: number;
  /** Seeds for a part with invented data; empty for its own. */
  readonly seeds: readonly number[];
  /** An empty temporary folder, removed afterwards. */
  readonly folder: string;
  /** Prints the current step. */
  say(text: string): void;
}

/** A part of a benchmark; each file in a benchmark's folder exports its part as `part`. */
export type BenchPart = (context: BenchContext) => AsyncIterable<Measurement>;

/** Scales a number of files, with a minimum. */
export function scaled({ scale }: BenchContext, count: number, minCount = 1): number {
  return Math.max(minCount, Math.round(count * scale));
}
