/**
 * @file Colours and sizes of the native parts of the window: its buttons on Windows and Linux, and its background before
 * the page is painted. They match those of the page for each theme, contrast, environment and text size.
 */
import type { TitleBarOverlayOptions } from 'electron';
import type { Environment } from '../../../shared/model/session/environment.ts';
import type { TextSize } from '../../../shared/model/settings.ts';

/** The properties that determine colours and sizes. */
export interface WindowAppearance {
  readonly isDark: boolean;
  readonly hasHighContrast: boolean;
  /** Environment of the session; `null` while no profile is signed in. */
  readonly environment: Environment | null;
  readonly textSize: TextSize;
}

/** The properties that Paydesk itself determines; the theme comes from the system or the settings. */
export type OwnAppearance = Omit<WindowAppearance, 'isDark'>;

/** The appearance before the settings were read. */
export const firstAppearance: OwnAppearance = { hasHighContrast: false, environment: null, textSize: 100 };

/** Height of the top bar at the normal text size, in pixels. */
const barHeight = 44;

/** Distance of the buttons of macOS from the left of the window, in pixels. */
const trafficLightInset = 13;
/** Height of the buttons of macOS, in pixels. They keep their size when the bar grows. */
const trafficLightHeight = 14;

/** Height of the hatch at the bottom of the sandbox's bar, which continues below the buttons, in pixels. */
const hatchHeight = 4;

const canvasColours = {
  light: '#F5F6F8',
  dark: '#0F1115',
  lightContrast: '#FFFFFF',
  darkContrast: '#000000',
};
const textColours = { light: '#16191F', dark: '#E8EAEE', lightContrast: '#000000', darkContrast: '#FFFFFF' };
const sandboxBarColours = {
  light: '#FFFFFF',
  dark: '#15181D',
  lightContrast: '#FFFFFF',
  darkContrast: '#000000',
};
const productionBarColours = {
  light: '#55143D',
  dark: '#451031',
  lightContrast: '#3D0A2A',
  darkContrast: '#3D0A2A',
};

/** Returns the background colour of the window, visible until the page is painted. */
export function getBackgroundColour(appearance: WindowAppearance): string {
  return canvasColours[chooseShade(appearance)];
}

/** The overlay behind dialogs, as in Dialog.module.css: red, green, blue, opacity. */
const overlayColours = { light: [12, 16, 24, 0.32], dark: [0, 0, 0, 0.55] } as const;

/** Returns `colour` (`#RRGGBB`) blended with the overlay. */
function blendWithOverlay(
  colour: string,
  [red, green, blue, opacity]: (typeof overlayColours)['light' | 'dark'],
): string {
  const channels = [red, green, blue].map((overlayChannel, index) => {
    const colourChannel = Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
    const blendedChannel = Math.round(overlayChannel * opacity + colourChannel * (1 - opacity));
    return blendedChannel.toString(16).padStart(2, '0').toUpperCase();
  });
  return `#${channels.join('')}`;
}

/** Returns the factor by which the page is enlarged. */
export function toZoomFactor(textSize: TextSize): number {
  return textSize / 100;
}

/** Returns the height of the top bar, in pixels of the window. */
export function getBarHeight(textSize: TextSize): number {
  return Math.round(barHeight * toZoomFactor(textSize));
}

/** Returns the position of the buttons of macOS: in the middle of the bar, whatever its height. */
export function getTrafficLightPosition(textSize: TextSize): { x: number; y: number } {
  return {
    x: trafficLightInset,
    y: Math.round((getBarHeight(textSize) - trafficLightHeight) / 2),
  };
}

/** Returns the colours and height of the window's buttons. `isDimmed` is true while a dialog dims the page. */
export function createCaptionStyle(
  appearance: WindowAppearance,
  isDimmed = false,
): Required<TitleBarOverlayOptions> {
  const style = createUndimmedStyle(appearance);
  if (!isDimmed) return style;
  const overlay = overlayColours[appearance.isDark ? 'dark' : 'light'];
  return {
    ...style,
    color: blendWithOverlay(style.color, overlay),
    symbolColor: blendWithOverlay(style.symbolColor, overlay),
  };
}

function createUndimmedStyle(appearance: WindowAppearance): Required<TitleBarOverlayOptions> {
  const shade = chooseShade(appearance);
  const height = getBarHeight(appearance.textSize);
  switch (appearance.environment) {
    case null:
      return { color: canvasColours[shade], symbolColor: textColours[shade], height };
    case 'sandbox':
      return {
        color: sandboxBarColours[shade],
        symbolColor: textColours[shade],
        height: height - Math.round(hatchHeight * toZoomFactor(appearance.textSize)),
      };
    case 'production':
      return { color: productionBarColours[shade], symbolColor: '#FFFFFF', height };
  }
}

function chooseShade(appearance: WindowAppearance): keyof typeof canvasColours {
  if (appearance.hasHighContrast) return appearance.isDark ? 'darkContrast' : 'lightContrast';
  return appearance.isDark ? 'dark' : 'light';
}
