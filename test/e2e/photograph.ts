/** @file Photographs the window, light and dark, and checks each photograph with axe; a short run only checks the screen with axe. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSnapshot } from '../../src/shared/contract/answers.ts';
import { topics } from '../../src/shared/contract/index.ts';
import { accessibilityViolations } from './axe.ts';
import { expect, type Paydesk } from './fixture.ts';
import { contentSize } from './launch/program-functions.ts';
import { untilStill } from './launch/until-still.ts';
import type { LayoutJourney } from './layout/journey.ts';
import { isLongRun } from './run-length.ts';

/** Folder of the photographs: `<name>.<scheme>.<scale>.png`, the scale in percent. */
const screensFolder = join('test-results', 'screens');

const schemes = ['light', 'dark'] as const;

/** Photographs the current state of the window under a name. */
export type TakePhotograph = (name: string) => Promise<void>;

/** Options of {@link photograph}. */
interface PhotographOptions {
  /** False skips axe, for a screen that axe checks elsewhere, such as at another scale. */
  readonly axe?: boolean;
  /** Photographs the window at a display scale of 150 % as well, at which the page has the same layout. */
  readonly at150?: boolean;
  /** Checks the layout as well when the window is 1280 pixels wide; the check itself covers smaller sizes. */
  readonly layout?: LayoutJourney;
}

/**
 * Photographs the window once light and once dark, by changing the settings; open dialogs stay open. Violations that axe finds (WCAG 2.2 AA and best practice) fail the test softly, so that the test continues.
 */
export async function photograph(
  paydesk: Paydesk,
  name: string,
  { axe = true, at150 = false, layout }: PhotographOptions = {},
): Promise<void> {
  if (!isLongRun) {
    if (!axe) return;
    await untilStill(paydesk.page);
    await expectAccessible(paydesk, 'all', name);
    return;
  }
  await mkdir(screensFolder, { recursive: true });
  if (layout !== undefined && (await paydesk.evaluate(contentSize, null)).width === 1280) {
    await layout.check(name);
  }
  const scale = await paydesk.page.evaluate(() => Math.round(devicePixelRatio * 100));
  const fileOf = (scheme: string, percent: number) => join(screensFolder, `${name}.${scheme}.${percent}.png`);
  for (const scheme of schemes) {
    await showScheme(paydesk, scheme);
    await paydesk.screenshot(fileOf(scheme, scale));
    if (at150)
      await paydesk.atScale(1.5, async () => {
        await untilStill(paydesk.page);
        await paydesk.screenshot(fileOf(scheme, 150));
      });
    if (axe) await expectAccessible(paydesk, scheme === 'light' ? 'all' : 'colours', `${name}, ${scheme}`);
  }
}

async function expectAccessible(
  { page }: Paydesk,
  scope: 'all' | 'colours',
  description: string,
): Promise<void> {
  expect.soft(await accessibilityViolations(page, scope), description).toEqual([]);
}

/** Switches the window to light or dark, and waits until it is still. */
async function showScheme(paydesk: Paydesk, theme: (typeof schemes)[number]): Promise<void> {
  const answer = await paydesk.page.evaluate(() => window.paydesk.subscribe('settings', () => undefined));
  const current = topics.settings.value.parse(parseSnapshot(answer, 'settings').value);
  const settings = { ...current, appearance: { theme, contrast: false } };
  expect(await paydesk.call('settings.change', settings)).toMatchObject({ ok: true });
  await paydesk.page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    theme === 'dark',
  );
  await untilStill(paydesk.page);
}
