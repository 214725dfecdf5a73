/**
 * @file Handles uncaught errors like Electron: an exception in the main process shows a dialog and the process continues;
 * an unhandled rejection is a warning in every process. An exception in a child process ends it, as in Node.
 */
import process from 'node:process';

/** Prints unhandled rejections as warnings. */
export function warnOfRejections(): void {
  process.on('unhandledRejection', (reason) => {
    if (process.listenerCount('unhandledRejection') > 1) return;
    process.exitCode = 1;
    console.error(`(node:${process.pid}) UnhandledPromiseRejectionWarning: ${String(reason)}`);
  });
}

/** Passes uncaught exceptions to `show`, unless the program has its own listener. */
export function showExceptions(show: (title: string, content: string) => void): void {
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const text = error.stack ?? `${error.name}: ${error.message}`;
    show('A JavaScript error occurred in the main process', `Uncaught Exception:\n${text}`);
  });
}
