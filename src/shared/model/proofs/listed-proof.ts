/** @file A reference in the list of proofs, with what its proof states. */
import type { ProofFacts, ProofKind, ProofState } from './proof.ts';

export interface ListedProof {
  readonly id: number;
  readonly state: ProofState;
  /** The newest stored version; `null` without one. */
  readonly version: {
    readonly kind: ProofKind;
    /** An older release of Paydesk read it: the facts are unknown. */
    readonly isOutdated: boolean;
    readonly facts: ProofFacts;
    /** True if the proof states the reference anywhere. */
    readonly statesReference: boolean;
  } | null;
}

/** Finds a reference in the list of a profile's proofs; `null` if the list does not have it. */
export type FindListedProof = (reference: string) => ListedProof | null;
