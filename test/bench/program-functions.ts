/** @file Functions that run inside the program. They are sent as source text, so they must not use other names. */

/** Stalls of an event loop, in milliseconds. */
export interface Stalls {
  /** Longest time between two iterations of the event loop. */
  readonly longest: number;
  /** Maximum CPU time of the main thread between two iterations, which excludes other processes. */
  readonly busiest: number;
}

/** Starts to measure stalls of the main thread. An idle process uses it, too, to measure the load of the machine. */
export function startStalls(): void {
  const existingStalls: unknown = Reflect.get(globalThis, 'benchStalls');
  if (existingStalls !== undefined) return;
  const stalls = { longest: 0, busiest: 0 };
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let lastTime = performance.now();
  let lastCpu = cpu();
  const intervalMs = 5;
  setInterval(() => {
    const time = performance.now();
    const cpuTime = cpu();
    stalls.longest = Math.max(stalls.longest, time - lastTime - intervalMs);
    stalls.busiest = Math.max(stalls.busiest, cpuTime - lastCpu);
    lastTime = time;
    lastCpu = cpuTime;
  }, intervalMs).unref();
  Reflect.set(globalThis, 'benchStalls', stalls);
}

/** Returns the longest stalls since the last read. */
export function readStalls(): Stalls {
  const stalls: unknown = Reflect.get(globalThis, 'benchStalls');
  if (typeof stalls !== 'object' || stalls === null) throw new Error('startStalls was not called');
  const { longest, busiest } = { longest: 0, busiest: 0, ...stalls };
  Object.assign(stalls, { longest: 0, busiest: 0 });
  return { longest, busiest };
}

/** Runs garbage collection; returns the bytes in use, including buffers. */
export function collect(): number {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  const collectNow: unknown = process.getBuiltinModule('node:vm').runInNewContext('gc');
  if (typeof collectNow === 'function')
    for (let turn = 0; turn < 3; turn += 1) Reflect.apply(collectNow, undefined, []);
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
