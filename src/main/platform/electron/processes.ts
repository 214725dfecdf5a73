/** @file Child processes, as Electron's utility processes. */
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { Processes } from '../platform.ts';

/** Logs an error of a component. */
export type Report = (component: string, thrown: Error) => void;

/**
 * Starts modules of Paydesk as utility processes, which communicate through `process.parentPort`. `report` is called
 * for each process that ends unexpectedly.
 */
export function createProcesses(report: Report): Processes {
  return {
    start(entry, name) {
      const child = utilityProcess.fork(fileURLToPath(entry), [], { serviceName: name });
      const listeners: (() => void)[] = [];
      let hasEnded = false;
      let isKilled = false;
      function handleEnd(failure: string | null): void {
        if (hasEnded) return;
        hasEnded = true;
        if (failure !== null) report(name.replace(/\W+/g, '-'), new Error(`The process ended: ${failure}`));
        for (const listener of listeners) listener();
      }
      child.once('exit', (code) => handleEnd(code === 0 || isKilled ? null : `code ${code}`));
      // Without a listener, Electron throws in main. The process is killed immediately, because main would otherwise wait
      // until the process has written a crash report. The report is ignored, because it may contain the process's memory.
      child.on('error', (type) => {
        child.kill();
        handleEnd(type);
      });
      return {
        send(message) {
          if (!hasEnded) child.postMessage(message);
        },
        onMessage(listener) {
          child.on('message', (message: unknown) => listener(message));
        },
        onExit(listener) {
          listeners.push(listener);
        },
        kill() {
          isKilled = true;
          // A process cannot be killed before it has spawned.
          if (!child.kill()) child.once('spawn', () => child.kill());
        },
      };
    },
  };
}
