/** @file The settings of this installation. */
import { z } from 'zod';

/** The appearance of the window. */
export const appearanceSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.boolean(),
});

/** Light, dark or the system's theme, each optionally with high contrast. */
export type Appearance = z.infer<typeof appearanceSchema>;

/** Lower bound of the upload limit. The service would abort slower uploads. */
export const minUploadBytesPerSecond = 16_000;
/** Upper bound of the upload limit. */
export const maxUploadBytesPerSecond = 1_000_000_000;

/** Whether used event files are kept without their links, or deleted. */
export const usedEventFilesSchema = z.enum(['keep', 'delete']);

export type UsedEventFiles = z.infer<typeof usedEventFilesSchema>;

/** All settings. */
export const settingsSchema = z.strictObject({
  appearance: appearanceSchema,
  /** Files above this size get a warning, in megabytes (10^6 bytes). */
  largeFileMegabytes: z.number().int().min(1).max(10_000),
  /** Maximum total rate of document uploads; `null` for no limit. */
  uploadBytesPerSecond: z
    .number()
    .int()
    .min(minUploadBytesPerSecond)
    .max(maxUploadBytesPerSecond)
    .nullable()
    .default(null),
  usedEventFiles: usedEventFilesSchema.default('keep'),
});

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
  /** The administrator's decision about used event files, or `null`. */
  usedEventFiles: usedEventFilesSchema.nullable(),
});

export type About = z.infer<typeof aboutSchema>;
