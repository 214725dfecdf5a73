/** @file The commands of the palette: places, what the features offer, and the frame's own. */
import { tourWords } from '../../shared/words/samples.ts';
import { shellWords } from '../../shared/words/shell.ts';
import type { CommandGroup, Finder } from './CommandPalette.tsx';
import type { Command, Feature } from './feature.ts';
import type { FeatureRegistry } from './feature-registry.ts';
import { leave } from './LeaveDialog.tsx';
import { platform } from './platform.ts';
import { goBack, goForward, navigate } from './routes.ts';
import { showTourStep } from './tour/tour.ts';

const words = shellWords.palette;

/** What the features can search. */
export function findersOf(features: readonly Feature[]): readonly Finder[] {
  return features.flatMap(({ route, word, search }) =>
    search === undefined ? [] : [{ id: route, word, search }],
  );
}

/** All commands in groups: each feature's own first, then the places, then the window. */
export function commandGroups(
  features: readonly Feature[],
  contributions: FeatureRegistry,
  steps: { readonly back: boolean; readonly forward: boolean },
  onTray: () => void,
  profiles: readonly Command[],
): readonly CommandGroup[] {
  const own = features.map((feature) => ({
    id: feature.route,
    word: feature.word,
    commands: contributions[feature.route]?.commands ?? [],
  }));
  const places: Command[] = features.map((feature, index) => ({
    id: `go ${feature.route}`,
    word: feature.word,
    icon: feature.icon,
    keys: `Mod+${index + 1}`,
    run: () => leave(() => navigate(feature.route)),
  }));
  const onMac = platform === 'mac';
  const frame: Command[] = [
    { id: 'frame tour', word: tourWords.show, icon: 'info', run: () => showTourStep(0) },
    { id: 'frame tray', word: words.tray, icon: 'up', run: onTray },
    {
      id: 'frame back',
      word: words.back,
      icon: 'chevron-left',
      keys: onMac ? 'Mod+[' : 'Alt+ArrowLeft',
      disabled: !steps.back,
      run: () => leave(goBack),
    },
    {
      id: 'frame forward',
      word: words.forward,
      icon: 'chevron-right',
      keys: onMac ? 'Mod+]' : 'Alt+ArrowRight',
      disabled: !steps.forward,
      run: () => leave(goForward),
    },
  ];
  return [
    ...own,
    { id: 'profiles', word: words.profiles, commands: profiles },
    { id: 'places', word: words.places, commands: places },
    { id: 'frame', word: words.window, commands: frame },
  ];
}
