/** @file A profile: one company credential in one environment. The API key belongs to it and is never part of it. */
import { z } from 'zod';
import { environmentSchema, hostsSchema } from './environment.ts';

/** A dotted path such as `data.session.token`; each part names one field. */
const tokenFieldSchema = z
  .string()
  .trim()
  .regex(/^[^.\s]+(\.[^.\s]+)*$/, 'must be field names joined by dots');

/** A host name, with `*.` in front to include its subdomains, and with a bucket to allow only this one. */
export const storageHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/[a-z0-9._-]+)?$/, 'must be a host name');

/** The documents in an update of a beneficiary: all known and new documents, or only the new ones. */
export const recipientUpdateSchema = z.enum(['send-known', 'send-new']);

export type RecipientUpdate = z.infer<typeof recipientUpdateSchema>;

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Decisions of the company where the contract is silent. */
export const profileOptionsSchema = z.strictObject({
  /** Dotted path of the token in the answer to a login; `null` tries the usual names. */
  tokenField: tokenFieldSchema.nullable().default(null),
  recipientUpdate: recipientUpdateSchema.default('send-known'),
  /** Allowed hosts of upload links; empty allows any host. */
  storageHosts: z.array(storageHostSchema).max(50).default([]),
  /** Sends `companyId` as a query of `/uploadDocuments` (specification, section 4.3: normally omitted). */
  sendCompanyId: z.boolean().default(false),
  /** JSON object from which the data of a new beneficiary is started; texts such as `{{Name}}` are placeholders. */
  recipientTemplate: z
    .string()
    .max(100_000)
    .refine(isJsonObject, 'must be a JSON object')
    .nullable()
    .default(null),
});

export type ProfileOptions = z.infer<typeof profileOptionsSchema>;

/** The origin of a profile: the clerk, the IT department, or the practice company. */
const profileOriginSchema = z.enum(['clerk', 'managed', 'practice']);

export type ProfileOrigin = z.infer<typeof profileOriginSchema>;

/** Part of the keychain account of a profile. */
export const profileIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _');

/** The fields that a clerk enters, or a managed file contains. */
export const profileFieldsSchema = z.strictObject({
  name: z.string().trim().min(1).max(120),
  environment: environmentSchema,
  clientId: z.string().trim().min(1).max(200),
  hosts: hostsSchema,
  options: profileOptionsSchema,
});

export type ProfileFields = z.infer<typeof profileFieldsSchema>;

/** A profile with its ID and origin. */
export const profileSchema = profileFieldsSchema.extend({
  id: profileIdSchema,
  origin: profileOriginSchema,
});

export type Profile = z.infer<typeof profileSchema>;

/** Where the API key of a profile is stored: in the OS keychain, in memory for this session, or nowhere. */
const keyPlaceSchema = z.enum(['keychain', 'session', 'none']);

export type KeyPlace = z.infer<typeof keyPlaceSchema>;

/** The state of a profile's session. */
const sessionStateSchema = z.enum(['signed-out', 'signing-in', 'signed-in', 'interrupted']);

export type SessionState = z.infer<typeof sessionStateSchema>;

/** The amount of work of a profile; 0 while it is signed out. */
const profileWorkSchema = z.object({
  /** Documents, references and statements in progress or queued. */
  underWay: z.number().int(),
});

export type ProfileWork = z.infer<typeof profileWorkSchema>;

/** A profile in the list of profiles. */
export const profileEntrySchema = profileSchema.extend({
  keyPlace: keyPlaceSchema,
  /** ISO 8601 UTC time of the last successful sign-in. */
  lastSignedInAt: z.iso.datetime().nullable(),
  session: sessionStateSchema,
  work: profileWorkSchema,
});

export type ProfileEntry = z.infer<typeof profileEntrySchema>;
