/** @file Child processes, as Electron's utility processes. */
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { Processes } from '../platform.ts';

/** Starts modules of Paydesk; they talk through `process.parentPort`. */
export const electronProcesses: Processes = {
  start(entry, name, { maxMegabytes } = {}) {
    const child = utilityProcess.fork(fileURLToPath(entry), [], {
      serviceName: name,
      execArgv: maxMegabytes === undefined ? [] : [`--max-old-space-size=${maxMegabytes}`],
    });
    return {
      send: (message) => child.postMessage(message),
      onMessage(listener) {
        child.on('message', (message: unknown) => listener(message));
      },
      onExit(listener) {
        child.once('exit', () => listener());
      },
      kill() {
        // As long as the system only starts it, it cannot be killed.
        if (!child.kill()) child.once('spawn', () => child.kill());
      },
    };
  },
};
