/** @file The one Chromium of the host: a profile of its own in Paydesk's data folder, reached through a pipe. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { findChromium } from './chromium.ts';
import { app, switchValue } from './electron/app.ts';
import { protocolHandler } from './electron/session.ts';
import { nativeTheme } from './electron/theme.ts';
import { readHostOptions } from './options.ts';
import { reportProblem } from './records.ts';

/** Electron's custom schemes, seen from Chromium: `app://paydesk` is served as `https://paydesk.app.invalid`. */
export function webAddress(appAddress: string): string {
  const url = new URL(appAddress);
  return `https://${url.host}.${url.protocol.slice(0, -1)}.invalid${url.pathname}${url.search}${url.hash}`;
}

/** The way back; `null` for an address that no custom scheme is behind. */
export function appAddress(web: string): string | null {
  const found = /^https:\/\/(?<host>[^/.]+)\.(?<scheme>[a-z]+)\.invalid(?<rest>\/.*)?$/.exec(web)?.groups;
  return found === undefined ? null : `${found['scheme']}://${found['host']}${found['rest'] ?? '/'}`;
}

/** Decides where a page may go. */
export type NavigationGate = (url: string) => boolean;

const gates = new WeakMap<Page, NavigationGate>();
let running: Promise<BrowserContext> | null = null;

/** Puts `gate` in charge of a page's navigations. */
export function guardNavigation(page: Page, gate: NavigationGate): void {
  gates.set(page, gate);
}

/** The browser, started when it is first needed and again after a person closed it. */
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

/** Pages that are being set up. */
const openings = new Set<Promise<void>>();

/** Keeps the browser from being closed until a page is set up: Playwright cannot bear that. */
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
  if (executablePath === null) throw new Error('No Chromium was found; PAYDESK_CHROMIUM names one');
  // Loaded here, because a program without a window has nothing to do with it.
  const { chromium } = await import('@playwright/test');
  const headed = options.window === 'headed';
  const port = switchValue('remote-debugging-port');
  const start = () =>
    chromium.launchPersistentContext(app.getPath('sessionData'), {
      executablePath,
      headless: !headed,
      locale: options.locale,
      serviceWorkers: 'block',
      // Signals are for the program, which ends its browser itself.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      acceptDownloads: false,
      colorScheme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
      ...(headed ? { viewport: null } : { viewport: size, deviceScaleFactor: options.deviceScaleFactor }),
      args: [
        // Nothing is ever looked up: what no scheme serves does not exist.
        '--host-resolver-rules=MAP * ~NOTFOUND',
        `--window-size=${size.width},${size.height}`,
        // The second one keeps Chromium from warning above the page about switches that it does not support.
        ...(headed ? ['--app=data:text/html,Paydesk', '--test-type='] : []),
        ...(port === null ? [] : [`--remote-debugging-port=${port}`]),
      ],
    });
  // The browser of a program that was killed a moment ago may still be letting go of the profile.
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
    // A window that is only being opened has no frame yet, and no business here.
    return false;
  }
}
