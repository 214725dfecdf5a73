/** @file Changing settings: one thing at a time, over what was wanted before, even while that is still on its way. */
import { defaultSettings, type Settings } from '../../../shared/model/settings.ts';
import { useFailures } from '../../app/failures.ts';
import { call, mirror, useTopicPart } from '../../bridge.ts';
import { sameData } from '../../components/data-grid/same-data.ts';

/** Changes settings one after the other. */
export interface SettingsChanger {
  /** Changes a part of what is wanted last. Rejects when it was not kept; nothing of it is wanted then. */
  readonly change: (part: Partial<Settings>) => Promise<void>;
}

/**
 * Creates a changer. `current` gives what main has told last, which may be older than what was sent last: a second
 * change must not take the first one back.
 */
export function createSettingsChanger(
  current: () => Settings,
  send: (settings: Settings) => Promise<unknown>,
): SettingsChanger {
  let wanted: Settings | null = null;
  let told: Settings | null = null;
  return {
    async change(part) {
      const now = current();
      // Main has told something since: that is newer than what was wanted before.
      if (wanted !== null && !sameData(now, told)) wanted = null;
      told = now;
      const next = { ...(wanted ?? now), ...part };
      wanted = next;
      try {
        await send(next);
      } catch (thrown) {
        if (wanted === next) wanted = null;
        throw thrown;
      }
    },
  };
}

const changer = createSettingsChanger(
  () => mirror('settings').getState().value ?? defaultSettings,
  (settings) => call('settings.change', settings),
);

/** The settings as they are, and a way to change a part of them, which takes effect at once. */
export function useSettings(): {
  readonly settings: Settings;
  readonly change: (part: Partial<Settings>) => void;
} {
  const settings = useTopicPart('settings', (value) => value, defaultSettings);
  const { attempt } = useFailures();
  return { settings, change: (part) => attempt(changer.change(part)) };
}
