/** @file Commands of the settings: appearance, connection check, and navigation to each section. */

import { t } from '../../../shared/messages/index.ts';
import { appearanceSchema } from '../../../shared/model/settings.ts';
import { useFailures } from '../../app/failures.ts';
import type { Command } from '../../app/feature.ts';
import { useSettings } from '../../app/settings/use-settings.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { startConnectionCheck } from '../profiles/checks.ts';
import { openProfile, setIsAdding } from './profile-list-state.ts';
import { goToSection, useShownSections } from './sections.ts';

function splitKeywords(command: 'theme' | 'contrast' | 'textSize' | 'check' | 'folder'): readonly string[] {
  return t(`settings.commands.keywords.${command}`).split(' ');
}

export function useSettingsCommands(): readonly Command[] {
  const { settings, change } = useSettings();
  const { attempt } = useFailures();
  const activeProfile = useTopicPart(
    'session',
    (session) => (session.state === 'signed-out' ? null : session.profile),
    null,
  );
  const sections = useShownSections();
  const { appearance } = settings;
  const themes = appearanceSchema.shape.theme.options.filter((theme) => theme !== appearance.theme);
  return [
    ...themes.map(
      (theme): Command => ({
        id: `settings theme ${theme}`,
        label: t(`settings.commands.theme.${theme}`),
        icon: 'image',
        keywords: splitKeywords('theme'),
        run: () => change({ appearance: { ...appearance, theme } }),
      }),
    ),
    {
      id: 'settings contrast',
      label: appearance.contrast ? t('settings.commands.contrastOff') : t('settings.commands.contrastOn'),
      icon: 'image',
      keywords: splitKeywords('contrast'),
      run: () => change({ appearance: { ...appearance, contrast: !appearance.contrast } }),
    },
    ...(activeProfile === null
      ? []
      : [
          {
            id: 'settings check',
            label: t('settings.commands.check', { name: activeProfile.name }),
            icon: 'activity' as const,
            keywords: splitKeywords('check'),
            run: () => {
              goToSection('profiles');
              openProfile(activeProfile.id);
              startConnectionCheck(activeProfile);
            },
          },
        ]),
    {
      id: 'settings add profile',
      label: t('settings.commands.add'),
      icon: 'plus',
      run: () => {
        goToSection('profiles');
        setIsAdding(true);
      },
    },
    {
      id: 'settings data folder',
      label: t('settings.commands.folder'),
      icon: 'folder',
      keywords: splitKeywords('folder'),
      run: () => attempt(call('settings.showDataFolder', {})),
    },
    ...sections.map(
      ({ id, icon }): Command => ({
        id: `settings section ${id}`,
        label: t('settings.commands.section', { name: t(`settings.section.${id}`) }),
        icon,
        ...(id === 'appearance' ? { keywords: splitKeywords('textSize') } : {}),
        run: () => goToSection(id),
      }),
    ),
  ];
}
