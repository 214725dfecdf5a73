/**
 * @file Who has to act so that a piece of work advances. Every state machine declares this once, next to its states.
 */

/**
 * - `final`: the work is finished
 * - `moving`: Paydesk advances it without a person
 * - `needs-you`: a person has to act
 */
export type Attention = 'final' | 'moving' | 'needs-you';

export const attentions = ['final', 'moving', 'needs-you'] as const satisfies readonly Attention[];

/** Returns the states with one of the given attentions, in order of declaration. */
export function statesWith<State extends string>(
  attentionOf: Readonly<Record<State, Attention>>,
  ...wantedAttentions: readonly Attention[]
): State[] {
  const states: State[] = [];
  for (const state in attentionOf) if (wantedAttentions.includes(attentionOf[state])) states.push(state);
  return states;
}
