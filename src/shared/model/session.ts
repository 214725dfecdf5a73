/** @file Who is signed in, and what is known of the hosts and the keychain. */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';
import { hostNames } from './environment.ts';
import { profileSchema } from './profile.ts';

/** The session as every screen shows it. */
export const sessionSchema = z.discriminatedUnion('state', [
  /** `locked`: Paydesk signed out because the machine was locked, or nobody was at it. */
  z.object({ state: z.literal('signed-out'), locked: z.boolean() }),
  z.object({ state: z.literal('signing-in'), profile: profileSchema }),
  z.object({
    state: z.literal('signed-in'),
    profile: profileSchema,
    companyId: z.string(),
    /** ISO 8601 UTC time at which the token ends (specification, section 8). */
    validUntil: z.string(),
  }),
  /** The session ended by itself and renewal failed: work waits for the clerk. */
  z.object({ state: z.literal('interrupted'), profile: profileSchema, error: wireErrorSchema }),
]);

/** See {@link sessionSchema}. */
export type Session = z.infer<typeof sessionSchema>;

/** State of the OS keychain. `absent` offers *this session only*. */
export const keychainSchema = z.object({
  state: z.enum(['available', 'locked', 'absent', 'refused']),
  /** What the operating system calls it. */
  name: z.string(),
});

/** See {@link keychainSchema}. */
export type Keychain = z.infer<typeof keychainSchema>;

/** Which of these it is, for one host. */
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
    /** It lets in only whom it knows by another scheme than Basic; `detail` names its schemes. */
    'proxy-scheme',
    'not-understood',
  ]),
  /** The HTTP status, when there was an answer. */
  status: z.number().int().nullable(),
  /** Proxy in use for this host, or `null` when the way is direct. */
  proxy: z.string().nullable(),
  milliseconds: z.number().int(),
  detail: z.string().nullable(),
});

/** See {@link hostCheckSchema}. */
export type HostCheck = z.infer<typeof hostCheckSchema>;
