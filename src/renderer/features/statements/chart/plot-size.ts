/** @file How many labels fit beside the axes of a chart. */
import type { Tick } from './ticks.ts';

/** In CSS pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Space of a label, so that labels of an axis do not touch. */
const dateLabelWidth = 96;
const amountLabelHeight = 44;
/** Average width of a digit in the font of the axes. */
const digitWidth = 6.6;

/** Returns how many dates and amounts fit beside the axes. */
export function maxTicksOf({ width, height }: PlotSize) {
  return {
    dates: Math.max(2, Math.floor(width / dateLabelWidth)),
    amounts: Math.max(2, Math.floor(height / amountLabelHeight)),
  };
}

/** Returns the width of the longest label. */
export function labelWidth(ticks: readonly Tick[]): number {
  return Math.ceil(ticks.reduce((longest, { label }) => Math.max(longest, label.length), 0) * digitWidth);
}
