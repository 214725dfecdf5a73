/** @file The schema of errors in their data form. It is not in `errors.ts`, because the entry of main starts without zod. */
import { z } from 'zod';
import { errorCodes, type WireError } from './errors.ts';

/** The form in which an error crosses the bridge. */
export const wireErrorSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  retryable: z.boolean(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
}) satisfies z.ZodType<WireError>;
