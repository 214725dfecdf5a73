/** @file Initial values of the topics of proofs and library. */
import type { TopicValue } from '../../../shared/contract/index.ts';

export const noProofsYet: TopicValue<'proofs'> = { revision: 0, total: 0, counts: {}, running: null };
export const noLibraryYet: TopicValue<'library'> = { state: 'unused' };
