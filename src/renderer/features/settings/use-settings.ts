/** @file Changes settings. Each change builds on the previous one, even while the previous change is still being saved. */
import { defaultSettings, type Settings } from '../../../shared/model/settings.ts';
import { useFailures } from '../../app/failures.ts';
import { call, mirror, useTopicPart } from '../../bridge.ts';
import { isDeepEqual } from '../../components/data-grid/same-data.ts';

interface SettingsChanger {
  /** Applies a partial change to the last requested settings. Rejects and drops the change when saving fails. */
  readonly change: (changes: Partial<Settings>) => Promise<void>;
}

/**
 * Creates a changer. `readPublished` returns the settings that main published last. These may be older than the last
 * change, so a second change must not undo the first.
 */
export function createSettingsChanger(
  readPublished: () => Settings,
  send: (settings: Settings) => Promise<unknown>,
): SettingsChanger {
  let lastRequested: Settings | null = null;
  let lastPublished: Settings | null = null;
  return {
    async change(changes) {
      const publishedSettings = readPublished();
      // Main has published newer settings than the last request.
      if (lastRequested !== null && !isDeepEqual(publishedSettings, lastPublished)) lastRequested = null;
      lastPublished = publishedSettings;
      const newSettings = { ...(lastRequested ?? publishedSettings), ...changes };
      lastRequested = newSettings;
      try {
        await send(newSettings);
      } catch (thrown) {
        if (lastRequested === newSettings) lastRequested = null;
        throw thrown;
      }
    },
  };
}

const changer = createSettingsChanger(
  () => mirror('settings').getState().value ?? defaultSettings,
  (settings) => call('settings.change', settings),
);

/** The current settings, and a function that applies a partial change immediately. */
export function useSettings(): {
  readonly settings: Settings;
  readonly change: (part: Partial<Settings>) => void;
} {
  const settings = useTopicPart('settings', (value) => value, defaultSettings);
  const { attempt } = useFailures();
  return { settings, change: (part) => attempt(changer.change(part)) };
}
