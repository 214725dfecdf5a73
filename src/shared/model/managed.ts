/** @file What the administrator of a machine decides. Unknown fields are refused (docs/operations.md describes it). */
import { z } from 'zod';
import { profileFieldsSchema, profileIdSchema, profileOptionsSchema, storageHostSchema } from './profile.ts';
import { usedEventFilesSchema } from './settings.ts';

/** An `https:` address without user name and password. */
const webAddressSchema = z
  .url({ protocol: /^https$/ })
  .refine((text) => !/^https:\/\/[^/]*@/.test(text), 'must not hold a user name');

/** A proxy as PAC files write it: host and port. */
const hostAndPortSchema = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?:\d{1,5}$/i, 'must be host:port');

/** The way to the network, in place of what the system says. */
export const managedProxySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('direct') }),
  z.strictObject({
    mode: z.literal('fixed'),
    kind: z.enum(['http', 'https', 'socks5']).default('http'),
    server: hostAndPortSchema,
    /** Hosts that are reached without it, as Chromium writes them: `*.intranet.example`, `<local>`. */
    bypass: z.array(z.string().min(1).max(200)).max(200).default([]),
  }),
  z.strictObject({ mode: z.literal('script'), address: webAddressSchema }),
]);

/** See {@link managedProxySchema}. */
export type ManagedProxy = z.infer<typeof managedProxySchema>;

/** Where updates come from. */
export const managedUpdatesSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('off') }),
  z.strictObject({ mode: z.literal('offer'), feed: webAddressSchema }),
]);

/** Format of the administrator's file. */
export const managedFileSchema = z.strictObject({
  version: z.literal(1),
  /** `offered`: the clerk may explore it; `opened`: Paydesk starts with it; `off`: it does not exist. */
  practiceCompany: z.enum(['off', 'offered', 'opened']).default('offered'),
  profiles: z
    .array(profileFieldsSchema.extend({ id: profileIdSchema, options: profileOptionsSchema.prefault({}) }))
    .max(500)
    .default([]),
  /** Hosts that links may lead to, for every profile; empty leaves it to the profiles. */
  storageHosts: z.array(storageHostSchema).max(50).default([]),
  /** Folder in which the company's webhook receiver leaves statement events; `null` leaves it to the clerk. */
  inbox: z
    .strictObject({
      folder: z.string().min(1).max(1_000).nullable().default(null),
      /** What becomes of used event files; `null` leaves it to the clerk. */
      usedFiles: usedEventFilesSchema.nullable().default(null),
    })
    .prefault({}),
  updates: managedUpdatesSchema.default({ mode: 'off' }),
  proxy: managedProxySchema.default({ mode: 'system' }),
  /** Minutes without mouse and keyboard after which the session ends; `null` never ends it. */
  lockAfterMinutes: z.number().int().min(1).max(480).nullable().default(null),
  /** The company's own page about Paydesk; the Help menu opens it in the system's browser. */
  helpPage: webAddressSchema.nullable().default(null),
});

/** See {@link managedFileSchema}. */
export type ManagedFile = z.infer<typeof managedFileSchema>;
