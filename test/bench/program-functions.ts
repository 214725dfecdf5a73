/** @file Functions that run inside the program. They are sent as source text, so they must not use other names. */

/**
 * Starts to measure the turns of the main thread: its CPU time between two iterations of the event loop, which excludes other
 * processes.
 */
export function startStalls(): void {
  if (Reflect.has(globalThis, 'benchStalls')) return;
  const stalls = { busiest: 0 };
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let lastCpu = cpu();
  setInterval(() => {
    const cpuTime = cpu();
    stalls.busiest = Math.max(stalls.busiest, cpuTime - lastCpu);
    lastCpu = cpuTime;
  }, 5).unref();
  Reflect.set(globalThis, 'benchStalls', stalls);
}

/** Returns the longest turn since the last read, in milliseconds. */
export function readStalls(): number {
  const stalls: unknown = Reflect.get(globalThis, 'benchStalls');
  if (typeof stalls !== 'object' || stalls === null) throw new Error('startStalls was not called');
  const { busiest } = { busiest: 0, ...stalls };
  Object.assign(stalls, { busiest: 0 });
  return busiest;
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
