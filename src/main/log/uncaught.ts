/**
 * @file Handling of uncaught errors. By default, Electron shows an uncaught error of main with its stack in a dialog
 * and continues in an undefined state; an unhandled rejection only prints a warning.
 */
import process from 'node:process';

/** Maximum number of reported errors; later ones are usually consequences of the first. */
const maxReportedErrors = 10;

/** Calls `listener` with the first {@link maxReportedErrors} uncaught errors and unhandled rejections of this process. */
export function onUncaught(listener: (thrown: unknown) => void): void {
  let reportedErrors = 0;
  const onError = (thrown: unknown) => {
    reportedErrors += 1;
    if (reportedErrors <= maxReportedErrors) listener(thrown);
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}
