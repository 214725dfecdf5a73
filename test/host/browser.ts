/**
 * @file The Chromium process of the host, controlled through a pipe. Its profile is in Paydesk's data folder. A test can provide a
 * running Chromium instead, in which the program gets a context of its own.
 */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { findChromium, offline } from './chromium.ts';
import { app, switchValue } from './electron/app.ts';
import { findProtocolHandler } from './electron/session.ts';
import { nativeTheme } from './electron/theme.ts';
import { readHostOptions } from './options.ts';
import { reportProblem } from './records.ts';

/** Maps an address of a custom scheme to an address for Chromium: `app://paydesk` to `https://paydesk.app.invalid`. */
export function toWebAddress(appAddress: string): string {
  const url = new URL(appAddress);
  return `https://${url.host}.${url.protocol.slice(0, -1)}.invalid${url.pathname}${url.search}${url.hash}`;
}

/** The inverse of {@link toWebAddress}; `null` for an address outside the custom schemes. */
export function toAppAddress(webUrl: string): string | null {
  const groups = /^https:\/\/(?<host>[^/.]+)\.(?<scheme>[a-z]+)\.invalid(?<rest>\/.*)?$/.exec(webUrl)?.groups;
  return groups === undefined ? null : `${groups['scheme']}://${groups['host']}${groups['rest'] ?? '/'}`;
}

/** Returns true when a page may navigate to `url`. */
type NavigationGate = (url: string) => boolean;

const navigationGates = new WeakMap<Page, NavigationGate>();
let runningContext: Promise<BrowserContext> | null = null;

/** Applies `gate` to every navigation of a page. */
export function guardNavigation(page: Page, gate: NavigationGate): void {
  navigationGates.set(page, gate);
}

/** Returns the browser. Starts it on the first call, and on the first call after a person has closed it. */
export function getBrowser(size: { width: number; height: number }): Promise<BrowserContext> {
  runningContext ??= launch(size).then(async (context) => {
    context.once('close', () => {
      runningContext = null;
    });
    await context.route('**/*', (route) => serve(route));
    return context;
  });
  app.beforeExit.add(closeBrowser);
  return runningContext;
}

const maxLaunchAttempts = 5;

/** Promises that settle when a page is open. */
const pendingOpenings = new Set<Promise<void>>();

/** Delays closing the browser until `opening` settles, because Playwright fails to close a page that is opening. */
export async function trackOpening(opening: Promise<void>): Promise<void> {
  pendingOpenings.add(opening);
  await opening.finally(() => pendingOpenings.delete(opening));
}

async function closeBrowser(): Promise<void> {
  await Promise.allSettled(pendingOpenings);
  const context = await runningContext?.catch(() => null);
  await context?.close();
}

async function launch(size: { width: number; height: number }): Promise<BrowserContext> {
  const options = readHostOptions(process.env);
  const contextOptions = {
    locale: options.locale,
    serviceWorkers: 'block',
    acceptDownloads: false,
    colorScheme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
  } as const;
  const headlessOptions = { viewport: size, deviceScaleFactor: options.deviceScaleFactor };
  if (options.browser !== undefined) {
    const { chromium } = await import('@playwright/test');
    const browser = await chromium.connectOverCDP(options.browser);
    return browser.newContext({ ...contextOptions, ...headlessOptions });
  }
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found; set PAYDESK_CHROMIUM to its path');
  // Imported lazily, because the windowless mode does not need Playwright.
  const { chromium } = await import('@playwright/test');
  const isHeaded = options.window === 'headed';
  // As root, Chromium has no sandbox, and its window says so.
  const hasSandbox = isHeaded && process.getuid?.() !== 0;
  const port = switchValue('remote-debugging-port');
  const launchContext = () =>
    chromium.launchPersistentContext(app.getPath('sessionData'), {
      executablePath,
      headless: !isHeaded,
      chromiumSandbox: hasSandbox,
      ...contextOptions,
      // The program handles signals and closes the browser itself.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...(isHeaded ? { viewport: null } : headlessOptions),
      args: [
        offline,
        `--window-size=${size.width},${size.height}`,
        // `--test-type` hides Chromium's bar about unsupported command-line flags.
        ...(isHeaded ? ['--app=data:text/html,Paydesk'] : []),
        ...(hasSandbox ? ['--test-type='] : []),
        ...(port === null ? [] : [`--remote-debugging-port=${port}`]),
      ],
    });
  // The browser of a program that was killed recently may still lock the profile.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchContext();
    } catch (error) {
      if (attempt === maxLaunchAttempts) throw error;
    }
  }
}

async function serve(route: Route): Promise<void> {
  const request = route.request();
  const webUrl = request.url();
  const address = toAppAddress(webUrl);
  if (request.isNavigationRequest() && !mayNavigate(route, address ?? webUrl)) {
    await route.abort('aborted');
    return;
  }
  const handler = address === null ? null : findProtocolHandler(new URL(address).protocol.slice(0, -1));
  if (address === null || handler === null) {
    reportProblem('blocked', webUrl);
    await route.abort('blockedbyclient');
    return;
  }
  const response = await handler(
    new Request(address, { method: request.method(), headers: request.headers() }),
  );
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

function mayNavigate(route: Route, address: string): boolean {
  try {
    return navigationGates.get(route.request().frame().page())?.(address) ?? false;
  } catch {
    // A window that is still opening has no frame yet and must not navigate.
    return false;
  }
}
