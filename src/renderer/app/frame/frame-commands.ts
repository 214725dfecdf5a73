/** @file The commands of the palette: routes, the features' commands, and those of the window. */
import { t } from '../../../shared/messages/index.ts';
import type { CommandGroup, Finder } from '../commands/CommandPalette.tsx';
import type { Command, Feature } from '../feature.ts';
import type { FeatureRegistry } from '../feature-registry.ts';
import { helpKeys, openHelp, sectionOfRoute } from '../help/help.ts';
import { leave } from '../profiles/leave.ts';
import { currentRoute, goBack, goForward, navigate } from '../routes.ts';
import { platform } from '../settings/platform.ts';

export function createFinders(features: readonly Feature[]): readonly Finder[] {
  return features.flatMap(({ route, label, search }) =>
    search === undefined ? [] : [{ id: route, label, search }],
  );
}

/** All commands in groups: the commands of each feature, then those of profiles, routes and the window. */
export function createCommandGroups(
  features: readonly Feature[],
  registry: FeatureRegistry,
  canNavigate: { readonly canGoBack: boolean; readonly canGoForward: boolean },
  onOpenTray: () => void,
  profileCommands: readonly Command[],
): readonly CommandGroup[] {
  const featureGroups = features.map((feature) => ({
    id: feature.route,
    label: feature.label,
    commands: registry[feature.route]?.commands ?? [],
  }));
  const routeCommands: Command[] = features.map((feature, index) => ({
    id: `go ${feature.route}`,
    label: feature.label,
    icon: feature.icon,
    keys: `Mod+${index + 1}`,
    run: () => leave(() => navigate(feature.route)),
  }));
  const isMac = platform === 'mac';
  const windowCommands: Command[] = [
    {
      id: 'frame help',
      label: t('help.open'),
      icon: 'info',
      keys: helpKeys,
      run: () => openHelp(sectionOfRoute[currentRoute()]),
    },
    { id: 'frame tray', label: t('shell.palette.tray'), icon: 'up', run: onOpenTray },
    {
      id: 'frame back',
      label: t('shell.palette.back'),
      icon: 'chevron-left',
      keys: isMac ? 'Mod+[' : 'Alt+ArrowLeft',
      disabled: !canNavigate.canGoBack,
      run: () => leave(goBack),
    },
    {
      id: 'frame forward',
      label: t('shell.palette.forward'),
      icon: 'chevron-right',
      keys: isMac ? 'Mod+]' : 'Alt+ArrowRight',
      disabled: !canNavigate.canGoForward,
      run: () => leave(goForward),
    },
  ];
  return [
    ...featureGroups,
    { id: 'profiles', label: t('shell.palette.profiles'), commands: profileCommands },
    { id: 'places', label: t('shell.palette.places'), commands: routeCommands },
    { id: 'frame', label: t('shell.palette.window'), commands: windowCommands },
  ];
}
