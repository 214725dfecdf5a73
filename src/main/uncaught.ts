/**
 * @file Handling of uncaught errors. By default, Electron shows an uncaught error of main with its stack in a dialog
 * and continues in an undefined state; an unhandled rejection only prints a warning.
 */
import process from 'node:process';
import { systemClock } from './clock.ts';
import { logLine } from './log.ts';

/** Exit code of a child process after an uncaught error. */
export const uncaughtExitCode = 70;

/** Maximum number of reported errors; later ones are usually consequences of the first. */
const maxReported = 10;

/** Calls `end` with the first {@link maxReported} uncaught errors and unhandled rejections of this process. */
export function onUncaught(end: (thrown: unknown) => void): void {
  let reported = 0;
  const onError = (thrown: unknown) => {
    reported += 1;
    if (reported <= maxReported) end(thrown);
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}

/** Ends this child process at an uncaught error, and writes a line without secrets to its error output. */
export function exitOnUncaught(): void {
  onUncaught((thrown) => {
    process.stderr.write(`${logLine(new Date(systemClock.now()), 'process', thrown)}\n`);
    process.exit(uncaughtExitCode);
  });
}
