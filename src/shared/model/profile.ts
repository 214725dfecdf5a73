/** @file A profile: one company credential in one environment. The API key belongs to it and is never part of it. */
import { z } from 'zod';
import { environmentSchema, hostsSchema } from './environment.ts';

/** A dotted path such as `data.session.token`; each part names one field. */
const tokenFieldSchema = z
  .string()
  .trim()
  .regex(/^[^.\s]+(\.[^.\s]+)*$/, 'must be field names joined by dots');

/** A host name, with `*.` in front when all its subdomains are meant. */
export const storageHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'must be a host name');

/** What an update of a beneficiary carries: everything known and the new documents, or only the new ones. */
export const recipientUpdateSchema = z.enum(['send-known', 'send-new']);

/** See {@link recipientUpdateSchema}. */
export type RecipientUpdate = z.infer<typeof recipientUpdateSchema>;

/** Decisions that a company makes where the contract is silent. */
export const profileOptionsSchema = z.strictObject({
  /** Dotted path of the token in the login answer; `null` tries the usual names. */
  tokenField: tokenFieldSchema.nullable().default(null),
  recipientUpdate: recipientUpdateSchema.default('send-known'),
  /** Hosts that upload links may point to; empty allows any host that the service names. */
  storageHosts: z.array(storageHostSchema).max(50).default([]),
  /** Sends `companyId` as a query of `/uploadDocuments` (specification, section 4.3: normally omitted). */
  sendCompanyId: z.boolean().default(false),
});

/** See {@link profileOptionsSchema}. */
export type ProfileOptions = z.infer<typeof profileOptionsSchema>;

/** Who put a profile there: the clerk, the IT department, or the practice company. */
export const profileOriginSchema = z.enum(['clerk', 'managed', 'practice']);

/** See {@link profileOriginSchema}. */
export type ProfileOrigin = z.infer<typeof profileOriginSchema>;

/** What the keychain knows a profile by. */
export const profileIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _');

/** What a clerk fills in, or a managed file gives. */
export const profileFieldsSchema = z.strictObject({
  name: z.string().trim().min(1).max(120),
  environment: environmentSchema,
  clientId: z.string().trim().min(1).max(200),
  hosts: hostsSchema,
  options: profileOptionsSchema,
});

/** See {@link profileFieldsSchema}. */
export type ProfileFields = z.infer<typeof profileFieldsSchema>;

/** One profile as Paydesk knows it. */
export const profileSchema = profileFieldsSchema.extend({
  id: profileIdSchema,
  origin: profileOriginSchema,
});

/** See {@link profileSchema}. */
export type Profile = z.infer<typeof profileSchema>;

/** Where the API key of a profile is kept: in the OS keychain, for this session only, or nowhere yet. */
export const keyPlaceSchema = z.enum(['keychain', 'session', 'none']);

/** See {@link keyPlaceSchema}. */
export type KeyPlace = z.infer<typeof keyPlaceSchema>;

/** Where the session of a profile stands. */
export const sessionStateSchema = z.enum(['signed-out', 'signing-in', 'signed-in', 'interrupted']);

/** See {@link sessionStateSchema}. */
export type SessionState = z.infer<typeof sessionStateSchema>;

/** What is going on for a profile; nothing while it is signed out. */
export const profileWorkSchema = z.object({
  /** Documents, references and statements that are under way or wait for their turn. */
  underWay: z.number().int(),
  /** Documents, outcomes, references and events that wait for the clerk. */
  needsClerk: z.number().int(),
});

/** See {@link profileWorkSchema}. */
export type ProfileWork = z.infer<typeof profileWorkSchema>;

/** A profile as the list of profiles shows it. */
export const profileEntrySchema = profileSchema.extend({
  keyPlace: keyPlaceSchema,
  /** ISO 8601 UTC time of the last successful sign-in. */
  lastSignedInAt: z.iso.datetime().nullable(),
  session: sessionStateSchema,
  work: profileWorkSchema,
});

/** See {@link profileEntrySchema}. */
export type ProfileEntry = z.infer<typeof profileEntrySchema>;
