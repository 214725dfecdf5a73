/** @file What the vault and its child process say to each other. */
import { z } from 'zod';

/** One call of the keychain. */
export const keychainRequestSchema = z.discriminatedUnion('call', [
  z.object({ id: z.number(), call: z.literal('get'), account: z.string() }),
  z.object({ id: z.number(), call: z.literal('set'), account: z.string(), secret: z.string() }),
  z.object({ id: z.number(), call: z.literal('delete'), account: z.string() }),
]);

/** See {@link keychainRequestSchema}. */
export type KeychainRequest = z.infer<typeof keychainRequestSchema>;

/** Its answer. `failed` carries the system's own words, which are told apart by {@link file://./failures.ts}. */
export const keychainReplySchema = z.discriminatedUnion('result', [
  z.object({ id: z.number(), result: z.literal('done'), secret: z.string().nullable() }),
  z.object({ id: z.number(), result: z.literal('failed'), message: z.string() }),
]);

/** See {@link keychainReplySchema}. */
export type KeychainReply = z.infer<typeof keychainReplySchema>;

/** The name under which all of Paydesk's secrets are filed. */
export const keychainService = 'Paydesk';
