/** @file Several statements as a combined statement: how they are opened, and what the window knows about them. */
import type { CommandResult } from '../../../../shared/contract/index.ts';
import { navigate } from '../../../app/routes.ts';

/** The statements of a table, the ones that are not in it, and the number of rows that it has twice. */
export type OpenedCombined = Pick<CommandResult<'viewer.openCombined'>, 'statements' | 'left' | 'repeated'>;

/** Opens statements as a combined statement, which says which of them it does not have. */
export function openCombined(statementIds: readonly number[]): void {
  navigate('statements', { tab: 'viewer', statementId: null, combinedIds: [...statementIds] });
}
