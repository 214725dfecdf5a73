/** @file What main says of proofs and of the library, before it has said anything. */
import type { TopicValue } from '../../../shared/contract/index.ts';

/** The proofs before the first value has come. */
export const noProofsYet: TopicValue<'proofs'> = { revision: 0, total: 0, counts: {}, running: null };
/** The library before the first value has come. */
export const noLibraryYet: TopicValue<'library'> = { state: 'unused' };
