/** @file What a clerk can set on this machine. */
import { z } from 'zod';

/** How the window looks. */
export const appearanceSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.boolean(),
});

/** Light, dark or as the system says; high contrast on top of either. */
export type Appearance = z.infer<typeof appearanceSchema>;

/** The range of the limit for sending, in bytes per second. A slower line would look dead to the service. */
export const minUploadBytesPerSecond = 16_000;
/** The highest limit for uploads, in bytes per second. */
export const maxUploadBytesPerSecond = 1_000_000_000;

/** What becomes of event files once they are used: kept without their links, or deleted. */
export const usedEventFilesSchema = z.enum(['keep', 'delete']);

/** See {@link usedEventFilesSchema}. */
export type UsedEventFiles = z.infer<typeof usedEventFilesSchema>;

/** What the clerk has set. */
export const settingsSchema = z.strictObject({
  appearance: appearanceSchema,
  /** Files above this size get a warning, in megabytes (10^6 bytes). */
  largeFileMegabytes: z.number().int().min(1).max(10_000),
  /** The most bytes per second that documents are sent with, all together; `null` for no limit. */
  uploadBytesPerSecond: z
    .number()
    .int()
    .min(minUploadBytesPerSecond)
    .max(maxUploadBytesPerSecond)
    .nullable()
    .default(null),
  usedEventFiles: usedEventFilesSchema.default('keep'),
});

/** See {@link settingsSchema}. */
export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a first run. */
export const defaultSettings: Settings = {
  appearance: { theme: 'system', contrast: false },
  largeFileMegabytes: 25,
  uploadBytesPerSecond: null,
  usedEventFiles: 'keep',
};

/** Facts about this installation. */
export const aboutSchema = z.object({
  version: z.string(),
  platform: z.enum(['win32', 'darwin', 'linux']),
  osUser: z.string(),
  dataFolder: z.string(),
  /** What the administrator has decided about used event files, or `null`. */
  usedEventFiles: usedEventFilesSchema.nullable(),
});

/** See {@link aboutSchema}. */
export type About = z.infer<typeof aboutSchema>;
