/** @file Who moves a piece of work on. Every state machine states this once, next to its states. */

/**
 * - `final`: nobody; the work is finished
 * - `moving`: Paydesk, by itself
 * - `needs-you`: a person
 */
export type Attention = 'final' | 'moving' | 'needs-you';

/** Every {@link Attention}. */
export const attentions = ['final', 'moving', 'needs-you'] as const satisfies readonly Attention[];

/** The states that get a certain attention, in their order. */
export function statesWith<State extends string>(
  attentionOf: Readonly<Record<State, Attention>>,
  ...wanted: readonly Attention[]
): State[] {
  const states: State[] = [];
  for (const state in attentionOf) if (wanted.includes(attentionOf[state])) states.push(state);
  return states;
}
