/** @file Commands of the settings: appearance, connection check, and navigation to each section. */
import { appearanceSchema } from '../../../shared/model/settings.ts';
import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import { useFailures } from '../../app/failures.ts';
import type { Command } from '../../app/feature.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { startConnectionCheck } from '../../profiles/checks.ts';
import { openProfile, setAdding } from './profile-list-state.ts';
import { goToSection, sections } from './sections.ts';
import { useSettings } from './use-settings.ts';

const words = settingsScreenWords.commands;

export function useSettingsCommands(): readonly Command[] {
  const { settings, change } = useSettings();
  const { attempt } = useFailures();
  const current = useTopicPart(
    'session',
    (session) => (session.state === 'signed-out' ? null : session.profile),
    null,
  );
  const { appearance } = settings;
  const themes = appearanceSchema.shape.theme.options.filter((theme) => theme !== appearance.theme);
  return [
    ...themes.map(
      (theme): Command => ({
        id: `settings theme ${theme}`,
        word: words.theme[theme],
        icon: 'image',
        keywords: words.keywords.theme,
        run: () => change({ appearance: { ...appearance, theme } }),
      }),
    ),
    {
      id: 'settings contrast',
      word: appearance.contrast ? words.contrastOff : words.contrastOn,
      icon: 'image',
      keywords: words.keywords.contrast,
      run: () => change({ appearance: { ...appearance, contrast: !appearance.contrast } }),
    },
    ...(current === null
      ? []
      : [
          {
            id: 'settings check',
            word: words.check(current.name),
            icon: 'activity' as const,
            keywords: words.keywords.check,
            run: () => {
              goToSection('profiles');
              openProfile(current.id);
              startConnectionCheck(current);
            },
          },
        ]),
    {
      id: 'settings add profile',
      word: words.add,
      icon: 'plus',
      run: () => {
        goToSection('profiles');
        setAdding(true);
      },
    },
    {
      id: 'settings data folder',
      word: words.folder,
      icon: 'folder',
      keywords: words.keywords.folder,
      run: () => attempt(call('settings.showDataFolder', {})),
    },
    ...sections.map(
      ({ id, icon }): Command => ({
        id: `settings section ${id}`,
        word: words.section(settingsScreenWords.section[id]),
        icon,
        run: () => goToSection(id),
      }),
    ),
  ];
}
