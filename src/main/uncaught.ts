/**
 * @file Uncaught errors. Left alone, Electron shows an uncaught one of main in a dialog of its own, with its
 * stack, and goes on in whatever state that is; a rejection that nobody handled is a warning on an output that nobody sees.
 */
import process from 'node:process';
import { systemClock } from './clock.ts';
import { logLine } from './log.ts';

/** Exit code of a child process that an error has ended. */
export const uncaughtExitCode = 70;

/** Errors that are reported; more of them follow from the first ones. */
const maxReported = 10;

/** Calls `end` with the first uncaught errors of this process, rejections included. */
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
