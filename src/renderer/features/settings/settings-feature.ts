/** @file Registers the Settings feature. */
import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import type { Feature } from '../../app/feature.ts';
import { useSettingsCommands } from './commands.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

export const settingsFeature: Feature = {
  route: 'settings',
  word: settingsScreenWords.word,
  icon: 'sliders',
  atFoot: true,
  Screen: SettingsScreen,
  useCommands: useSettingsCommands,
};
