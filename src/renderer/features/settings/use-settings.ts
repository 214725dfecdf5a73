/** @file Changes settings. Each change builds on the previous one, even while that is still being saved. */
import { defaultSettings, type Settings } from '../../../shared/model/settings.ts';
import { useFailures } from '../../app/failures.ts';
import { call, mirror, useTopicPart } from '../../bridge.ts';
import { isDeepEqual } from '../../components/data-grid/same-data.ts';

interface SettingsChanger {
  /** Applies a partial change to the last requested settings. Rejects and drops the change when saving fails. */
  readonly change: (part: Partial<Settings>) => Promise<void>;
}

/**
 * Creates a changer. `current` returns the settings that main published last. They may be older than the last change, so
 * a second change must not undo the first.
 */
export function createSettingsChanger(
  current: () => Settings,
  send: (settings: Settings) => Promise<unknown>,
): SettingsChanger {
  let requested: Settings | null = null;
  let published: Settings | null = null;
  return {
    async change(part) {
      const now = current();
      // Main has published newer settings than the last request.
      if (requested !== null && !isDeepEqual(now, published)) requested = null;
      published = now;
      const next = { ...(requested ?? now), ...part };
      requested = next;
      try {
        await send(next);
      } catch (thrown) {
        if (requested === next) requested = null;
        throw thrown;
      }
    },
  };
}

const changer = createSettingsChanger(
  () => mirror('settings').getState().value ?? defaultSettings,
  (settings) => call('settings.change', settings),
);

/** The current settings, and a function that changes some of them immediately. */
export function useSettings(): {
  readonly settings: Settings;
  readonly change: (part: Partial<Settings>) => void;
} {
  const settings = useTopicPart('settings', (value) => value, defaultSettings);
  const { attempt } = useFailures();
  return { settings, change: (part) => attempt(changer.change(part)) };
}
