/** @file Commands and topics of the settings and facts of this installation. */
import { z } from 'zod';
import { savedFileSchema } from '../model/saved-file.ts';
import { aboutSchema, settingsSchema } from '../model/settings.ts';
import { wireErrorSchema } from '../wire-error.ts';
import { actions, command, topic } from './define.ts';

export const settingsCommands = {
  'settings.change': command(settingsSchema, z.null()),
  'settings.about': command(z.strictObject({}), aboutSchema),
  'settings.showDataFolder': command(z.strictObject({}), z.null()),
  /** Saves a diagnostics report where the clerk chooses; `null` when the clerk closed the dialog. */
  'settings.saveDiagnostics': command(z.strictObject({}), z.object({ savedAs: savedFileSchema.nullable() })),
  'settings.window': actions({
    /** Dims the native window buttons while a dialog dims the page. */
    dimButtons: command(z.strictObject({ dimmed: z.boolean() }), z.null()),
    /** Loads the page again. The page may not do so itself: each navigation that it begins is denied. */
    reload: command(z.strictObject({}), z.null()),
  }),
  /** Quits. With `archive`, the next start moves all data to an archive first, and begins with none. */
  'settings.quit': command(z.strictObject({ archive: z.literal(true).optional() }), z.null()),
} as const;

export const settingsTopics = {
  settings: topic(settingsSchema),
  /** The result of the start. While it is `failed`, every other command is refused and nothing is deleted. */
  startup: topic(
    z.discriminatedUnion('state', [
      z.object({ state: z.literal('ready') }),
      z.object({ state: z.literal('failed'), error: wireErrorSchema }),
    ]),
  ),
} as const;
