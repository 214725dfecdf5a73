/** @file What the window knows about several statements that are open as one table. */
import type { CommandResult } from '../../../../shared/contract/index.ts';

/** The statements of a table, the ones that are not in it, and the number of rows that it has twice. */
export type OpenTable = Pick<CommandResult<'review.openTable'>, 'statements' | 'left' | 'repeated'>;
