/** @file The requests of the vault to its child process. */
import { z } from 'zod';

/** A request to the child process. */
export const keychainRequestSchema = z.discriminatedUnion('call', [
  z.object({ call: z.literal('get'), account: z.string() }),
  z.object({ call: z.literal('set'), account: z.string(), secret: z.string() }),
  z.object({ call: z.literal('delete'), account: z.string() }),
]);

export type KeychainRequest = z.infer<typeof keychainRequestSchema>;

/** The service name of all keychain entries of Paydesk. */
export const keychainService = 'Paydesk';
