/** @file A web page for comparison: Chromium's `fetch` puts the same files to signed links, as a browser portal would. */
import { chromium } from '@playwright/test';
import { findChromium } from '../host/chromium.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { linksFor } from './peers.ts';

interface Upload {
  readonly links: readonly string[];
  readonly atOnce: number;
}

/** Sends the files of the file input; returns the duration in milliseconds. Runs in the page. */
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

/** Sends files with Chromium's `fetch`, `atOnce` at a time; returns milliseconds, or `null` without Chromium. */
export async function putWithBrowser(
  simulator: Simulator,
  paths: readonly string[],
  atOnce: number,
): Promise<number | null> {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  const links = await linksFor(simulator, paths);
  // The storage host allows no other origins; the benchmark measures sending, so CORS is switched off.
  const browser = await chromium.launch({ executablePath, args: ['--disable-web-security'] });
  try {
    const page = await browser.newPage();
    await page.setContent('<input type="file" multiple>');
    const input = page.locator('input');
    await input.setInputFiles([...paths]);
    const storedBefore = simulator.state.objects.size;
    const durationMs = await input.evaluate(putAll, { links, atOnce }, { timeout: 600_000 });
    if (simulator.state.objects.size - storedBefore !== paths.length) {
      throw new Error('The page did not send everything');
    }
    return durationMs;
  } finally {
    await browser.close();
  }
}
