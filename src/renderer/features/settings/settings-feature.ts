/** @file Registers the Settings feature. */
import { t } from '../../../shared/messages/index.ts';

import type { Feature } from '../../app/feature.ts';
import { useSettingsCommands } from './commands.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

export const settingsFeature: Feature = {
  route: 'settings',
  get label() {
    return t('settings.title');
  },
  icon: 'sliders',
  isAtFoot: true,
  Screen: SettingsScreen,
  useCommands: useSettingsCommands,
};
