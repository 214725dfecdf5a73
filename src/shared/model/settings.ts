/** @file The settings of this installation. */
import { z } from 'zod';
import { retentionPeriodsSchema } from './retention.ts';

/** The appearance of the window. */
export const appearanceSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.boolean(),
});

/** Light, dark or the system's theme, each optionally with high contrast. */
export type Appearance = z.infer<typeof appearanceSchema>;

/** Sizes of the whole window's contents, in percent of the designed size. */
export const textSizes = [100, 115, 130, 150] as const;

const textSizeSchema = z.literal(textSizes);

export type TextSize = z.infer<typeof textSizeSchema>;

/** Lower bound of the upload limit. The service would abort slower uploads. */
export const minUploadBytesPerSecond = 16_000;
/** Upper bound of the upload limit. */
export const maxUploadBytesPerSecond = 1_000_000_000;

/** All settings. */
export const settingsSchema = z.strictObject({
  appearance: appearanceSchema,
  textSize: textSizeSchema.default(100),
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
});

export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a first run. */
export const defaultSettings: Settings = {
  appearance: { theme: 'system', contrast: false },
  textSize: 100,
  largeFileMegabytes: 25,
  uploadBytesPerSecond: null,
};

/** Facts about this installation. */
export const aboutSchema = z.object({
  version: z.string(),
  dataFolder: z.string(),
  /** The administrator's retention periods. */
  retention: retentionPeriodsSchema,
});

export type About = z.infer<typeof aboutSchema>;
