/** @file The session, the keychain, and results of connection checks. */
import { z } from 'zod';
import { wireErrorSchema } from '../../wire-error.ts';
import { hostNames } from './environment.ts';
import { profileSchema } from './profile.ts';

/** The session of the active profile. */
export const sessionSchema = z.discriminatedUnion('state', [
  /** `locked`: Paydesk signed out because the machine was locked or idle. */
  z.object({ state: z.literal('signed-out'), locked: z.boolean() }),
  z.object({ state: z.literal('signing-in'), profile: profileSchema }),
  z.object({
    state: z.literal('signed-in'),
    profile: profileSchema,
    companyId: z.string(),
    /** ISO 8601 UTC time at which the token expires (specification, section 8). */
    validUntil: z.string(),
  }),
  /** The session expired and could not be renewed; work waits for the clerk. */
  z.object({ state: z.literal('interrupted'), profile: profileSchema, error: wireErrorSchema }),
]);

export type Session = z.infer<typeof sessionSchema>;

/** The state of the OS keychain. With `absent`, keys last for one session only. */
export const keychainSchema = z.object({
  state: z.enum(['available', 'locked', 'absent', 'refused']),
  /** The operating system's name for its keychain. */
  name: z.string(),
});

export type Keychain = z.infer<typeof keychainSchema>;

/** The result of a connection check of one host. */
export const hostCheckSchema = z.object({
  host: z.enum(hostNames),
  address: z.string(),
  result: z.enum([
    'reached',
    'token-accepted',
    'token-refused',
    'wrong-environment',
    'name-unknown',
    'unreachable',
    'certificate-untrusted',
    'proxy-refused',
    /** The proxy offers only authentication schemes other than Negotiate and Basic; `detail` lists them. */
    'proxy-scheme',
    /** The proxy takes only tickets of Kerberos; `detail` is the problem with them. */
    'proxy-ticket',
    'not-understood',
  ]),
  /** The HTTP status, when there was an answer. */
  status: z.number().int().nullable(),
  /** The proxy for this host, or `null` for a direct connection. */
  proxy: z.string().nullable(),
  milliseconds: z.number().int(),
  detail: z.string().nullable(),
});

export type HostCheck = z.infer<typeof hostCheckSchema>;
