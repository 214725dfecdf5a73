/** @file The window of a program while it works: its frames, the processor time of its tasks, and what is sent to it. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import {
  type Messages,
  recordFrames,
  recordMessages,
  takeFrames,
  takeMessages,
} from '../e2e/launch/watch-window.ts';
import { type Measurement, measured, median } from './measurement.ts';
import type { Program } from './program.ts';

/** What a window went through. Times in milliseconds. */
export interface WindowTimes {
  /** Between one frame and the next, each. */
  readonly gaps: readonly number[];
  /** The longest task of its main thread, by the clock on the wall. */
  readonly longest: number;
  /** The most processor time that one task took: what others took of the machine is not in it. */
  readonly busiest: number;
  /** Processor time of all its tasks together. */
  readonly used: number;
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds. */
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
});

/** Watches the window; the function ends that and gives what was seen. */
export async function watchWindow({ paydesk }: Program): Promise<() => Promise<WindowTimes>> {
  const { page } = paydesk;
  const browser = page.context().browser();
  if (browser === null) throw new Error('The browser is gone');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await page.evaluate(recordFrames);
  return async () => {
    const gaps = await page.evaluate(takeFrames);
    const trace: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'));
    return { gaps, ...tasksOf(trace) };
  };
}

/** The worst task of any main thread of a page. */
function tasksOf(trace: unknown): Omit<WindowTimes, 'gaps'> {
  const { traceEvents } = traceSchema.parse(trace);
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no tasks');
  return {
    longest: tasks.reduce((most, { dur = 0 }) => Math.max(most, dur), 0) / 1_000,
    busiest: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1_000,
    used: tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000,
  };
}

/** Frames in a second. */
export function framesPerSecond(gaps: readonly number[]): number {
  return (1_000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
}

/** The measurements of {@link watchWindow}: frame gaps are told beside those of the same window with nothing to do. */
export function* windowMeasurements(
  what: string,
  { gaps, longest, busiest }: WindowTimes,
  idle: readonly number[],
): Generator<Measurement> {
  const worst = (all: readonly number[]) => all.reduce((most, gap) => Math.max(most, gap), 0);
  yield measured(`longest gap between frames ${what}, beside an idle window`, 'ms', worst(gaps), {
    peer: worst(idle),
  });
  yield measured(`longest task of the window ${what}, by the clock`, 'ms', longest);
  yield measured(`longest stall of the window ${what}, by its own time`, 'ms', busiest, {
    bound: { of: 'value', atMost: 100 },
  });
}

/** Distances between frames of a window that has nothing to do. */
export async function idleFrames(page: Page): Promise<number[]> {
  await page.evaluate(recordFrames);
  await page.waitForTimeout(3_000);
  return page.evaluate(takeFrames);
}

/** Notes what goes to the window; the function gives it. */
export async function watchMessages({ paydesk }: Program): Promise<() => Promise<Messages[]>> {
  await paydesk.evaluate(recordMessages, null);
  return () => paydesk.evaluate(takeMessages, null);
}

/** The busiest topic of {@link watchMessages}. */
export function messageMeasurement(what: string, messages: readonly Messages[]): Measurement {
  const busiest = messages.toSorted((a, b) => b.maxPerSecond - a.maxPerSecond)[0];
  const most = busiest?.maxPerSecond ?? 0;
  const name = `messages to the window in a second ${what}, of the busiest topic (${busiest?.topic ?? 'none'})`;
  return measured(name, 'messages', most, { bound: { of: 'value', atMost: 10 } });
}

/**
 * How the window's frames were while it scrolled, beside the same scrolling without the work. What the window's own
 * thread needs for a frame is only told: on a busy machine frames are few, and each carries more news.
 */
export function* frameMeasurements(
  what: string,
  { gaps, used }: WindowTimes,
  without: WindowTimes,
): Generator<Measurement> {
  yield measured(`frames per second ${what}, beside the same at rest`, 'frames', framesPerSecond(gaps), {
    peer: framesPerSecond(without.gaps),
    bound: { of: 'value', atLeast: 55 },
  });
  yield measured(`median distance of frames ${what}, beside the same at rest`, 'ms', median(gaps), {
    peer: median(without.gaps),
    bound: { of: 'value', atMost: 18 },
  });
  const each = used / gaps.length;
  yield measured(`time of the window's own thread for a frame ${what}, beside the same at rest`, 'ms', each, {
    peer: without.used / without.gaps.length,
  });
}
