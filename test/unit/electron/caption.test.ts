import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Subscriber, Topics } from '../../../src/main/bridge/topics.ts';
import {
  createCaptionStyle,
  getBackgroundColour,
  getTrafficLightPosition,
} from '../../../src/main/electron/caption.ts';
import { followAppearance } from '../../../src/main/electron/follow-appearance.ts';
import type { WireError } from '../../../src/shared/errors.ts';
import { type Environment, hostNames } from '../../../src/shared/model/environment.ts';
import { profileSchema } from '../../../src/shared/model/profile.ts';
import type { Session } from '../../../src/shared/model/session.ts';
import {
  defaultSettings,
  type Settings,
  type TextSize,
  textSizes,
} from '../../../src/shared/model/settings.ts';

const stylesFolder = new URL('../../../src/renderer/styles/', import.meta.url);
const tokensCss = readdirSync(stylesFolder)
  .filter((name) => name.startsWith('tokens'))
  .map((name) => readFileSync(new URL(name, stylesFolder), 'utf8'))
  .join('\n');

/** Returns the selectors of the CSS rules that apply, with rising precedence. */
function selectorsFor(isDark: boolean, hasHighContrast: boolean, environment: string | null): string[] {
  return [
    ':root',
    ...(isDark ? [':root.dark'] : []),
    ...(hasHighContrast ? [':root.contrast'] : []),
    ...(isDark && hasHighContrast ? [':root.dark.contrast'] : []),
    environment === null ? ':root:not([data-env])' : `:root[data-env="${environment}"]`,
  ];
}

/** Returns the value of a design token when the rules of the selectors apply. */
function tokenOf(name: string, selectors: string[]): string {
  const declared = new Map<string, string>();
  for (const applied of selectors) {
    for (const [, selector, body] of tokensCss.matchAll(/^(:root[^{]*) \{([^}]*)\}/gm)) {
      if (selector !== applied) continue;
      for (const [, property, value] of (body ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
        declared.set(property ?? '', value ?? '');
      }
    }
  }
  const value = declared.get(name) ?? '';
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference === undefined ? value.toUpperCase() : tokenOf(reference, selectors);
}

const overlaysCss = readFileSync(new URL('../components/Dialog.module.css', stylesFolder), 'utf8');

/** Blends a colour of the page with the overlay of a dialog. */
function blendWithOverlay(colour: string, isDark: boolean): string {
  const rule = isDark ? ':root:global\\(\\.dark\\) \\.overlay' : '^\\.overlay';
  const channels =
    new RegExp(`${rule} \\{[^}]*background: rgb\\(([^)]*)\\)`, 'm').exec(overlaysCss)?.[1] ?? '';
  const [red = 0, green = 0, blue = 0, opacity = 0] = channels.split(/[ /]+/).map(Number);
  const sixDigits = colour.length === 4 ? colour.replaceAll(/[0-9A-F]/g, '$&$&') : colour;
  return [red, green, blue].reduce((hex, overlayChannel, index) => {
    const pageChannel = Number.parseInt(sixDigits.slice(1 + index * 2, 3 + index * 2), 16);
    const blended = Math.round(overlayChannel * opacity + pageChannel * (1 - opacity));
    return `${hex}${blended.toString(16).toUpperCase().padStart(2, '0')}`;
  }, '#');
}

const appearances = [false, true].flatMap((isDark) =>
  [false, true].flatMap((hasHighContrast) =>
    ([null, 'sandbox', 'production'] as const).map((environment) => ({
      isDark,
      hasHighContrast,
      environment,
      textSize: 100 as const,
    })),
  ),
);

describe.each(appearances)('in the appearance %o', (appearance) => {
  const selectors = selectorsFor(appearance.isDark, appearance.hasHighContrast, appearance.environment);

  test('the buttons have the colours of the bar', () => {
    const { color, symbolColor } = createCaptionStyle(appearance);
    expect(color).toBe(tokenOf('--bar', selectors));
    expect(symbolColor).toBe(tokenOf('--on-bar', selectors));
  });

  test('the buttons behind a dialog have the colours of the dimmed bar', () => {
    const { color, symbolColor } = createCaptionStyle(appearance, true);
    expect(color).toBe(blendWithOverlay(tokenOf('--bar', selectors), appearance.isDark));
    expect(symbolColor).toBe(blendWithOverlay(tokenOf('--on-bar', selectors), appearance.isDark));
    expect(createCaptionStyle(appearance, true).height).toBe(createCaptionStyle(appearance).height);
  });

  test('the window has the background colour of the page', () => {
    expect(getBackgroundColour(appearance)).toBe(tokenOf('--canvas', selectors));
  });
});

test("the buttons are as high as the bar and do not cover the sandbox's hatching", () => {
  const heightOf = (environment: 'sandbox' | 'production' | null) =>
    createCaptionStyle({ isDark: false, hasHighContrast: false, environment, textSize: 100 }).height;
  expect([heightOf(null), heightOf('production'), heightOf('sandbox')]).toEqual([44, 44, 40]);
});

test('the buttons grow with the bar at larger text sizes', () => {
  const heightsAt = (textSize: TextSize) =>
    ([null, 'sandbox'] as const).map(
      (environment) =>
        createCaptionStyle({ isDark: false, hasHighContrast: false, environment, textSize }).height,
    );
  expect(textSizes.map(heightsAt)).toEqual([
    [44, 40],
    [51, 46],
    [57, 52],
    [66, 60],
  ]);
});

test('the buttons of macOS stay in the middle of the bar', () => {
  expect(textSizes.map(getTrafficLightPosition)).toEqual([
    { x: 13, y: 15 },
    { x: 13, y: 19 },
    { x: 13, y: 22 },
    { x: 13, y: 26 },
  ]);
});

describe('the appearance', () => {
  const host = 'https://payments.example';
  const profile = profileSchema.parse({
    id: 'nordlicht',
    origin: 'clerk',
    name: 'Nordlicht Maschinenbau',
    environment: 'production',
    clientId: 'client',
    hosts: Object.fromEntries(hostNames.map((name) => [name, host])),
    options: {},
  });
  const companyId = '1';
  const validUntil = '2026-10-14T10:21:00.000Z';
  const keyRefused: WireError = {
    code: 'key-refused',
    message: '',
    retryable: false,
    requestId: null,
    details: {},
  };

  const sessions: readonly [Session, Environment | null][] = [
    [{ state: 'signed-out', locked: false }, null],
    [{ state: 'signing-in', profile }, null],
    [{ state: 'signed-in', profile, companyId, validUntil }, 'production'],
    [{ state: 'interrupted', profile, error: keyRefused }, 'production'],
  ];

  /** Topics with a current value each; the test sends their changes. */
  function topicsWith(session: Session, settings: Settings) {
    const currentValues: Record<string, unknown> = { session, settings };
    const subscribers = new Set<Subscriber>();
    const topics: Pick<Topics, 'subscribe'> = {
      subscribe(subscriber, name) {
        subscribers.add(subscriber);
        return { seq: 0, value: currentValues[name] };
      },
    };
    return {
      topics,
      send(topic: string, value: unknown) {
        for (const subscriber of subscribers) subscriber.send([{ topic, seq: 1, value }]);
      },
    };
  }

  test.each(sessions)('starts with the environment of the session %o', (session, environment) => {
    const { topics } = topicsWith(session, defaultSettings);
    expect(followAppearance(topics, () => undefined)()).toEqual({
      hasHighContrast: false,
      environment,
      textSize: 100,
    });
  });

  test('starts with the contrast and the text size of the settings', () => {
    const settings = {
      ...defaultSettings,
      appearance: { theme: 'dark', contrast: true },
      textSize: 150,
    } as const;
    const { topics } = topicsWith({ state: 'signed-out', locked: false }, settings);
    expect(followAppearance(topics, () => undefined)()).toMatchObject({
      hasHighContrast: true,
      textSize: 150,
    });
  });

  test('changes with session and settings and notifies its listener', () => {
    let changes = 0;
    const source = topicsWith({ state: 'signed-out', locked: false }, defaultSettings);
    const appearance = followAppearance(source.topics, () => {
      changes += 1;
    });
    source.send('session', { state: 'signed-in', profile, companyId, validUntil });
    const appearanceSettings = { theme: 'dark', contrast: true };
    source.send('settings', { ...defaultSettings, appearance: appearanceSettings, textSize: 115 });
    expect(appearance()).toEqual({ hasHighContrast: true, environment: 'production', textSize: 115 });
    expect(changes).toBe(2);
  });
});
