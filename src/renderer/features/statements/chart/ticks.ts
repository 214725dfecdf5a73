/** @file The scales of a chart: a range of amounts with round ends, and the marked amounts and dates. */

import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatCalendarDate, formatMonth } from '../../../../shared/messages/index.ts';
import { type DayRange, dateOf, firstOfMonth } from './days.ts';
import type { TimeFigures } from './figures.ts';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** A scale of amounts in minor units. */
interface AmountScale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
}

/** Returns the smallest of 1, 2 and 5 times a power of ten that is at least `value`, and at least one minor unit. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= value);
  return Math.max(1, step ?? power * 10);
}

/** Formats minor units, without decimals if all ticks are whole. */
function formatTick(value: number, step: number, scale: number): string {
  const units = BigInt(Math.round(value));
  const unit = 10 ** scale;
  return step % unit === 0
    ? formatAmountText(String(units / BigInt(unit)), 0)
    : formatAmountText(String(units), scale);
}

/** Returns a scale for amounts. Zero is on it unless all amounts are far from it. */
export function scaleAmounts(
  { least, largest }: { readonly least: number; readonly largest: number },
  scale: number,
  maxTicks: number,
): AmountScale {
  const span = Math.max(1, largest - least);
  const low = least > 0 && least <= span ? 0 : least;
  const high = largest < 0 && -largest <= span ? 0 : largest;
  const step = roundStep(Math.max(1, high - low) / Math.max(1, maxTicks - 1));
  const min = Math.floor(low / step) * step;
  const top = Math.ceil(high / step) * step;
  const max = top === min ? min + step : top;
  const count = Math.round((max - min) / step);
  return {
    min,
    max,
    ticks: Array.from({ length: count + 1 }, (_, index) => {
      const value = min + index * step;
      return { value, label: formatTick(value, step, scale) };
    }),
  };
}

const daySteps = [1, 2, 7, 14];
/** Longer charts are marked by months. */
const maxDaysByDay = 62;
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200];
const daysOfMonth = 30.44;

/** Returns the marked dates: the periods of bars, which are marked in their middle, otherwise days, months or years. */
export function datesOf(figures: TimeFigures, maxTicks: number): readonly Tick[] {
  const { bars, points, from, till } = figures;
  if (bars.length === 0) return tickDates(figures, maxTicks);
  const minDays = (till + 1 - from) / maxTicks;
  const ticks: Tick[] = [];
  for (const [index, bar] of bars.entries()) {
    const value = (bar.from + bar.till + 1) / 2;
    const last = ticks.at(-1);
    if (last === undefined || value - last.value >= minDays)
      ticks.push({ value, label: points[index]?.label ?? '' });
  }
  return ticks;
}

/** Returns the days that are marked: days, first days of months, or first days of years. */
function tickDates({ from, till }: DayRange, maxTicks: number): readonly Tick[] {
  const days = till - from + 1;
  const dayStep = days > maxDaysByDay ? undefined : daySteps.find((step) => days / step <= maxTicks);
  if (dayStep !== undefined)
    return Array.from({ length: Math.ceil(days / dayStep) }, (_, index) => {
      const value = from + index * dayStep;
      return { value, label: formatCalendarDate(dateOf(value)) };
    });
  const step = monthSteps.find((months) => days / daysOfMonth / months <= maxTicks) ?? monthSteps.at(-1) ?? 1;
  const [year = 0, month = 1] = dateOf(from).split('-').map(Number);
  const firstMonth = Math.floor((month - 1) / step) * step;
  const ticks: Tick[] = [];
  for (let at = firstMonth; ; at += step) {
    const value = firstOfMonth(step >= 12 ? year - (year % (step / 12)) : year, at);
    if (value > till) return ticks;
    const date = dateOf(value);
    if (value >= from) ticks.push({ value, label: step % 12 === 0 ? date.slice(0, 4) : formatMonth(date) });
  }
}
