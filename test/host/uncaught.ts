/**
 * @file Errors that nobody caught, as Electron treats them: an exception of main becomes a dialog and main goes on, a
 * rejection that nobody handled is a warning in every process. An exception in a child process ends it, as under Node.
 */
import process from 'node:process';

/** Rejections become warnings. */
export function warnOfRejections(): void {
  process.on('unhandledRejection', (reason) => {
    if (process.listenerCount('unhandledRejection') > 1) return;
    process.exitCode = 1;
    console.error(`(node:${process.pid}) UnhandledPromiseRejectionWarning: ${String(reason)}`);
  });
}

/** Exceptions are handed to `show`, unless the program has a listener of its own. */
export function showExceptions(show: (title: string, content: string) => void): void {
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const text = error.stack ?? `${error.name}: ${error.message}`;
    show('A JavaScript error occurred in the main process', `Uncaught Exception:\n${text}`);
  });
}
