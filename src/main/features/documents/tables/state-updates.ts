/** @file The `UPDATE` statements of transitions, made from the state machines. */
import { documentMachine } from '../../../../shared/model/document-machine.ts';
import { createTransitionSql } from '../../../store/state-sql.ts';

export const documentUpdate = createTransitionSql(documentMachine);
