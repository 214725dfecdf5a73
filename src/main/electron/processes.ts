/** @file Child processes, as Electron's utility processes. */
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { Processes } from '../platform.ts';

/** Writes down that something went wrong in a part of the program. */
export type Report = (where: string, thrown: Error) => void;

/**
 * Starts modules of Paydesk; they talk through `process.parentPort`. `report` hears of each process that ends by itself and
 * not well.
 */
export function createProcesses(report: Report): Processes {
  return {
    start(entry, name, { maxMegabytes } = {}) {
      const child = utilityProcess.fork(fileURLToPath(entry), [], {
        serviceName: name,
        execArgv: maxMegabytes === undefined ? [] : [`--max-old-space-size=${maxMegabytes}`],
      });
      const listeners: (() => void)[] = [];
      let isOver = false;
      let isKilled = false;
      function end(how: string | null): void {
        if (isOver) return;
        isOver = true;
        if (how !== null) report(name.replace(/\W+/g, '-'), new Error(`The process ended: ${how}`));
        for (const listener of listeners) listener();
      }
      child.once('exit', (code) => end(code === 0 || isKilled ? null : `code ${code}`));
      // Without a listener Electron throws in main. The report can hold whatever was in the memory of the process: nobody
      // looks at it. The process is about to end and would be waited for as long as it writes.
      child.on('error', (type) => {
        child.kill();
        end(type);
      });
      return {
        send(message) {
          if (!isOver) child.postMessage(message);
        },
        onMessage(listener) {
          child.on('message', (message: unknown) => listener(message));
        },
        onExit(listener) {
          listeners.push(listener);
        },
        kill() {
          isKilled = true;
          // As long as the system only starts it, it cannot be killed.
          if (!child.kill()) child.once('spawn', () => child.kill());
        },
      };
    },
  };
}
