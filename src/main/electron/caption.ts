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
export interface Look {
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
export function groundColour(look: Look): string {
  return canvas[shadeOf(look)];
}

/** What a dialog lays over the page, as `.veil` of overlays.css: red, green, blue, and how much of it. */
const veil = { light: [12, 16, 24, 0.32], dark: [0, 0, 0, 0.55] } as const;

/** `colour` (`#RRGGBB`) below the veil. */
function veiled(colour: string, [red, green, blue, share]: (typeof veil)['light' | 'dark']): string {
  const mixed = [red, green, blue].map((over, index) => {
    const under = Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
    const channel = Math.round(over * share + under * (1 - share));
    return channel.toString(16).padStart(2, '0').toUpperCase();
  });
  return `#${mixed.join('')}`;
}

/** Colours and height of the window's buttons; `dimmed` while the page is darkened behind a dialog. */
export function captionStyle(look: Look, dimmed = false): Required<TitleBarOverlayOptions> {
  const style = plainStyle(look);
  if (!dimmed) return style;
  const over = veil[look.dark ? 'dark' : 'light'];
  return { ...style, color: veiled(style.color, over), symbolColor: veiled(style.symbolColor, over) };
}

function plainStyle(look: Look): Required<TitleBarOverlayOptions> {
  const shade = shadeOf(look);
  switch (look.environment) {
    case null:
      return { color: canvas[shade], symbolColor: text[shade], height: barHeight };
    case 'sandbox':
      return { color: sandboxBar[shade], symbolColor: text[shade], height: barHeight - hatchHeight };
    case 'production':
      return { color: productionBar[shade], symbolColor: '#FFFFFF', height: barHeight };
  }
}

function shadeOf(look: Look): keyof typeof canvas {
  if (look.contrast) return look.dark ? 'darkContrast' : 'lightContrast';
  return look.dark ? 'dark' : 'light';
}

/** Follows contrast and environment; `changed` is called after each change of a topic that carries them. */
export function followLook(topics: Pick<Topics, 'subscribe'>, changed: () => void): () => Omit<Look, 'dark'> {
  let contrast = false;
  let environment: Environment | null = null;
  function take(name: string, value: unknown): void {
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
      for (const change of changes) take(change.topic, change.value);
      changed();
    },
  };
  for (const name of ['settings', 'session']) take(name, topics.subscribe(subscriber, name).value);
  return () => ({ contrast, environment });
}
