/** @file Failures of the checks of identifiers, amounts and dates. */
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
  /** An amount that is no number with a currency, or a day that does not exist. */
  'not-readable',
]);

export type CheckFailure = z.infer<typeof checkFailureSchema>;
