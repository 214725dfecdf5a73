/** @file The `UPDATE` statements of transitions, made from the state machines. */
import { attachMachine } from '../../../../shared/model/documents/attach-operation.ts';
import { batchMachine } from '../../../../shared/model/documents/batch-machine.ts';
import { documentMachine } from '../../../../shared/model/documents/document-machine.ts';
import { createTransitionSql } from '../../../storage/store/state-sql.ts';

export const attachUpdate = createTransitionSql(attachMachine);
export const batchUpdate = createTransitionSql(batchMachine);
export const documentUpdate = createTransitionSql(documentMachine);
