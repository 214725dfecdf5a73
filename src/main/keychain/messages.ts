/** @file The messages between the vault and its child process. */
import { z } from 'zod';

/** A request to the child process. */
export const keychainRequestSchema = z.discriminatedUnion('call', [
  z.object({ id: z.number(), call: z.literal('get'), account: z.string() }),
  z.object({ id: z.number(), call: z.literal('set'), account: z.string(), secret: z.string() }),
  z.object({ id: z.number(), call: z.literal('delete'), account: z.string() }),
]);

export type KeychainRequest = z.infer<typeof keychainRequestSchema>;

/** A reply of the child process. `failed` carries the system's message, see `keychainFailure`. */
export const keychainReplySchema = z.discriminatedUnion('result', [
  z.object({ id: z.number(), result: z.literal('done'), secret: z.string().nullable() }),
  z.object({ id: z.number(), result: z.literal('failed'), message: z.string() }),
]);

export type KeychainReply = z.infer<typeof keychainReplySchema>;

/** The service name of all keychain entries of Paydesk. */
export const keychainService = 'Paydesk';
