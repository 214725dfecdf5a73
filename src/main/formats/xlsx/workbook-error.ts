/** @file The error of a workbook that cannot be read, with the reason for the clerk. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { WorkbookProblem } from '../../../shared/model/statements/ledger.ts';

/** Creates the error `ledger-workbook`. `names` are the sheets or the cell that the problem is about. */
export function workbookError(problem: WorkbookProblem, names: readonly string[] = []): PaydeskError {
  return new PaydeskError('ledger-workbook', `The workbook cannot be read: ${problem}`, {
    details: { problem, names: [...names] },
  });
}
