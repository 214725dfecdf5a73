/** @file Schema of the grant to read one sealed file. Separate from the messages, which the thread must not load. */
import { z } from 'zod';

/** Grant to open one encrypted file of the library. Secret. */
export const grantSchema = z.object({
  path: z.string(),
  id: z.string(),
  size: z.number(),
  sha256: z.string(),
  header: z.string(),
  key: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
