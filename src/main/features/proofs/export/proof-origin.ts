/** @file Where a proof comes from, as each of its pages states. */
import { z } from 'zod';
import { environmentSchema } from '../../../../shared/model/session/environment.ts';

export const proofOriginSchema = z.object({
  reference: z.string(),
  /** Name of the profile. */
  profile: z.string(),
  environment: environmentSchema,
  /** ISO 8601 UTC. */
  receivedAt: z.string(),
  /** SHA-256 of the response as received, in hex. */
  sha256: z.string(),
});

export type ProofOrigin = z.infer<typeof proofOriginSchema>;
