/** @file The commands of the palette: routes, the features' commands, and those of the window. */
import { t } from '../../shared/messages/index.ts';
import type { CommandGroup, Finder } from './CommandPalette.tsx';
import type { Command, Feature } from './feature.ts';
import type { FeatureRegistry } from './feature-registry.ts';
import { leave } from './leave-confirmation.tsx';
import { platform } from './platform.ts';
import { goBack, goForward, navigate } from './routes.ts';
import { showTourStep } from './tour/tour.ts';

/** The search functions of the features. */
export function findersOf(features: readonly Feature[]): readonly Finder[] {
  return features.flatMap(({ route, label, search }) =>
    search === undefined ? [] : [{ id: route, label, search }],
  );
}

/** All commands in groups: each feature's own, then profiles, routes and the window. */
export function commandGroups(
  features: readonly Feature[],
  registry: FeatureRegistry,
  steps: { readonly back: boolean; readonly forward: boolean },
  onTray: () => void,
  profiles: readonly Command[],
): readonly CommandGroup[] {
  const own = features.map((feature) => ({
    id: feature.route,
    label: feature.label,
    commands: registry[feature.route]?.commands ?? [],
  }));
  const places: Command[] = features.map((feature, index) => ({
    id: `go ${feature.route}`,
    label: feature.label,
    icon: feature.icon,
    keys: `Mod+${index + 1}`,
    run: () => leave(() => navigate(feature.route)),
  }));
  const onMac = platform === 'mac';
  const frame: Command[] = [
    { id: 'frame tour', label: t('tour.show'), icon: 'info', run: () => showTourStep(0) },
    { id: 'frame tray', label: t('shell.palette.tray'), icon: 'up', run: onTray },
    {
      id: 'frame back',
      label: t('shell.palette.back'),
      icon: 'chevron-left',
      keys: onMac ? 'Mod+[' : 'Alt+ArrowLeft',
      disabled: !steps.back,
      run: () => leave(goBack),
    },
    {
      id: 'frame forward',
      label: t('shell.palette.forward'),
      icon: 'chevron-right',
      keys: onMac ? 'Mod+]' : 'Alt+ArrowRight',
      disabled: !steps.forward,
      run: () => leave(goForward),
    },
  ];
  return [
    ...own,
    { id: 'profiles', label: t('shell.palette.profiles'), commands: profiles },
    { id: 'places', label: t('shell.palette.places'), commands: places },
    { id: 'frame', label: t('shell.palette.window'), commands: frame },
  ];
}
