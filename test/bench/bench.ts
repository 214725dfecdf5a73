/** @file Interface of a benchmark. */
import type { Measurement } from './measurement.ts';

/** Settings of a benchmark run. */
export interface Setting {
  /** Factor for the number of files; below 1 for a quick try. */
  readonly scale: number;
  /** An empty temporary folder, removed afterwards. */
  readonly folder: string;
  /** Prints the current step. */
  say(text: string): void;
}

/** A benchmark; each file in a folder of benchmarks exports one as `part`. */
export type Part = (setting: Setting) => AsyncIterable<Measurement>;

/** Scales a number of files, with a minimum. */
export function scaled({ scale }: Setting, count: number, minCount = 1): number {
  return Math.max(minCount, Math.round(count * scale));
}
