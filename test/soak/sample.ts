/** @file What Paydesk uses at the end of an hour, when nothing is in flight. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession } from '@playwright/test';
import { childProcessesOf, residentBytes } from '../bench/processes.ts';
import type { Program } from '../bench/program.ts';
import { readStalls } from '../bench/program-functions.ts';
import { closeNotifications, measureMain } from './program-functions.ts';

/** Bytes unless another unit is named. */
export interface Sample {
  readonly hour: number;
  readonly mainMemory: number;
  readonly mainHeap: number;
  /** Listeners and handles of the main process. */
  readonly mainListeners: number;
  readonly mainHandles: number;
  readonly workerThreads: number;
  readonly childProcesses: number;
  readonly windowMemory: number;
  readonly windowHeap: number;
  readonly windowListeners: number;
  /** Nodes of documents, including those that a script keeps. */
  readonly windowNodes: number;
  readonly database: number;
  readonly databaseLog: number;
  /** Longest turn of the main thread in this hour, by its own time in milliseconds. */
  readonly maxTurnMs: number;
  /** Age of the oldest link that an upload used so far, in milliseconds. */
  readonly maxLinkAgeMs: number;
  /** Uploads that were refused so far, because their link had ended. */
  readonly refusedUploads: number;
}

/** Measures a program with a window. */
interface Sampler {
  take(hour: number): Promise<Sample>;
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}

/** Connects to the window. */
export async function createSampler(program: Program, dataFolder: string): Promise<Sampler> {
  const { page } = program.paydesk;
  const rendererPids = await rendererPidsOf(program);
  const window = await page.context().newCDPSession(page);
  await window.send('Performance.enable');

  return {
    async take(hour) {
      await program.paydesk.evaluate(closeNotifications, null);
      const maxTurnMs = await program.paydesk.evaluate(readStalls, null);
      const { heap, listeners, handles, threadHeaps } = await program.paydesk.evaluate(measureMain, null);
      // The collection above is no turn of the program's own work.
      await program.paydesk.evaluate(readStalls, null);
      const children = await childProcessesOf(program.pid);
      const metrics = await readWindow(window);
      const rendererMemory = await Promise.all(rendererPids.map(residentBytes));
      const database = join(dataFolder, 'paydesk.db');
      const uploads = program.simulator.calls().filter(({ route }) => route === 'upload');
      return {
        hour,
        mainMemory: await residentBytes(program.pid),
        mainHeap: heap,
        mainListeners: listeners,
        mainHandles: handles,
        workerThreads: threadHeaps.length,
        childProcesses: children.length,
        windowMemory: Math.max(...rendererMemory),
        windowHeap: metrics('JSHeapUsedSize'),
        windowListeners: metrics('JSEventListeners'),
        windowNodes: metrics('Nodes'),
        database: await sizeOf(database),
        databaseLog: await sizeOf(`${database}-wal`),
        maxTurnMs,
        maxLinkAgeMs: uploads.reduce((most, { linkAgeMs }) => Math.max(most, linkAgeMs ?? 0), 0),
        refusedUploads: uploads.filter(({ status }) => status === 403).length,
      };
    },
  };
}

/** Returns the process IDs of the browser's pages. */
export async function rendererPidsOf({ paydesk }: Program): Promise<number[]> {
  const browser = paydesk.page.context().browser();
  if (browser === null) throw new Error('The browser was closed');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** Collects the garbage of the window and reads its metrics. */
export async function readWindow(window: CDPSession): Promise<(name: string) => number> {
  for (let turn = 0; turn < 3; turn += 1) await window.send('HeapProfiler.collectGarbage');
  const { metrics } = await window.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
}
