/** @file Measures the window of a working program: frames, CPU time of tasks, and messages. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { type Measurement, measured } from './measurement.ts';
import type { Program } from './program.ts';
import { type Messages, recordFrames, recordMessages, takeFrames, takeMessages } from './watch-window.ts';

/** Measured times of a window, in milliseconds. */
export interface WindowTimes {
  /** Time between consecutive frames. */
  readonly gaps: readonly number[];
  /** Maximum CPU time of a task, which excludes other processes. */
  readonly busiest: number;
  /** CPU time of all tasks. */
  readonly used: number;
}

/** The same scrolling, measured twice. */
export interface ScrollTimes {
  /** Time between consecutive frames in milliseconds, without a trace, which alone costs several frames a second. */
  readonly gaps: readonly number[];
  readonly traced: WindowTimes;
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** CPU time in microseconds. */
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
});

/** Starts to measure; the returned function stops the measurement and returns the times. */
export async function watchWindow({ paydesk }: Program): Promise<() => Promise<WindowTimes>> {
  const { page } = paydesk;
  const browser = page.context().browser();
  if (browser === null) throw new Error('The browser was closed');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await page.evaluate(recordFrames);
  return async () => {
    const gaps = await page.evaluate(takeFrames);
    const trace: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'));
    return { gaps, ...tasksOf(trace) };
  };
}

/** Longest tasks in the main threads of pages, from a trace. */
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
    busiest: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1_000,
    used: tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000,
  };
}

/** Frames per second. */
export function framesPerSecond(gaps: readonly number[]): number {
  return (1_000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
}

/** The measurements of {@link watchWindow}: frame gaps are compared with those of the same window while idle. */
export function* windowMeasurements(
  what: string,
  { gaps, busiest }: WindowTimes,
  idle: readonly number[],
): Generator<Measurement> {
  const findLongest = (times: readonly number[]) => times.reduce((max, gap) => Math.max(max, gap), 0);
  yield measured(`longest gap between frames ${what}, beside an idle window`, 'ms', findLongest(gaps), {
    peer: findLongest(idle),
  });
  yield measured(`longest stall of the window ${what}, by its own time`, 'ms', busiest, {
    atMost: 100,
  });
}

/** Time between frames during some work, in milliseconds. */
export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(recordFrames);
  await work();
  return page.evaluate(takeFrames);
}

/** Time between frames of an idle window, in milliseconds. */
export async function idleFrames(page: Page): Promise<number[]> {
  return framesDuring(page, () => page.waitForTimeout(3_000));
}

/** Records messages to the window; the returned function returns them. */
export async function watchMessages({ paydesk }: Program): Promise<() => Promise<Messages[]>> {
  await paydesk.evaluate(recordMessages, null);
  return () => paydesk.evaluate(takeMessages, null);
}

/** The busiest topic of {@link watchMessages}. */
export function messageMeasurement(what: string, messages: readonly Messages[]): Measurement {
  const busiest = messages.toSorted((a, b) => b.maxPerSecond - a.maxPerSecond)[0];
  const maxPerSecond = busiest?.maxPerSecond ?? 0;
  const name = `messages to the window in a second ${what}, of the busiest topic (${busiest?.topic ?? 'none'})`;
  return measured(name, 'messages', maxPerSecond, { atMost: 10 });
}

/**
 * Compares the frames while scrolling during work with the same scrolling without work. The CPU time per frame has no
 * target: on a busy machine there are fewer frames, and each has more updates.
 */
export function* frameMeasurements(
  what: string,
  { gaps, traced }: ScrollTimes,
  without: ScrollTimes,
): Generator<Measurement> {
  yield measured(`frames per second ${what}, beside the same at rest`, 'frames', framesPerSecond(gaps), {
    peer: framesPerSecond(without.gaps),
    atLeast: 58,
  });
  yield measured(
    `time of the window's own thread for a frame ${what}, beside the same at rest`,
    'ms',
    traced.used / traced.gaps.length,
    { peer: without.traced.used / without.traced.gaps.length },
  );
}
