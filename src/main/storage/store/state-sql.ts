/** @file SQL of states and their transitions. States are constants of the program and contain no quotes. */
import type { StateMachine } from '../../../shared/model/state-machine.ts';

const quote = (state: string) => `'${state}'`;

/** Returns `('a', 'b')` for use with `IN`. Accepts only literal types, so that no text from outside gets into SQL. */
export function sqlList<State extends string>(
  states: readonly (string extends State ? never : State)[],
): string {
  return `(${states.map(quote).join(', ')})`;
}

/** An `UPDATE` by a transition: `set` are further assignments, `where` is a further condition. */
interface TransitionUpdate<State extends string> {
  readonly to: State;
  readonly set?: string;
  readonly where?: string;
}

/**
 * Returns a function that builds the `UPDATE` of a transition, which changes only rows in a state before the transition.
 * It is the only way to change a state.
 */
export function createTransitionSql<const Machine extends StateMachine<string>>({
  table,
  transitions,
}: Machine) {
  return <Name extends keyof Machine['transitions'] & string>(
    name: Name,
    { to, set, where }: TransitionUpdate<Machine['transitions'][Name]['to'][number]>,
  ): string => {
    const isFromSql = `state IN (${(transitions[name]?.from ?? []).map(quote).join(', ')})`;
    return `UPDATE ${table} SET ${[`state = '${to}'`, ...(set === undefined ? [] : [set])].join(', ')}
      WHERE ${where === undefined ? '' : `(${where}) AND `}${isFromSql}`;
  };
}
