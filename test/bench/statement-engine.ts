/** @file The statement engine with a library, as in the program but without Electron. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/main/concurrency/clock.ts';
import type { ChildProcess } from '../../src/main/platform/platform.ts';
import {
  createStatementEngine,
  type StatementEngine,
} from '../../src/main/statement-engine/process/client.ts';
import type { Library } from '../../src/main/storage/library/library.ts';
import { openLibrary } from '../fakes/library-store.ts';
import { createFakeVault } from '../fakes/platform/vault.ts';
import { median } from './measurement.ts';
import { memoryOf } from './processes.ts';

/** Opens a library in a folder, with its key in memory. To open it again, the same `vault` is needed. */
export function benchLibrary(dataFolder: string, vault = createFakeVault()): Library {
  return openLibrary({ dataFolder, vault });
}

/** A running statement engine. */
interface EngineProcess {
  readonly engine: StatementEngine;
  /** Current memory and peak memory in megabytes, from `/proc`. */
  memory(): Promise<{ now: number; peak: number }>;
}

/** Creates a process that starts with the first call. */
export function startEngineProcess(): EngineProcess {
  let pid = 0;
  const engine = createStatementEngine({
    processes: {
      start(entry): ChildProcess {
        const child = fork(fileURLToPath(entry), [], { serialization: 'advanced' });
        pid = child.pid ?? 0;
        return {
          send: (message) => void (typeof message === 'object' && message !== null && child.send(message)),
          onMessage: (listener) => child.on('message', listener),
          onExit: (listener) => child.once('exit', listener),
          kill: () => child.kill('SIGKILL'),
        };
      },
    },
    clock: systemClock,
    entry: new URL('../../out/main/statement-engine.js', import.meta.url),
  });
  return {
    engine,
    async memory() {
      const { now, peak } = await memoryOf(pid);
      return { now: now / 1_024_000, peak: peak / 1_024_000 };
    },
  };
}

/** A library and a statement engine, which end with the block that declares them with `await using`. */
export function startEngine(folder: string) {
  const library = benchLibrary(folder);
  const { engine, memory } = startEngineProcess();
  const sourceOf = async (id: string) => ({ kind: 'sealed', grant: await library.createGrant(id) }) as const;
  return {
    library,
    engine,
    memory,
    /** Returns the ID of the sealed file. */
    seal: async (
      content: Parameters<Library['seal']>[2],
      kind: Parameters<Library['seal']>[0] = 'statement',
    ) => (await library.seal(kind, {}, content)).id,
    sourceOf,
    open: async (id: string, handle = 1) =>
      engine.call('open', { handle, source: await sourceOf(id), options: {} }),
    async [Symbol.asyncDispose]() {
      engine.close();
      await library.close();
    },
  };
}

/** Duration of each run in milliseconds. */
export async function measureDurations(work: () => Promise<unknown>, times = 5): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const started = performance.now();
    await work();
    found.push(performance.now() - started);
  }
  return found;
}

/**
 * Runs several kinds of work alternately, so that other load affects them equally; returns the median duration of each. Before each
 * turn, `prepare` runs without being measured.
 */
export async function alternate<Name extends string>(
  works: Readonly<Record<Name, () => Promise<unknown>>>,
  turns = 5,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<Record<Name, number>> {
  const durations = new Map<string, number[]>();
  for (let turn = 0; turn < turns; turn += 1) {
    await prepare();
    for (const [name, work] of Object.entries<() => Promise<unknown>>(works))
      durations.set(name, [...(durations.get(name) ?? []), ...(await measureDurations(work, 1))]);
  }
  const medians = [...durations].map(([name, times]) => [name, median(times)] as const);
  return Object.fromEntries(medians) as Record<Name, number>;
}
