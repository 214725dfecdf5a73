/** @file Starts Paydesk in the host. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startHost } from '../../host/client.ts';
import { dropFiles, pasteFiles } from './files.ts';
import { type HostLaunchOptions, type Paydesk, switchesOf } from './paydesk.ts';
import {
  quitProgram,
  readClipboard,
  resizeWindow,
  setDialogAnswers,
  takeShownDialogs,
} from './program-functions.ts';
import { acquireBrowser, readBrowserAddress, releaseBrowser } from './shared-browser.ts';

/**
 * Starts Paydesk in the host and waits for its window. Test and program are two clients of one Chromium: the program uses a
 * pipe, the test a port. The test must not route requests, and connects with `noDefaults`, which leaves theme, size and focus
 * to the program.
 */
export async function launchInHost(options: HostLaunchOptions): Promise<Paydesk> {
  const windowless = options.windowless ?? false;
  // Chromium chooses a free port itself: a port that the test chose could be taken before Chromium listens on it.
  const profileFolder = join(options.userDataDir, 'browser');
  // A test of a data folder that cannot be created has a file in the place of a folder above it.
  await rm(join(profileFolder, 'DevToolsActivePort'), { force: true }).catch(() => undefined);
  const sharedBrowser = await acquireBrowser(options);
  const host = startHost({
    args: [
      ...switchesOf(options),
      ...(windowless || sharedBrowser !== null ? [] : ['--remote-debugging-port=0']),
    ],
    host: {
      window: windowless ? 'none' : 'headless',
      ...(options.colorScheme === undefined ? {} : { colorScheme: options.colorScheme }),
      ...(options.deviceScaleFactor === undefined ? {} : { deviceScaleFactor: options.deviceScaleFactor }),
      ...(options.locale === undefined ? {} : { locale: options.locale }),
      ...(sharedBrowser === null ? {} : { browser: sharedBrowser }),
    },
    environment: {
      ...options.env,
      ...(options.program === undefined ? {} : { PAYDESK_HOST_PROGRAM: options.program }),
    },
    ...(options.keyring === true ? { keyringFolder: `${options.userDataDir}-keyring` } : {}),
  });
  try {
    await host.ready;
  } catch (error) {
    if (sharedBrowser !== null) releaseBrowser();
    throw error;
  }
  const browser = windowless
    ? null
    : await chromium.connectOverCDP(sharedBrowser ?? (await readBrowserAddress(profileFolder)), {
        noDefaults: true,
        isLocal: true,
      });

  let browserProcess = browser === null || sharedBrowser !== null ? null : await findBrowserProcess(browser);
  let release: Promise<void> | null = null;
  const releaseSharedBrowser = () =>
    (release ??= sharedBrowser === null ? Promise.resolve() : waitForClosedPages());
  // A program that ends by itself also makes its browser available. `kill` reports what fails.
  void host.exitCode.then(releaseSharedBrowser).catch(() => undefined);

  async function waitForClosedPages(): Promise<void> {
    const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
    const openPages = pages.filter((page) => !page.isClosed());
    await Promise.all(openPages.map((page) => page.waitForEvent('close', { timeout: 30_000 })));
    releaseBrowser();
  }

  async function kill(): Promise<void> {
    await host.kill();
    await releaseSharedBrowser();
    // A browser without its program would keep writing to a folder that the test continues to use. A program
    // that ended by itself has closed its browser.
    const orphanedProcess = (await host.exitCode) === null ? browserProcess : null;
    browserProcess = null;
    if (orphanedProcess !== null) endProcess(orphanedProcess);
  }

  const paydesk: Paydesk = {
    get page() {
      return pageOf(browser);
    },
    child: host.child,
    exitCode: host.exitCode,
    evaluate: (run, argument) => host.evaluate(run, argument),
    drop: (target, paths) => dropFiles(pageOf(browser), target, paths),
    paste: (paths) => pasteFiles(pageOf(browser), paths),
    resize: (width, height) => host.evaluate(resizeWindow, { width, height }),
    async atScale(scale, action) {
      await host.scaleTo(scale);
      await action();
      await host.scaleTo(options.deviceScaleFactor ?? 1);
    },
    screenshot: (file) => host.screenshot(file),
    call: (command, args) => host.call(command, args),
    answerDialogs: (answers) => host.evaluate(setDialogAnswers, answers),
    shownDialogs: () => host.evaluate(takeShownDialogs, null),
    opened: async () => (await host.records()).opened,
    clipboard: () => host.evaluate(readClipboard, null),
    host: {
      records: () => host.records(),
      follow(topic) {
        if (!windowless) throw new Error('With a window, look at what the page shows');
        return host.follow(topic);
      },
    },
    output: () => host.output(),
    kill,
    async endWindowsSession() {
      await host.endWindowsSession();
      await kill();
    },
    async quit() {
      // The program may end before it responds.
      await host.evaluate(quitProgram, null).catch(() => undefined);
      return host.exitCode;
    },
    async close() {
      await host.settle();
      await kill();
      await browser?.close();
    },
    blockedRequests: () => problemTexts('blocked'),
    consoleErrors: () => problemTexts('console'),
  };

  function problemTexts(kind: 'blocked' | 'console'): string[] {
    return host.problems.filter((problem) => problem.kind === kind).map(({ text }) => text);
  }
  return paydesk;
}

function pageOf(browser: Browser | null): Page {
  const page = browser
    ?.contexts()
    .flatMap((context) => context.pages())
    .findLast((page) => !page.isClosed());
  if (page === undefined) throw new Error('There is no page');
  return page;
}

/** Returns the ID of the browser's main process. */
async function findBrowserProcess(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
