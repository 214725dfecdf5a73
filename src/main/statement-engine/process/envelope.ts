/** @file The envelope of requests, for code that only forwards them. */
import { z } from 'zod';

/** A request. Requests about one handle go to one thread, in order. */
export const requestSchema = z.object({ name: z.string(), args: z.unknown() });

export type Request = z.infer<typeof requestSchema>;
