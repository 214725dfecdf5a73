/**
 * @file Checks the layout of the window at every size that Paydesk supports, with its own texts and with longer texts. At
 * the smallest size, axe checks the window as well.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../axe.ts';
import { expect, type Paydesk } from '../fixture.ts';
import { contentSize } from '../launch/program-functions.ts';
import { untilStill } from '../launch/until-still.ts';
import { isLongRun } from '../run-length.ts';
import { findLayoutFaults, type LayoutFault, type LayoutRules } from './find-faults.ts';
import { lengthenTexts } from './lengthen.ts';
import { toPseudoParts } from './pseudo-texts.ts';
import { findShownComponents } from './shown-components.ts';
import { readTexts, replaceTexts } from './visible-texts.ts';

/** Folder of the reports: `<name>.json`. */
const layoutFolder = join('test-results', 'layout');

/** In CSS pixels: a window of 960 by 750 physical pixels at 150 %. */
const smallestSize = { width: 640, height: 500 };

/** In CSS pixels. A width of 853 is a screen of 1280 physical pixels at 150 %. */
const sizes = [
  smallestSize,
  { width: 853, height: 533 },
  { width: 960, height: 600 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
] as const;

/** Exceptions of the check on Paydesk's pages. */
const layoutRules: LayoutRules = {
  // Menus, lists and tooltips float. In a small window, a panel covers the list. The tray opens over the page.
  layers:
    '[data-part="popover"], [data-part="tooltip"], [data-region="toasts"], [data-region="help"], [data-part="split"] > aside[data-region="panel"], [data-part="panel-handle"], [data-part="tray-sheet"], [data-part="overlay"], [data-part="drop-layer"], [data-part="skip"]',
  modal: '[data-part="overlay"]',
  app: '#root',
  spoken: '[data-part="spoken"]',
  // Tables may have many columns; originals are not wrapped; PDF pages can be zoomed.
  wide: ':has(> table, > [data-part="grid-canvas"]), [data-part="viewer-grid"], [data-part="original"], [data-part="preview"], [role="grid"], [role="table"], pre, .raw, [data-part="pdf-pages"], [data-part="image"]',
  // The text layer of a PDF follows the page, which Paydesk does not lay out.
  foreign: '[data-part="pdf-page"]',
  caption: '#host-caption',
  // Cells and column headings have the width that the clerk gave them; the tray's sheet shows its lines in full; the
  // name of a profile is data, although that of the practice company is a message; a second line in a list has a title.
  joined: '[data-part="file-name"]',
  shortenable:
    '[role="gridcell"], [role="columnheader"], td, th, [data-part="tray-jobs"], [data-part="profile-name"], .cut[title]',
};

/** Data that is never translated: file names, IDs, originals. */
const dataSelector = `bdi, [data-part="file-name"], .id, .raw, pre, ${layoutRules.foreign}`;

/** A fault, with the window width and the texts of the check that found the fault. */
interface FoundFault extends LayoutFault {
  readonly width: number;
  readonly words: 'own' | 'long' | 'pseudo';
}

/** The faults of one screen. */
interface LayoutReport {
  readonly name: string;
  readonly faults: readonly FoundFault[];
  /** Texts with unaccented words that match no message of the catalogs. */
  readonly untranslated: readonly string[];
}

/** Sizes that are checked in the pseudo-locale as well: 1280 pixels at 150 % and at 100 %. */
const pseudoSizes: ReadonlySet<(typeof sizes)[number]> = new Set([sizes[1], sizes[4]]);

/** Texts of a layout check: the window's own, lengthened texts, or texts of the pseudo-locale. */
export type TextVariant = FoundFault['words'];

/** Texts of the pseudo-locale by the English text that they replace. */
type PseudoTexts = Readonly<Record<string, string>>;

async function findFaults(
  page: Page,
  variants: readonly TextVariant[],
  pseudo: PseudoTexts,
): Promise<FoundFault[]> {
  const width = await page.evaluate(() => innerWidth);
  const settle = `
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        // A page that is not rendered gets no frames.
        setTimeout(resolve, 1000);
      });
    const settle = async () => {
      await frame();
      await frame();
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      }
    };`;
  const faultsByVariant: Record<TextVariant, LayoutFault[]> = await page.evaluate(`(async () => {
    ${settle}
    const find = ${findLayoutFaults.toString()};
    const lengthen = ${lengthenTexts.toString()};
    const replace = ${replaceTexts.toString()};
    const data = ${JSON.stringify(dataSelector)};
    const rules = ${JSON.stringify(layoutRules)};
    const words = ${JSON.stringify(variants)};
    const findIn = async (which, change) => {
      if (!words.includes(which)) return [];
      const restore = change();
      await settle();
      const faults = find(rules);
      restore();
      return faults;
    };
    return {
      own: await findIn('own', () => () => undefined),
      long: await findIn('long', () => lengthen(data)),
      pseudo: await findIn('pseudo', () => replace({ data, others: ${JSON.stringify(pseudo)} })),
    };
  })()`);
  return variants.flatMap((variant) =>
    faultsByVariant[variant].map((fault) => ({ ...fault, width, words: variant })),
  );
}

/** Finds the faults that remain, because a floating list moves some frames after the window was resized. */
async function findStableFaults(
  page: Page,
  variants: readonly TextVariant[],
  pseudo: PseudoTexts,
): Promise<FoundFault[]> {
  let faults = await findFaults(page, variants, pseudo);
  const isFaultless = async () => {
    if (faults.length > 0) faults = await findFaults(page, variants, pseudo);
    return faults.length === 0;
  };
  await expect
    .poll(isFaultless)
    .toBe(true)
    .catch(() => undefined);
  return faults;
}

/**
 * Checks the window at each of the {@link sizes}, then restores its size. Faults fail the test softly. Returns the names of
 * the visible components. Does nothing in a short run.
 */
export async function checkLayout(
  paydesk: Paydesk,
  name: string,
  variants: readonly TextVariant[] = ['own', 'long'],
): Promise<ReadonlySet<string>> {
  if (!isLongRun) return new Set();
  const { page } = paydesk;
  await untilStill(page);
  const sizeBefore = await paydesk.evaluate(contentSize, null);
  const { pseudo, untranslated } = await readPseudoTexts(page);
  const faults: FoundFault[] = [];
  for (const size of sizes) {
    await resizeTo(paydesk, size);
    const variantsAtSize = variants.filter((variant) => variant !== 'pseudo' || pseudoSizes.has(size));
    faults.push(...(await findStableFaults(page, variantsAtSize, pseudo)));
    if (size === smallestSize)
      expect.soft(await accessibilityViolations(page, 'structure'), `${name}, smallest`).toEqual([]);
  }
  const components = new Set(await page.evaluate(findShownComponents));
  await resizeTo(paydesk, sizeBefore);
  await mkdir(layoutFolder, { recursive: true });
  const report: LayoutReport = { name, faults, untranslated };
  await writeFile(join(layoutFolder, `${name}.json`), JSON.stringify(report, null, 2));
  expect.soft(faults.map(formatFault), `the layout of ${name}`).toEqual([]);
  return components;
}

/** Checks the window at its current size and text size, with its own texts. Faults fail the test softly. */
export async function checkCurrentLayout(paydesk: Paydesk, name: string): Promise<void> {
  const faults = await findStableFaults(paydesk.page, ['own'], {});
  expect.soft(faults.map(formatFault), `the layout of ${name}`).toEqual([]);
}

async function readPseudoTexts(
  page: Page,
): Promise<{ pseudo: PseudoTexts; untranslated: readonly string[] }> {
  const texts = await page.evaluate(readTexts, dataSelector);
  const pairs = texts.map((text) => ({ text, ...toPseudoParts(text) }));
  return {
    pseudo: Object.fromEntries(pairs.map(({ text, pseudo }) => [text, pseudo])),
    untranslated: pairs.flatMap(({ untranslated }) => untranslated),
  };
}

async function resizeTo(paydesk: Paydesk, size: { width: number; height: number }): Promise<void> {
  await paydesk.resize(size.width, size.height);
  await paydesk.page.waitForFunction(
    (wanted) => innerWidth === wanted.width && innerHeight === wanted.height,
    size,
  );
}

function formatFault({ width, words, kind, what, by, pixels }: FoundFault): string {
  return `${width} ${words}: ${kind} ${what}${by === '' ? '' : ` | ${by}`} (${pixels})`;
}
