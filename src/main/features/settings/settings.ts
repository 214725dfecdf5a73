/** @file Settings of this installation. */
import { z } from 'zod';
import { settingsCommands } from '../../../shared/contract/settings.ts';
import {
  appearanceSchema,
  defaultSettings,
  type Settings,
  settingsSchema,
} from '../../../shared/model/settings.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Platform } from '../../platform.ts';
import { jsonColumn } from '../../store/columns.ts';
import type { Store } from '../../store/store.ts';
import * as tables from './tables.ts';

/** Texts by name. A feature puts its own word in front of its names. */
export interface PreferenceStore {
  /** `null` when there is none. */
  read(name: string): Promise<string | null>;
  keep(name: string, value: string): Promise<void>;
  /** Removes all whose names begin with a text. */
  forget(prefix: string): Promise<void>;
}

/** The settings, for other features. */
export interface SettingsFeature {
  current(): Settings;
  /** Keeps small choices of clerks that a feature makes up the names and values of, beside the settings. */
  readonly preferences: PreferenceStore;
  readonly handlers: Handlers;
}

const name = 'settings';

const { shape } = settingsSchema;
const { theme, contrast } = appearanceSchema.shape;

/** For each value that was damaged or is of another version its default counts, and the others stay. */
const storedSchema = jsonColumn(
  z.object({
    appearance: z
      .object({
        theme: theme.catch(defaultSettings.appearance.theme),
        contrast: contrast.catch(defaultSettings.appearance.contrast),
      })
      .catch(defaultSettings.appearance),
    largeFileMegabytes: shape.largeFileMegabytes.catch(defaultSettings.largeFileMegabytes),
    uploadBytesPerSecond: shape.uploadBytesPerSecond.catch(defaultSettings.uploadBytesPerSecond),
    usedEventFiles: shape.usedEventFiles.catch(defaultSettings.usedEventFiles),
  }),
);

/** What is no settings at all must not keep the program from starting. */
function parseStored(text: string | undefined): Settings {
  const stored = storedSchema.safeParse(text);
  return stored.success ? stored.data : defaultSettings;
}

/** Reads what is kept and creates the feature. */
export async function createSettings(deps: {
  readonly store: Store;
  readonly platform: Platform;
  readonly publisher: Publisher;
  readonly dataFolder: string;
}): Promise<SettingsFeature> {
  const { store, platform, publisher } = deps;
  let settings = parseStored((await store.run(tables.read, { name }))?.value);

  function apply(): void {
    publisher.publish('settings', settings);
    platform.setTheme(settings.appearance.theme);
  }

  apply();
  return {
    current: () => settings,
    preferences: {
      read: async (preference) => (await store.run(tables.read, { name: preference }))?.value ?? null,
      async keep(preference, value) {
        await store.run(tables.write, { name: preference, value });
      },
      async forget(prefix) {
        await store.run(tables.remove, { start: prefix });
      },
    },
    handlers: {
      'settings.change': handle(settingsCommands['settings.change'], async (changed) => {
        await store.run(tables.write, { name, value: JSON.stringify(changed) });
        settings = changed;
        apply();
        return null;
      }),
    },
  };
}
