/** @file Settings of this installation. */
import { settingsCommands } from '../../../shared/contract/settings.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../../shared/model/settings.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Platform } from '../../platform.ts';
import { jsonColumn } from '../../store/columns.ts';
import type { Store } from '../../store/store.ts';
import * as tables from './tables.ts';

/** The settings, for other features. */
export interface SettingsFeature {
  current(): Settings;
  readonly handlers: Handlers;
  /** Things that a clerk is told once. */
  wasTold(what: string): Promise<boolean>;
  setTold(what: string): Promise<void>;
}

const name = 'settings';

const keptSchema = jsonColumn(settingsSchema.partial());

/** A value that was damaged or is of another version must not keep the program from starting: the defaults count. */
function parseKept(text: string | undefined): Settings {
  if (text === undefined) return defaultSettings;
  const kept = keptSchema.safeParse(text);
  return kept.success ? { ...defaultSettings, ...definedOnly(kept.data) } : defaultSettings;
}

function definedOnly(kept: { [Name in keyof Settings]?: Settings[Name] | undefined }): Partial<Settings> {
  return {
    ...(kept.appearance === undefined ? {} : { appearance: kept.appearance }),
    ...(kept.largeFileMegabytes === undefined ? {} : { largeFileMegabytes: kept.largeFileMegabytes }),
    ...(kept.uploadBytesPerSecond === undefined ? {} : { uploadBytesPerSecond: kept.uploadBytesPerSecond }),
  };
}

/** Reads what is kept and creates the feature. */
export async function createSettings(parts: {
  readonly store: Store;
  readonly platform: Platform;
  readonly publisher: Publisher;
  readonly dataFolder: string;
}): Promise<SettingsFeature> {
  const { store, platform, publisher } = parts;
  let settings = parseKept((await store.run(tables.read, { name }))?.value);

  function apply(): void {
    publisher.publish('settings', settings);
    platform.setTheme(settings.appearance.theme);
  }

  apply();
  return {
    current: () => settings,
    wasTold: async (what) => (await store.run(tables.read, { name: `told/${what}` })) !== null,
    async setTold(what) {
      await store.run(tables.write, { name: `told/${what}`, value: 'true' });
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
