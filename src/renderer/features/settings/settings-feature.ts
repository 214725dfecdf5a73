/** @file Registers the Settings feature. */
import { t } from '../../../shared/messages/index.ts';

import type { Feature } from '../../app/feature.ts';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { useSettingsCommands } from './commands.ts';

export const settingsFeature: Feature = {
  route: 'settings',
  get label() {
    return t('settings.title');
  },
  icon: 'sliders',
  isAtFoot: true,
  Screen: createLazyComponent(() => import('./SettingsScreen.tsx').then((module) => module.SettingsScreen)),
  useCommands: useSettingsCommands,
};
