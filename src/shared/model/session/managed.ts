/** @file The administrator's policy (described in docs/operations.md). Unknown fields are refused. */
import { z } from 'zod';
import { retentionPeriodsSchema } from '../retention.ts';
import { namedViewsSchema } from '../statements/saved-view.ts';
import { profileFieldsSchema, profileIdSchema, profileOptionsSchema, storageHostSchema } from './profile.ts';

/** An `https:` address without user name and password. */
const webAddressSchema = z
  .url({ protocol: /^https$/ })
  .refine((text) => !/^https:\/\/[^/]*@/.test(text), 'must not contain a user name');

/** A proxy as in PAC files: host and port. */
const hostAndPortSchema = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?:\d{1,5}$/i, 'must be host:port');

/** The proxy settings that replace those of the system. */
export const managedProxySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('direct') }),
  z.strictObject({
    mode: z.literal('fixed'),
    kind: z.enum(['http', 'https', 'socks5']).default('http'),
    server: hostAndPortSchema,
    /** Hosts that are reached directly, in Chromium's syntax: `*.intranet.example`, `<local>`. */
    bypass: z.array(z.string().min(1).max(200)).max(200).default([]),
  }),
  z.strictObject({ mode: z.literal('script'), address: webAddressSchema }),
]);

export type ManagedProxy = z.infer<typeof managedProxySchema>;

/** The source of updates. */
export const managedUpdatesSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('off') }),
  z.strictObject({ mode: z.literal('offer'), feed: webAddressSchema }),
]);

/** Whether used event files are kept without their links, or deleted. */
export const usedEventFilesSchema = z.enum(['keep', 'delete']);

export type UsedEventFiles = z.infer<typeof usedEventFilesSchema>;

/** The format of the policy. */
export const managedFileSchema = z.strictObject({
  version: z.literal(1),
  /** `offered`: the clerk may explore it; `opened`: Paydesk starts with it; `off`: it does not exist. */
  practiceCompany: z.enum(['off', 'offered', 'opened']).default('offered'),
  profiles: z
    .array(profileFieldsSchema.extend({ id: profileIdSchema, options: profileOptionsSchema.prefault({}) }))
    .max(500)
    .default([]),
  /** Allowed hosts of upload links for every profile; when empty, the profiles decide. */
  storageHosts: z.array(storageHostSchema).max(50).default([]),
  /** Folder in which the company's webhook receiver saves statement events; `null`: the clerk chooses. */
  inbox: z
    .strictObject({
      folder: z.string().min(1).max(1_000).nullable().default(null),
      usedFiles: usedEventFilesSchema.default('keep'),
    })
    .prefault({}),
  /** Views of statements for all clerks, who cannot change them. */
  statementViews: namedViewsSchema.default([]),
  updates: managedUpdatesSchema.default({ mode: 'off' }),
  proxy: managedProxySchema.default({ mode: 'system' }),
  /** Minutes without mouse and keyboard input after which the session ends; `null`: never. */
  lockAfterMinutes: z.number().int().min(1).max(480).nullable().default(null),
  /** Years after which clerks may remove stored files; nothing is removed automatically. */
  retention: retentionPeriodsSchema.prefault({}),
  /** The company's page about Paydesk; the Help menu opens it in the browser. */
  helpPage: webAddressSchema.nullable().default(null),
});

export type ManagedFile = z.infer<typeof managedFileSchema>;
