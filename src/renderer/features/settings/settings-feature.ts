/** @file Settings, as the frame knows it. */
import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import type { Feature } from '../../app/feature.ts';
import { useSettingsCommands } from './commands.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

/** The feature, for the frame. */
export const settingsFeature: Feature = {
  route: 'settings',
  word: settingsScreenWords.word,
  icon: 'sliders',
  atFoot: true,
  Screen: SettingsScreen,
  useCommands: useSettingsCommands,
};
