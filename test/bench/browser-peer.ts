/** @file A web page as a peer: Chromium's `fetch` puts the same files to signed links, as a portal in a browser would. */
import { chromium } from '@playwright/test';
import type { Simulator } from '../../src/main/simulator/simulator.ts';
import { findChromium } from '../host/chromium.ts';
import { linksFor } from './peers.ts';

interface Upload {
  readonly links: readonly string[];
  readonly atOnce: number;
}

/** Runs in the page, on the input that holds the files; gives milliseconds. */
async function putAll(input: Element, { links, atOnce }: Upload): Promise<number> {
  const files = input instanceof HTMLInputElement ? [...(input.files ?? [])] : [];
  const start = performance.now();
  let next = 0;
  const sender = async () => {
    while (next < files.length) {
      const index = next;
      next += 1;
      const response = await fetch(links[index] ?? '', {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf' },
        body: files[index] ?? null,
      });
      if (!response.ok) throw new Error(`The storage answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return performance.now() - start;
}

/** Chromium's `fetch` with so many PUTs at once; gives milliseconds, or `null` without a Chromium. */
export async function putWithBrowser(
  simulator: Simulator,
  paths: readonly string[],
  atOnce: number,
): Promise<number | null> {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  const links = await linksFor(simulator, paths);
  // The storage answers no web page of elsewhere: what is measured is the sending, not that rule.
  const browser = await chromium.launch({ executablePath, args: ['--disable-web-security'] });
  try {
    const page = await browser.newPage();
    await page.setContent('<input type="file" multiple>');
    const input = page.locator('input');
    await input.setInputFiles([...paths]);
    const stored = simulator.state.objects.size;
    const taken = await input.evaluate(putAll, { links, atOnce }, { timeout: 600_000 });
    if (simulator.state.objects.size - stored !== paths.length) {
      throw new Error('The page did not send everything');
    }
    return taken;
  } finally {
    await browser.close();
  }
}
