/** @file The review process with a library, as in the program but without Electron. */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import type { Vault } from '../../src/main/keychain/vault.ts';
import { createLibrary, type Library } from '../../src/main/library/library.ts';
import type { ChildProcess } from '../../src/main/platform.ts';
import { createReview, type Review } from '../../src/main/review/client.ts';

/** Keeps secrets in memory while the benchmark runs. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    testKeychain: async () => ({ state: 'available', name: '' }),
    read: async (account) => secrets.get(account) ?? null,
    write: async (account, secret) => void secrets.set(account, secret),
    forget: async (account) => void secrets.delete(account),
    close: () => undefined,
  };
}

/** Opens a library in a folder, with its key in memory. To open it again, the same `vault` is needed. */
export function benchLibrary(dataFolder: string, vault = createMemoryVault()): Library {
  return createLibrary({ dataFolder, vault, clock: systemClock, random: systemRandom });
}

/** A running review process. */
interface ReviewProcess {
  readonly review: Review;
  /** Peak memory in megabytes; `null` if the system does not report it. */
  peakMemory(): Promise<number | null>;
  /** Current memory in megabytes; `null` if the system does not report it. */
  currentMemory(): Promise<number | null>;
}

/** Creates a process that starts with the first call. */
export function reviewProcess(): ReviewProcess {
  let pid = 0;
  const review = createReview({
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
    entry: new URL('../../out/main/review.js', import.meta.url),
  });
  return {
    review,
    peakMemory: () => readMemory(pid, /VmHWM:\s+(?<kilobytes>\d+)/),
    currentMemory: () => readMemory(pid, /VmRSS:\s+(?<kilobytes>\d+)/),
  };
}

async function readMemory(pid: number, pattern: RegExp): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const found = pattern.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.groups;
  return Number(found?.['kilobytes'] ?? 0) / 1_000;
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
