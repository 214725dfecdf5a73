/** @file What the short and the long tests of text size use. */
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Width of the page in CSS pixels: the window has 1280 pixels. */
export const expectWidth = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
