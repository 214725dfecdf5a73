/** @file The `UPDATE` statements of transitions, made from the state machines. */
import { attachMachine } from '../../../../shared/model/attach-operation.ts';
import { batchMachine } from '../../../../shared/model/batch-machine.ts';
import { documentMachine } from '../../../../shared/model/document-machine.ts';
import { createTransitionSql } from '../../../store/state-sql.ts';

export const attachUpdate = createTransitionSql(attachMachine);
export const batchUpdate = createTransitionSql(batchMachine);
export const documentUpdate = createTransitionSql(documentMachine);
