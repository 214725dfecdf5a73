/** @file Functions that run inside the program. Each is sent as source text, so it uses no name from outside its body. */
import type { ElectronFunction } from '../host/client.ts';

/** What the main process uses. Bytes are those after garbage collection. */
export interface MainUsage {
  readonly heap: number;
  /** V8 heap of each worker thread, by its name. */
  readonly threadHeaps: readonly { readonly name: string; readonly bytes: number }[];
  /** Resources that keep the process alive, by type. Timers that wait for the clock are not among them. */
  readonly handles: number;
  /** Listeners of all emitters, and of all abort signals. */
  readonly listeners: number;
}

/** Advances the time of the program. */
export const moveTime: ElectronFunction<number, void> = (_, milliseconds) => {
  const time: unknown = Reflect.get(globalThis, 'movingTime');
  if (typeof time !== 'object' || time === null) throw new Error('The time of the program is real');
  const move: unknown = Reflect.get(time, 'move');
  if (typeof move === 'function') Reflect.apply(move, time, [milliseconds]);
};

/** The machine sleeps: timers stand still, and the clock goes on. */
export const sleepAndWake: ElectronFunction<number, void> = ({ powerMonitor }, milliseconds) => {
  powerMonitor.emit('suspend');
  const time: unknown = Reflect.get(globalThis, 'movingTime');
  const move: unknown = typeof time === 'object' && time !== null ? Reflect.get(time, 'move') : null;
  if (typeof move === 'function') Reflect.apply(move, time, [milliseconds]);
  powerMonitor.emit('resume');
};

/** Closes all notifications, as the system does, and makes the host forget them. */
export const closeNotifications: ElectronFunction<null, void> = ({ Notification }) => {
  const all: unknown = Reflect.get(Notification, 'shown');
  const shown: unknown[] = Array.isArray(all) ? all.splice(0) : [];
  for (const notification of shown) if (notification instanceof Notification) notification.close();
};

/** Measures the main process. */
export async function measureMain(): Promise<MainUsage> {
  const { Session } = process.getBuiltinModule('node:inspector');
  const session = new Session();
  session.connect();
  const post = (method: string, params: object): unknown => {
    // Without another thread, the answer arrives before `post` returns.
    const answers: unknown[] = [];
    session.post(method, params, (_error: Error | null, answer?: unknown) => void answers.push(answer));
    return answers[0];
  };
  const read = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  const objectsWith = (prototype: string): unknown => {
    const result = read(post('Runtime.evaluate', { expression: prototype }), 'result');
    const prototypeObjectId = read(result, 'objectId');
    const objects = read(post('Runtime.queryObjects', { prototypeObjectId }), 'objects');
    return read(objects, 'objectId');
  };
  const callOn = (objectId: unknown, functionDeclaration: string, options: object = {}): unknown => {
    const answer = post('Runtime.callFunctionOn', { objectId, functionDeclaration, ...options });
    return read(read(answer, 'result'), 'value');
  };
  const events = "process.getBuiltinModule('node:events')";
  const emitterListeners = callOn(
    objectsWith(`${events}.EventEmitter.prototype`),
    `function () {
      let count = 0;
      for (const emitter of this) {
        if (emitter._events === undefined) continue;
        for (const name of emitter.eventNames()) count += emitter.listenerCount(name);
      }
      return count;
    }`,
    { returnByValue: true },
  );
  const signalListeners = callOn(
    objectsWith('AbortSignal.prototype'),
    `function () {
      const { getEventListeners } = ${events};
      let count = 0;
      for (const signal of this) if (signal instanceof AbortSignal) count += getEventListeners(signal, 'abort').length;
      return count;
    }`,
    { returnByValue: true },
  );
  callOn(
    objectsWith("process.getBuiltinModule('node:worker_threads').Worker.prototype"),
    `function () {
      // Prototypes are among the objects, too, and throw.
      const isRunning = (worker) => { try { return worker.threadId > 0; } catch { return false; } };
      globalThis.soakWorkers = this.filter(isRunning);
    }`,
  );
  session.disconnect();
  const workers: unknown = Reflect.get(globalThis, 'soakWorkers');
  const runningWorkers: unknown[] = Array.isArray(workers) ? workers : [];
  Reflect.deleteProperty(globalThis, 'soakWorkers');
  const threadHeaps: { name: string; bytes: number }[] = [];
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  for (const worker of runningWorkers) {
    if (!(worker instanceof Worker)) continue;
    const { used_heap_size: bytes } = await worker.getHeapStatistics();
    threadHeaps.push({ name: worker.threadName ?? '', bytes });
  }
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  const collect: unknown = process.getBuiltinModule('node:vm').runInNewContext('gc');
  if (typeof collect === 'function')
    for (let turn = 0; turn < 3; turn += 1) Reflect.apply(collect, undefined, []);
  const { heapUsed, external } = process.memoryUsage();
  return {
    heap: heapUsed + external,
    threadHeaps,
    handles: process.getActiveResourcesInfo().length,
    listeners: Number(emitterListeners) + Number(signalListeners),
  };
}
