/** @file Pictures of what the window shows, light and dark, and axe's opinion of each. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { barriersOn } from './axe.ts';
import { expect, type Paydesk } from './fixture.ts';
import { contentSize } from './launch/program-functions.ts';
import { untilStill } from './launch/still.ts';
import type { LayoutJourney } from './layout/journey.ts';

/** Where the pictures go: `<name>.<scheme>.<scale>.png`, the scale in percent. */
export const screensFolder = join('test-results', 'screens');

const schemes = ['light', 'dark'] as const;

/** Takes one picture, with everything but its name decided. */
export type Shoot = (name: string) => Promise<void>;

/** What of a picture can be decided. */
export interface PhotographOptions {
  /** Leaves axe out, where it saw the same screen before, at another scale for example. */
  readonly axe?: boolean;
  /** Looks at the layout as well, where the window has its usual size: a smaller one is among those it looks at. */
  readonly layout?: LayoutJourney;
}

/**
 * Photographs the window as it is, once light and once dark, through the settings of the signed-in or signed-out
 * Paydesk; what is open stays open. The scale is the one that Paydesk was started with. Everything that axe finds
 * (WCAG 2.2 AA and its good practice) fails the test, which goes on to the next picture all the same.
 */
export async function photograph(
  paydesk: Paydesk,
  name: string,
  { axe = true, layout }: PhotographOptions = {},
): Promise<void> {
  await mkdir(screensFolder, { recursive: true });
  if (layout !== undefined && (await paydesk.evaluate(contentSize, null)).width === 1280) {
    await layout.check(name);
  }
  const scale = await paydesk.page.evaluate(() => Math.round(devicePixelRatio * 100));
  for (const scheme of schemes) {
    await showScheme(paydesk, scheme);
    await paydesk.screenshot(join(screensFolder, `${name}.${scheme}.${scale}.png`));
    if (axe)
      expect
        .soft(await barriersOn(paydesk.page, scheme === 'light' ? 'all' : 'colours'), `${name}, ${scheme}`)
        .toEqual([]);
  }
}

/** Shows the whole window light or dark, and waits until nothing of it moves any more. */
export async function showScheme(paydesk: Paydesk, theme: (typeof schemes)[number]): Promise<void> {
  const settings = { appearance: { theme, contrast: false }, largeFileMegabytes: 25 };
  expect(await paydesk.call('settings.change', settings)).toMatchObject({ ok: true });
  await paydesk.page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    theme === 'dark',
  );
  await untilStill(paydesk.page);
}
