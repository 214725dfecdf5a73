/** @file Settings of this installation, and facts about it. */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { aboutSchema, settingsSchema } from '../model/settings.ts';
import { command, topic } from './define.ts';

/** What the page can ask. */
export const settingsCommands = {
  'settings.change': command(settingsSchema, z.null()),
  'settings.about': command(z.strictObject({}), aboutSchema),
  'settings.showDataFolder': command(z.strictObject({}), z.null()),
  /** Asks where, and writes what helps whoever helps; `null` when the clerk closed the dialog. */
  'settings.saveDiagnostics': command(z.strictObject({}), z.object({ savedAs: savedFileSchema.nullable() })),
  /** The page darkened itself behind a dialog, or does no longer: the buttons of the window follow. */
  'settings.dimWindowButtons': command(z.strictObject({ dimmed: z.boolean() }), z.null()),
  'settings.quit': command(z.strictObject({}), z.null()),
} as const;

/** What the page can follow. */
export const settingsTopics = {
  settings: topic(settingsSchema),
  /** Whether Paydesk could start; `failed` keeps every other command out and deletes nothing. */
  startup: topic(
    z.discriminatedUnion('state', [
      z.object({ state: z.literal('ready') }),
      z.object({ state: z.literal('failed'), error: wireErrorSchema }),
    ]),
  ),
} as const;
