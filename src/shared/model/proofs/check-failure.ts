/** @file What a failed check of an account number or an identifier found. */
import { z } from 'zod';

/** Why an identifier cannot be right as it is written. */
export const checkFailureSchema = z.enum([
  /** ISO 7064 modulo 97 of an IBAN. */
  'iban-digits',
  /** Not the length that the country of the IBAN has registered. */
  'iban-length',
  'iban-form',
  'bic-form',
  /** Not a UUID of version 4. */
  'uetr-form',
]);

/** See {@link checkFailureSchema}. */
export type CheckFailure = z.infer<typeof checkFailureSchema>;
