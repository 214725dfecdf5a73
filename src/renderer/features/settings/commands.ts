/** @file Commands of the settings: appearance, connection check, and navigation to each section. */

import { t } from '../../../shared/messages/index.ts';
import { appearanceSchema } from '../../../shared/model/settings.ts';
import { useFailures } from '../../app/failures.ts';
import type { Command } from '../../app/feature.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { startConnectionCheck } from '../../profiles/checks.ts';
import { openProfile, setAdding } from './profile-list-state.ts';
import { goToSection, sections } from './sections.ts';
import { useSettings } from './use-settings.ts';

function keywords(command: 'theme' | 'contrast' | 'check' | 'folder'): readonly string[] {
  return t(`settings.commands.keywords.${command}`).split(' ');
}

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
        label: t(`settings.commands.theme.${theme}`),
        icon: 'image',
        keywords: keywords('theme'),
        run: () => change({ appearance: { ...appearance, theme } }),
      }),
    ),
    {
      id: 'settings contrast',
      label: appearance.contrast ? t('settings.commands.contrastOff') : t('settings.commands.contrastOn'),
      icon: 'image',
      keywords: keywords('contrast'),
      run: () => change({ appearance: { ...appearance, contrast: !appearance.contrast } }),
    },
    ...(current === null
      ? []
      : [
          {
            id: 'settings check',
            label: t('settings.commands.check', { name: current.name }),
            icon: 'activity' as const,
            keywords: keywords('check'),
            run: () => {
              goToSection('profiles');
              openProfile(current.id);
              startConnectionCheck(current);
            },
          },
        ]),
    {
      id: 'settings add profile',
      label: t('settings.commands.add'),
      icon: 'plus',
      run: () => {
        goToSection('profiles');
        setAdding(true);
      },
    },
    {
      id: 'settings data folder',
      label: t('settings.commands.folder'),
      icon: 'folder',
      keywords: keywords('folder'),
      run: () => attempt(call('settings.showDataFolder', {})),
    },
    ...sections.map(
      ({ id, icon }): Command => ({
        id: `settings section ${id}`,
        label: t('settings.commands.section', { name: t(`settings.section.${id}`) }),
        icon,
        run: () => goToSection(id),
      }),
    ),
  ];
}
