/** @file The Chromium process of the host, controlled through a pipe. Its profile is in Paydesk's data folder. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { findChromium } from './chromium.ts';
import { app, switchValue } from './electron/app.ts';
import { protocolHandler } from './electron/session.ts';
import { nativeTheme } from './electron/theme.ts';
import { readHostOptions } from './options.ts';
import { reportProblem } from './records.ts';

/** Maps an address of a custom scheme to the one for Chromium: `app://paydesk` to `https://paydesk.app.invalid`. */
export function webAddress(appAddress: string): string {
  const url = new URL(appAddress);
  return `https://${url.host}.${url.protocol.slice(0, -1)}.invalid${url.pathname}${url.search}${url.hash}`;
}

/** The inverse of {@link webAddress}; `null` for an address outside the custom schemes. */
export function appAddress(web: string): string | null {
  const found = /^https:\/\/(?<host>[^/.]+)\.(?<scheme>[a-z]+)\.invalid(?<rest>\/.*)?$/.exec(web)?.groups;
  return found === undefined ? null : `${found['scheme']}://${found['host']}${found['rest'] ?? '/'}`;
}

/** Returns true when a page may navigate to `url`. */
export type NavigationGate = (url: string) => boolean;

const gates = new WeakMap<Page, NavigationGate>();
let running: Promise<BrowserContext> | null = null;

/** Applies `gate` to every navigation of a page. */
export function guardNavigation(page: Page, gate: NavigationGate): void {
  gates.set(page, gate);
}

/** Returns the browser. Starts it on the first call, and again after a person has closed it. */
export function browser(size: { width: number; height: number }): Promise<BrowserContext> {
  running ??= launch(size).then(async (context) => {
    context.once('close', () => {
      running = null;
    });
    await context.route('**/*', (route) => serve(route));
    return context;
  });
  app.beforeExit = closeBrowser;
  return running;
}

/** Pages that are being opened. */
const openings = new Set<Promise<void>>();

/** Delays closing the browser until the page is open; otherwise Playwright fails. */
export async function untilOpen(opening: Promise<void>): Promise<void> {
  openings.add(opening);
  await opening.finally(() => openings.delete(opening));
}

async function closeBrowser(): Promise<void> {
  await Promise.allSettled(openings);
  const context = await running?.catch(() => null);
  await context?.close();
}

async function launch(size: { width: number; height: number }): Promise<BrowserContext> {
  const options = readHostOptions(process.env);
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found; set PAYDESK_CHROMIUM to its path');
  // Imported lazily, because the windowless mode does not need Playwright.
  const { chromium } = await import('@playwright/test');
  const headed = options.window === 'headed';
  const port = switchValue('remote-debugging-port');
  const start = () =>
    chromium.launchPersistentContext(app.getPath('sessionData'), {
      executablePath,
      headless: !headed,
      locale: options.locale,
      serviceWorkers: 'block',
      // The program handles signals and closes the browser itself.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      acceptDownloads: false,
      colorScheme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
      ...(headed ? { viewport: null } : { viewport: size, deviceScaleFactor: options.deviceScaleFactor }),
      args: [
        // No host name is resolved: the page can load only the custom schemes.
        '--host-resolver-rules=MAP * ~NOTFOUND',
        `--window-size=${size.width},${size.height}`,
        // `--test-type` hides Chromium's bar about unsupported command-line flags.
        ...(headed ? ['--app=data:text/html,Paydesk', '--test-type='] : []),
        ...(port === null ? [] : [`--remote-debugging-port=${port}`]),
      ],
    });
  // The browser of a program that was killed recently may still lock the profile.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function serve(route: Route): Promise<void> {
  const request = route.request();
  const web = request.url();
  const address = appAddress(web);
  if (request.isNavigationRequest() && !mayNavigate(route, address ?? web)) {
    await route.abort('aborted');
    return;
  }
  const handler = address === null ? null : protocolHandler(new URL(address).protocol.slice(0, -1));
  if (address === null || handler === null) {
    reportProblem('blocked', web);
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
    return gates.get(route.request().frame().page())?.(address) ?? false;
  } catch {
    // A window that is still opening has no frame yet and must not navigate.
    return false;
  }
}
