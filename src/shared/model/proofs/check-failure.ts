/** @file Failures of identifier checks. */
import { z } from 'zod';

export const checkFailureSchema = z.enum([
  /** ISO 7064 modulo 97 of an IBAN. */
  'iban-digits',
  /** Not the length registered for the country of the IBAN. */
  'iban-length',
  'iban-form',
  'bic-form',
  /** Not a UUID of version 4. */
  'uetr-form',
]);

export type CheckFailure = z.infer<typeof checkFailureSchema>;
