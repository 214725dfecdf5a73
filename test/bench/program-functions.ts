/** @file Functions that run beside the program; each is sent as text and reaches nothing outside itself. */

/** Milliseconds. */
export interface Stalls {
  /** The longest time between two turns of the event loop. */
  readonly longest: number;
  /** The most processor time that the main thread took between two turns: what others took of the machine is not in it. */
  readonly busiest: number;
}

/** Starts to watch the main thread. Also for a process that only shows how busy the machine is. */
export function startStalls(): void {
  const known: unknown = Reflect.get(globalThis, 'benchStalls');
  if (known !== undefined) return;
  const stalls = { longest: 0, busiest: 0 };
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let lastTime = performance.now();
  let lastCpu = cpu();
  const interval = 5;
  setInterval(() => {
    const time = performance.now();
    const used = cpu();
    stalls.longest = Math.max(stalls.longest, time - lastTime - interval);
    stalls.busiest = Math.max(stalls.busiest, used - lastCpu);
    lastTime = time;
    lastCpu = used;
  }, interval).unref();
  Reflect.set(globalThis, 'benchStalls', stalls);
}

/** The worst since it was last read. */
export function readStalls(): Stalls {
  const stalls: unknown = Reflect.get(globalThis, 'benchStalls');
  if (typeof stalls !== 'object' || stalls === null) throw new Error('Nobody watches');
  const { longest, busiest } = { longest: 0, busiest: 0, ...stalls };
  Object.assign(stalls, { longest: 0, busiest: 0 });
  return { longest, busiest };
}

/** Collects what can be collected; gives the bytes that are left, buffers included. */
export function collect(): number {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  const collectNow: unknown = process.getBuiltinModule('node:vm').runInNewContext('gc');
  if (typeof collectNow === 'function')
    for (let turn = 0; turn < 3; turn += 1) Reflect.apply(collectNow, undefined, []);
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
