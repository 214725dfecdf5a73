/**
 * @file State machines as tables: each transition with the states before and after it. The SQL that changes states, the
 * actions of the interface and the diagrams of docs/state-machines.md are made from these tables.
 */

/** A transition of a state machine. */
export interface Transition<State extends string> {
  readonly from: readonly State[];
  /** More than one when the outcome decides about the state. */
  readonly to: readonly State[];
  /** A condition besides the state, for the documentation. */
  readonly guard?: string;
}

/** The states of the rows of a database table, and the transitions between them. */
export interface StateMachine<State extends string> {
  readonly table: string;
  readonly states: readonly State[];
  /** States of a new row. */
  readonly initial: readonly State[];
  readonly transitions: Readonly<Record<string, Transition<State>>>;
}

/** True when a set of states, such as the states before a transition, includes a state. */
export function includesState<State extends string>(set: readonly State[], state: State): boolean {
  return set.includes(state);
}
