/**
 * @file The colours of what the system draws: the buttons that close the top bar on Windows and Linux, and the ground
 * of the window before the page is there. They are the page's own colours, by theme, contrast and environment.
 */
import type { TitleBarOverlayOptions } from 'electron';
import type { Changes } from '../../shared/contract/index.ts';
import { topics as topicDefinitions } from '../../shared/contract/index.ts';
import type { Environment } from '../../shared/model/environment.ts';
import type { Topics } from '../bridge/topics.ts';

/** What the colours depend on. */
export interface WindowAppearance {
  readonly dark: boolean;
  readonly contrast: boolean;
  /** Environment of the session; `null` while nobody is signed in. */
  readonly environment: Environment | null;
}

/** Height of the top bar, in pixels. */
export const barHeight = 44;

/** At the foot of the sandbox's bar runs a hatch that goes on below the buttons. */
const hatchHeight = 4;

const canvas = { light: '#F5F6F8', dark: '#0F1115', lightContrast: '#FFFFFF', darkContrast: '#000000' };
const text = { light: '#16191F', dark: '#E8EAEE', lightContrast: '#000000', darkContrast: '#FFFFFF' };
const sandboxBar = { light: '#FFFFFF', dark: '#15181D', lightContrast: '#FFFFFF', darkContrast: '#000000' };
const productionBar = {
  light: '#55143D',
  dark: '#451031',
  lightContrast: '#3D0A2A',
  darkContrast: '#3D0A2A',
};

/** The ground of the window: what shows until the page has painted. */
export function groundColour(appearance: WindowAppearance): string {
  return canvas[shadeOf(appearance)];
}

/** What a dialog lays over the page, as `.veil` of overlays.css: red, green, blue, and how much of it. */
const overlay = { light: [12, 16, 24, 0.32], dark: [0, 0, 0, 0.55] } as const;

/** `colour` (`#RRGGBB`) below the veil. */
function underOverlay(colour: string, [red, green, blue, share]: (typeof overlay)['light' | 'dark']): string {
  const mixed = [red, green, blue].map((over, index) => {
    const under = Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
    const channel = Math.round(over * share + under * (1 - share));
    return channel.toString(16).padStart(2, '0').toUpperCase();
  });
  return `#${mixed.join('')}`;
}

/** Colours and height of the window's buttons; `dimmed` while the page is darkened behind a dialog. */
export function captionStyle(appearance: WindowAppearance, dimmed = false): Required<TitleBarOverlayOptions> {
  const style = plainStyle(appearance);
  if (!dimmed) return style;
  const over = overlay[appearance.dark ? 'dark' : 'light'];
  return {
    ...style,
    color: underOverlay(style.color, over),
    symbolColor: underOverlay(style.symbolColor, over),
  };
}

function plainStyle(appearance: WindowAppearance): Required<TitleBarOverlayOptions> {
  const shade = shadeOf(appearance);
  switch (appearance.environment) {
    case null:
      return { color: canvas[shade], symbolColor: text[shade], height: barHeight };
    case 'sandbox':
      return { color: sandboxBar[shade], symbolColor: text[shade], height: barHeight - hatchHeight };
    case 'production':
      return { color: productionBar[shade], symbolColor: '#FFFFFF', height: barHeight };
  }
}

function shadeOf(appearance: WindowAppearance): keyof typeof canvas {
  if (appearance.contrast) return appearance.dark ? 'darkContrast' : 'lightContrast';
  return appearance.dark ? 'dark' : 'light';
}

/** Follows contrast and environment; `changed` is called after each change of a topic that carries them. */
export function followAppearance(
  topics: Pick<Topics, 'subscribe'>,
  changed: () => void,
): () => Omit<WindowAppearance, 'dark'> {
  let contrast = false;
  let environment: Environment | null = null;
  function onValue(name: string, value: unknown): void {
    if (name === 'settings') {
      contrast = topicDefinitions.settings.value.parse(value).appearance.contrast;
    }
    if (name === 'session') {
      const session = topicDefinitions.session.value.parse(value);
      const inside = session.state === 'signed-in' || session.state === 'interrupted';
      environment = inside ? session.profile.environment : null;
    }
  }
  const subscriber = {
    send(changes: Changes) {
      for (const change of changes) onValue(change.topic, change.value);
      changed();
    },
  };
  for (const name of ['settings', 'session']) onValue(name, topics.subscribe(subscriber, name).value);
  return () => ({ contrast, environment });
}
