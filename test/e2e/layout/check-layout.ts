/**
 * @file The layout of what the window shows, at every size that Paydesk supports, with its own words and with longer
 * ones. At the smallest, where more is scrolled and folded, axe looks at it too.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { barriersOn } from '../axe.ts';
import { expect, type Paydesk } from '../fixture.ts';
import { contentSize } from '../launch/program-functions.ts';
import { findLayoutFaults, type LayoutFault, type LayoutRules } from './find-faults.ts';
import { lengthenTexts } from './lengthen.ts';
import { shownComponents } from './shown-components.ts';

/** Where the findings go: `<name>.json`. */
export const layoutFolder = join('test-results', 'layout');

/** In CSS pixels: a window of 960 at 150 %. */
const smallest = { width: 640, height: 500 };

/** In CSS pixels. 853 is a screen of 1280 at 150 %. */
export const sizes = [
  smallest,
  { width: 853, height: 533 },
  { width: 960, height: 600 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
] as const;

/** What is judged differently on Paydesk's pages. */
export const layoutRules: LayoutRules = {
  // Menus, lists and tips float; a panel is a sheet over the list where both do not fit; the tray opens over the page.
  layers:
    '.popover, .tooltip, .toasts, .split > .panel, .panel-handle, .tray-sheet, .veil, .drop-layer, .skip',
  modal: '.veil',
  app: '#root',
  // Tables have as many columns as they have; originals are shown as they came; pages of a PDF can be enlarged.
  wide: ':has(> table, > .grid-canvas), .review-grid, .proof-raw, .read-preview, .header-rows, [role="grid"], [role="table"], pre, .raw, .pdf-pages, .proof-image',
  // The text of a PDF lies where its author put it, above a picture of the page.
  foreign: '.pdf-page',
  caption: '#host-caption',
};

/** Is never translated: names of files, IDs, originals. The documents of the tests have long ones. */
const data = `.name, .id, .raw, pre, ${layoutRules.foreign}`;

/** A fault and where it was found. */
export interface FoundFault extends LayoutFault {
  readonly width: number;
  readonly words: 'own' | 'long';
}

/** What was found on one screen. */
export interface LayoutReport {
  readonly name: string;
  readonly faults: readonly FoundFault[];
}

type Words = FoundFault['words'];

async function findFaults(page: Page, words: readonly Words[]): Promise<FoundFault[]> {
  const width = await page.evaluate(() => innerWidth);
  const settle = `
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        // A page that is not drawn at the moment gets no frames.
        setTimeout(resolve, 1000);
      });
    const settle = async () => {
      await frame();
      await frame();
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      }
    };`;
  const found: { own: LayoutFault[]; long: LayoutFault[] } = await page.evaluate(`(async () => {
    ${settle}
    const find = ${findLayoutFaults.toString()};
    const lengthen = ${lengthenTexts.toString()};
    const rules = ${JSON.stringify(layoutRules)};
    await settle();
    const own = find(rules);
    const restore = lengthen(${JSON.stringify(data)});
    await settle();
    const long = find(rules);
    restore();
    return { own, long };
  })()`);
  return words.flatMap((which) => found[which].map((fault) => ({ ...fault, width, words: which })));
}

/** What stays wrong: a list over the page finds its place some frames after the window has its size. */
async function findFaultsAtRest(page: Page, words: readonly Words[]): Promise<FoundFault[]> {
  let found = await findFaults(page, words);
  const isWell = async () => {
    if (found.length > 0) found = await findFaults(page, words);
    return found.length === 0;
  };
  await expect
    .poll(isWell)
    .toBe(true)
    .catch(() => undefined);
  return found;
}

/**
 * Looks at the window at each of the {@link sizes} and gives it back its own. Every fault fails the test, which goes on
 * all the same. Gives the names of the components that were shown. In the pseudo-locale the program's own words are long
 * already.
 */
export async function checkLayout(
  paydesk: Paydesk,
  name: string,
  words: readonly Words[] = ['own', 'long'],
): Promise<ReadonlySet<string>> {
  const { page } = paydesk;
  const before = await paydesk.evaluate(contentSize, null);
  const faults: FoundFault[] = [];
  for (const size of sizes) {
    await showAt(paydesk, size);
    faults.push(...(await findFaultsAtRest(page, words)));
    if (size === smallest) expect.soft(await barriersOn(page, 'structure'), `${name}, smallest`).toEqual([]);
  }
  const components = new Set(await page.evaluate(shownComponents));
  await showAt(paydesk, before);
  await mkdir(layoutFolder, { recursive: true });
  const report: LayoutReport = { name, faults };
  await writeFile(join(layoutFolder, `${name}.json`), JSON.stringify(report, null, 2));
  expect.soft(faults.map(lineOf), `the layout of ${name}`).toEqual([]);
  return components;
}

async function showAt(paydesk: Paydesk, size: { width: number; height: number }): Promise<void> {
  await paydesk.resize(size.width, size.height);
  await paydesk.page.waitForFunction(
    (wanted) => innerWidth === wanted.width && innerHeight === wanted.height,
    size,
  );
}

function lineOf({ width, words, kind, what, by, pixels }: FoundFault): string {
  return `${width} ${words}: ${kind} ${what}${by === '' ? '' : ` | ${by}`} (${pixels})`;
}
