/** @file The sealed library, as the frame shows it. */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';

/** State of the library of statements and proofs. */
export const libraryStateSchema = z.discriminatedUnion('state', [
  /** Nothing was kept yet, or it is still being opened. */
  z.object({ state: z.literal('unused') }),
  z.object({
    state: z.literal('kept'),
    items: z.number().int(),
    /** Items whose file is gone. */
    missing: z.number().int(),
    /** Files that the library does not know. They are never opened. */
    foreign: z.number().int(),
  }),
  /** There is no keychain for the key: everything is sealed with a key that ends with this session. */
  z.object({ state: z.literal('session-only'), items: z.number().int() }),
  /** It cannot be opened, and nothing was changed: the key is lost or locked away, or the list is damaged. */
  z.object({ state: z.literal('unavailable'), error: wireErrorSchema }),
]);

export type LibraryState = z.infer<typeof libraryStateSchema>;
