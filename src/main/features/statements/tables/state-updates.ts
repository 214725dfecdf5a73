/** @file The `UPDATE` statements of transitions, made from the state machines. */
import { eventMachine, statementMachine } from '../../../../shared/model/statement-machine.ts';
import { createTransitionSql } from '../../../store/state-sql.ts';

export const eventUpdate = createTransitionSql(eventMachine);
export const statementUpdate = createTransitionSql(statementMachine);
