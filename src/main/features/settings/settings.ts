/** @file The settings of this installation. */
import { z } from 'zod';
import {
  appearanceSchema,
  defaultSettings,
  type Settings,
  settingsSchema,
} from '../../../shared/model/settings.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Platform } from '../../platform/platform.ts';
import { jsonColumn } from '../../storage/store/columns.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database.ts';

const name = 'settings';

const { shape } = settingsSchema;
const { theme, contrast } = appearanceSchema.shape;

/** Replaces each value that is damaged or from another version by its default. */
const storedSchema = jsonColumn(
  z.object({
    appearance: z
      .object({
        theme: theme.catch(defaultSettings.appearance.theme),
        contrast: contrast.catch(defaultSettings.appearance.contrast),
      })
      .catch(defaultSettings.appearance),
    textSize: shape.textSize.catch(defaultSettings.textSize),
    largeFileMegabytes: shape.largeFileMegabytes.catch(defaultSettings.largeFileMegabytes),
    uploadBytesPerSecond: shape.uploadBytesPerSecond.catch(defaultSettings.uploadBytesPerSecond),
  }),
);

/** Falls back to the defaults, so that damaged settings do not prevent the start. */
function parseStored(text: string | undefined): Settings {
  const stored = storedSchema.safeParse(text);
  return stored.success ? stored.data : defaultSettings;
}

/** Reads the stored settings and creates the feature. */
export async function createSettings(deps: {
  readonly store: Store;
  readonly platform: Platform;
  readonly publisher: Publisher;
  readonly dataFolder: string;
}) {
  const { store, platform, publisher } = deps;
  let settings = parseStored((await store.run(procedures.read, { name }))?.value);

  function apply(): void {
    publisher.publish('settings', settings);
    platform.setTheme(settings.appearance.theme);
  }

  apply();
  return {
    current: () => settings,
    /** Small preferences of clerks by name. Each feature prefixes its names. */
    preferences: {
      /** Returns `null` for an unknown name. */
      read: async (preference: string) =>
        (await store.run(procedures.read, { name: preference }))?.value ?? null,
      async keep(preference: string, value: string) {
        await store.run(procedures.write, { name: preference, value });
      },
      /** Removes every entry whose name begins with `prefix`. */
      async forget(prefix: string) {
        await store.run(procedures.remove, { start: prefix });
      },
    },
    handlers: {
      'settings.change': async (changed) => {
        await store.run(procedures.write, { name, value: JSON.stringify(changed) });
        settings = changed;
        apply();
        return null;
      },
    } satisfies Handlers,
  };
}
