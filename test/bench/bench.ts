/** @file What a part of a bench is given, and gives. */
import type { Measurement } from './measurement.ts';

/** What a part of a bench is given. */
export interface Setting {
  /** Numbers of files are multiplied by this; below 1 for trying a bench out. */
  readonly scale: number;
  /** An empty folder of its own, removed afterwards. */
  readonly folder: string;
  /** Tells the person who waits what is being done. */
  say(text: string): void;
}

/** One part of a bench: a file in the folder of its bench exports it as `part`. */
export type Part = (setting: Setting) => AsyncIterable<Measurement>;

/** So many files, at this scale. */
export function scaled({ scale }: Setting, count: number, least = 1): number {
  return Math.max(least, Math.round(count * scale));
}
