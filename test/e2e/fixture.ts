/**
 * @file Starts the built Paydesk for a test and provides its page. The program runs in the host (test/host), or in Electron
 * with PAYDESK_E2E_ELECTRON=1; both offer the same functions.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { launchInElectron } from './launch/in-electron.ts';
import { launchInHost } from './launch/in-host.ts';
import type { HostLaunchOptions, Paydesk } from './launch/paydesk.ts';
import { saveTrace } from './launch/trace.ts';

export { expect } from '@playwright/test';
export type { HostLaunchOptions as LaunchOptions, Paydesk } from './launch/paydesk.ts';

/** True when the tests run in Electron itself. */
export const inElectron = process.env['PAYDESK_E2E_ELECTRON'] === '1';

/** Starts the built Paydesk and waits for its window. The caller closes it. */
export async function launchPaydesk(options: HostLaunchOptions): Promise<Paydesk> {
  if (!inElectron) return launchInHost(options);
  const { windowless, sharesBrowser: _, ...electronOptions } = options;
  if (windowless === true) throw new Error('Electron always opens its window on the screen');
  return launchInElectron(electronOptions);
}

interface PaydeskFixtures {
  /** Launch options of `paydesk` and `launch`; set with `test.use`. */
  paydeskOptions: Partial<HostLaunchOptions>;
  /** Set to false by a test that provokes refused requests or console errors. */
  expectQuietConsole: boolean;
  /** Set to false by a test that searches what is on the disk: the browser's profile is then in the data folder. */
  sharesBrowser: boolean;
  /** A new folder for Paydesk's data, deleted after the test. */
  dataFolder: string;
  /** Starts Paydesk on the test's data folder; may be called again after it was quit or killed. */
  launch: (options?: Partial<HostLaunchOptions>) => Promise<Paydesk>;
  /** A Paydesk that is started before the test with `paydeskOptions`. */
  paydesk: Paydesk;
}

/** Playwright's `test` with a running Paydesk. Fails when the page requested another origin or logged an error. */
export const test = base.extend<PaydeskFixtures>({
  paydeskOptions: [{}, { option: true }],
  expectQuietConsole: [true, { option: true }],
  sharesBrowser: [true, { option: true }],

  dataFolder: async ({ paydeskOptions }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'paydesk-e2e-'));
    await use(paydeskOptions.userDataDir ?? join(folder, 'data'));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  launch: async ({ dataFolder, paydeskOptions, expectQuietConsole, sharesBrowser, trace }, use, testInfo) => {
    const launched: Paydesk[] = [];
    await use(async (options = {}) => {
      const paydesk = await launchPaydesk({
        sharesBrowser,
        ...paydeskOptions,
        userDataDir: dataFolder,
        ...options,
      });
      launched.push(paydesk);
      return paydesk;
    });
    const isTraceKept = trace === 'on' || (trace !== 'off' && testInfo.status !== testInfo.expectedStatus);
    for (const [index, paydesk] of launched.entries()) {
      if (isTraceKept) await saveTrace(paydesk, testInfo, `window-${index + 1}`);
      await paydesk.close();
    }
    if (!expectQuietConsole) return;
    expect(launched.flatMap((paydesk) => paydesk.blockedRequests())).toEqual([]);
    expect(launched.flatMap((paydesk) => paydesk.consoleErrors())).toEqual([]);
  },

  paydesk: async ({ launch }, use) => {
    await use(await launch());
  },
});
