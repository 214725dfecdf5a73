/**
 * @file The Chromium of a test worker. Programs use it one after the other: each gets a context of its own, which ends with
 * the program, so that a launch starts no browser.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { findChromium, offline } from '../../host/chromium.ts';
import type { HostLaunchOptions } from './paydesk.ts';

let starting: Promise<string> | null = null;
let isInUse = false;

/** Reads the port to which Chromium listens from the first line of a file, once it listens. Returns the address. */
export async function readBrowserAddress(profileFolder: string): Promise<string> {
  let port = '';
  await expect(async () => {
    port = (await readFile(join(profileFolder, 'DevToolsActivePort'), 'utf8')).split('\n')[0] ?? '';
    expect(port).toMatch(/^\d+$/);
  }).toPass({ intervals: [10], timeout: 30_000 });
  return `http://127.0.0.1:${port}`;
}

async function start(): Promise<string> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found; set PAYDESK_CHROMIUM to its path');
  // Playwright ends it with this process.
  const server = await chromium.launchServer({
    executablePath,
    args: [offline, '--remote-debugging-port=0'],
  });
  const profileSwitch = '--user-data-dir=';
  const argument = server.process().spawnargs.find((text) => text.startsWith(profileSwitch)) ?? '';
  return readBrowserAddress(argument.slice(profileSwitch.length));
}

/**
 * Returns the address of the worker's browser for one program. Returns `null` while another program uses it, and for a program
 * that needs its own browser or none.
 */
export async function acquireBrowser(options: HostLaunchOptions): Promise<string | null> {
  const { sharesBrowser = false, windowless = false } = options;
  if (isInUse || !sharesBrowser || windowless) return null;
  isInUse = true;
  starting ??= start();
  return starting;
}

/** Makes the browser available to the next program. Called when no page of the last one is open. */
export function releaseBrowser(): void {
  isInUse = false;
}
