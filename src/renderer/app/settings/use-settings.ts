/** @file Changes settings. Each change builds on the previous one, even while the previous change is still being saved. */
import { defaultSettings, type Settings } from '../../../shared/model/settings.ts';
import { call, mirror, useTopicPart } from '../../bridge.ts';
import { isDeepEqual } from '../../components/data-grid/same-data.ts';
import { useFailures } from '../failures.ts';

/** Settings that change, or a function that returns them from the last requested settings. */
type SettingsChange = Partial<Settings> | ((settings: Settings) => Partial<Settings>);

interface SettingsChanger {
  /** Applies a partial change to the last requested settings. Rejects and drops the change when saving fails. */
  readonly change: (change: SettingsChange) => Promise<void>;
}

/**
 * Creates a changer. `readPublished` returns the settings that main published last. These may be older than the last
 * change, so a second change must not undo the first.
 */
export function createSettingsChanger(
  readPublished: () => Settings,
  send: (settings: Settings) => Promise<unknown>,
): SettingsChanger {
  /** Requested settings that main has not published yet, oldest first. */
  let requested: readonly Settings[] = [];
  let lastPublished: Settings | null = null;
  return {
    async change(change) {
      const published = readPublished();
      if (!isDeepEqual(published, lastPublished)) {
        // Main publishes each request; settings that were never requested replace all requests.
        const position = requested.findIndex((settings) => isDeepEqual(settings, published));
        requested = position < 0 ? [] : requested.slice(position + 1);
      }
      lastPublished = published;
      const currentSettings = requested.at(-1) ?? published;
      const changes = typeof change === 'function' ? change(currentSettings) : change;
      const newSettings = { ...currentSettings, ...changes };
      requested = [...requested, newSettings];
      try {
        await send(newSettings);
      } catch (thrown) {
        requested = requested.filter((settings) => settings !== newSettings);
        throw thrown;
      }
    },
  };
}

const changer = createSettingsChanger(
  () => mirror('settings').getState().value ?? defaultSettings,
  (settings) => call('settings.change', settings),
);

/** Applies a change to the settings. Rejects when saving fails. */
export const changeSettings = (change: SettingsChange): Promise<void> => changer.change(change);

/** The current settings, and a function that applies a partial change immediately. */
export function useSettings(): {
  readonly settings: Settings;
  readonly change: (change: SettingsChange) => void;
} {
  const settings = useTopicPart('settings', (value) => value, defaultSettings);
  const { attempt } = useFailures();
  return { settings, change: (change) => attempt(changeSettings(change)) };
}
