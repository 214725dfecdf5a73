import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Subscriber, Topics } from '../../../../src/main/bridge/topics.ts';
import { createCaptionStyle, getBackgroundColour } from '../../../../src/main/platform/electron/caption.ts';
import { followAppearance } from '../../../../src/main/platform/electron/follow-appearance.ts';
import { PaydeskError, toWire } from '../../../../src/shared/errors.ts';
import type { Environment } from '../../../../src/shared/model/session/environment.ts';
import { profileSchema } from '../../../../src/shared/model/session/profile.ts';
import type { Session } from '../../../../src/shared/model/session/session.ts';
import { defaultSettings, type TextSize, textSizes } from '../../../../src/shared/model/settings.ts';
import { hostsAt } from '../../../fakes/servers/hosts.ts';

const stylesFolder = new URL('../../../../src/renderer/styles/', import.meta.url);
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

const overlaysCss = readFileSync(new URL('../components/dialogs/Dialog.module.css', stylesFolder), 'utf8');

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

test.each(appearances)('in the appearance %o, window and buttons look like the page', (appearance) => {
  const selectors = selectorsFor(appearance.isDark, appearance.hasHighContrast, appearance.environment);
  const { color, symbolColor, height } = createCaptionStyle(appearance);
  expect(color).toBe(tokenOf('--bar', selectors));
  expect(symbolColor).toBe(tokenOf('--on-bar', selectors));
  expect(getBackgroundColour(appearance)).toBe(tokenOf('--canvas', selectors));
  expect(createCaptionStyle(appearance, true)).toEqual({
    color: blendWithOverlay(color, appearance.isDark),
    symbolColor: blendWithOverlay(symbolColor, appearance.isDark),
    height,
  });
});

test("the buttons are as high as the bar at every text size and do not cover the sandbox's hatching", () => {
  const heightsAt = (textSize: TextSize) =>
    ([null, 'production', 'sandbox'] as const).map(
      (environment) =>
        createCaptionStyle({ isDark: false, hasHighContrast: false, environment, textSize }).height,
    );
  expect(textSizes.map(heightsAt)).toEqual([
    [44, 44, 40],
    [51, 51, 46],
    [57, 57, 52],
    [66, 66, 60],
  ]);
});

describe('the appearance', () => {
  const profile = profileSchema.parse({
    id: 'nordlicht',
    origin: 'clerk',
    name: 'Nordlicht Maschinenbau',
    environment: 'production',
    clientId: 'client',
    hosts: hostsAt('https://payments.example'),
    options: {},
  });
  const signedOut: Session = { state: 'signed-out', locked: false };
  const validUntil = '2026-10-14T10:21:00.000Z';
  const signedIn: Session = { state: 'signed-in', profile, companyId: '1', validUntil };
  const error = toWire(new PaydeskError('key-refused', ''));

  /** Follows topics with a current value each; the test sends their changes. */
  function follow(session: Session, settings = defaultSettings) {
    const currentValues: Record<string, unknown> = { session, settings };
    const subscribers = new Set<Subscriber>();
    const topics: Pick<Topics, 'subscribe'> = {
      subscribe(subscriber, name) {
        subscribers.add(subscriber);
        return { seq: 0, value: currentValues[name] };
      },
    };
    let changes = 0;
    const appearance = followAppearance(topics, () => {
      changes += 1;
    });
    return {
      appearance,
      countChanges: () => changes,
      send(topic: string, value: unknown) {
        for (const subscriber of subscribers) subscriber.send([{ topic, seq: 1, value }]);
      },
    };
  }

  test.each<[Session, Environment | null]>([
    [signedOut, null],
    [{ state: 'signing-in', profile }, null],
    [signedIn, 'production'],
    [{ state: 'interrupted', profile, error }, 'production'],
  ])('starts with the environment of the session %o', (session, environment) => {
    expect(follow(session).appearance()).toEqual({ hasHighContrast: false, environment, textSize: 100 });
  });

  test('starts with the contrast and the text size of the settings, changes with them and with the session, and notifies its listener', () => {
    const contrast = { theme: 'dark', contrast: true } as const;
    const { appearance, countChanges, send } = follow(signedOut, {
      ...defaultSettings,
      appearance: contrast,
      textSize: 150,
    });
    expect(appearance()).toEqual({ hasHighContrast: true, environment: null, textSize: 150 });
    send('session', signedIn);
    send('settings', { ...defaultSettings, textSize: 115 });
    expect(appearance()).toEqual({ hasHighContrast: false, environment: 'production', textSize: 115 });
    expect(countChanges()).toBe(2);
  });
});
