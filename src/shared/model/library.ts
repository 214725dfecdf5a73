/** @file The state of the sealed library, as the window shows it. */
import { z } from 'zod';
import { wireErrorSchema } from '../wire-error.ts';

export const libraryStateSchema = z.discriminatedUnion('state', [
  /** Nothing is stored yet, or the library is still being opened. */
  z.object({ state: z.literal('unused') }),
  z.object({
    state: z.literal('kept'),
    items: z.number().int(),
    /** Items whose file is missing. */
    missing: z.number().int(),
    /** Files in the library's folder that are not listed in it. */
    foreign: z.number().int(),
  }),
  /** No keychain is available: items are sealed with a key that ends with this session. */
  z.object({
    state: z.literal('session-only'),
    items: z.number().int(),
    proofs: z.number().int(),
    statements: z.number().int(),
  }),
  /**
   * The library cannot be opened and was left unchanged: its key is lost or inaccessible, or its list is damaged.
   */
  z.object({ state: z.literal('unavailable'), error: wireErrorSchema }),
]);

export type LibraryState = z.infer<typeof libraryStateSchema>;
