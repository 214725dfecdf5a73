/** @file The `UPDATE` statements of transitions, made from the state machines. */
import { eventMachine, statementMachine } from '../../../../shared/model/statements/statement-machine.ts';
import { createTransitionSql } from '../../../storage/store/state-sql.ts';

export const eventUpdate = createTransitionSql(eventMachine);
export const statementUpdate = createTransitionSql(statementMachine);
