/** @file Starts Paydesk in Electron. */
import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { _electron, expect, type Page } from '@playwright/test';
import type { ElectronFunction } from '../../host/client.ts';
import { dropFiles, pasteFiles } from './files.ts';
import { type ElectronLaunchOptions, type Paydesk, switchesOf } from './paydesk.ts';
import {
  isWindowShown,
  quitProgram,
  readClipboard,
  recordOpenedPaths,
  resizeWindow,
  runText,
  setDialogAnswers,
  takeOpenedPaths,
  takeShownDialogs,
} from './program-functions.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const keychainModule = new URL('./electron-keychain.ts', import.meta.url);

async function runAtScale(page: Page, scale: number, action: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const metrics = { width: 0, height: 0, deviceScaleFactor: scale, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
  await action();
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
}

/** Starts Paydesk in Electron and waits for its window. */
export async function launchInElectron(options: ElectronLaunchOptions): Promise<Paydesk> {
  const { keyring = false, userDataDir, deviceScaleFactor } = options;
  const keychain = `${userDataDir}-keychain.mjs`;
  await writeFile(keychain, stripTypeScriptTypes(await readFile(keychainModule, 'utf8')));
  const keychainEnvironment = {
    PAYDESK_KEYCHAIN_ENTRY: keychain,
    PAYDESK_FILE_KEYCHAIN: keyring ? `${userDataDir}-keychain.json` : '',
  };
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...keychainEnvironment, ...options.env })) {
    if (value !== undefined) env[name] = value;
  }
  const app = await _electron.launch({
    args: [
      options.program ?? root,
      ...switchesOf(options),
      ...(options.locale === undefined ? [] : [`--lang=${options.locale}`]),
      ...(deviceScaleFactor === undefined ? [] : [`--force-device-scale-factor=${deviceScaleFactor}`]),
    ],
    cwd: root,
    env,
    ...(options.colorScheme === undefined ? {} : { colorScheme: options.colorScheme }),
  });
  const child = app.process();
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  }
  const blockedAddresses: string[] = [];
  const pageErrors: string[] = [];
  const recordProblems = (page: Page) => {
    page.on('request', (request) => {
      if (!/^(app|blob|data|devtools):/.test(request.url())) blockedAddresses.push(request.url());
    });
    page.on('pageerror', (error) => pageErrors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') pageErrors.push(message.text());
    });
  };
  app.on('window', recordProblems);
  const firstPage = await app.firstWindow();
  await firstPage.waitForLoadState();
  // The page is loaded before the window is shown.
  await expect.poll(() => app.evaluate(isWindowShown)).toBe(true);

  await app.evaluate(recordOpenedPaths);

  const currentPage = () => app.windows().findLast((page) => !page.isClosed()) ?? firstPage;
  const paydesk: Paydesk = {
    get page() {
      return currentPage();
    },
    child,
    exitCode,
    async evaluate<Argument, Result>(run: ElectronFunction<Argument, Result>, argument: Argument) {
      // Electron returns a copy of the result of `run`, so the value has the type `Result`.
      return (await app.evaluate(runText, { source: run.toString(), argument })) as Result;
    },
    drop: (target, paths) => dropFiles(currentPage(), target, paths),
    paste: (paths) => pasteFiles(currentPage(), paths),
    resize: (width, height) => app.evaluate(resizeWindow, { width, height }),
    atScale: (scale, action) => runAtScale(currentPage(), scale, action),
    async screenshot(file) {
      await currentPage().screenshot({ path: file });
    },
    call: (command, args) =>
      currentPage().evaluate((request) => window.paydesk.call(request.command, request.args), {
        command,
        args,
      }),
    answerDialogs: (answers) => app.evaluate(setDialogAnswers, answers),
    shownDialogs: () => app.evaluate(takeShownDialogs),
    opened: () => app.evaluate(takeOpenedPaths),
    clipboard: () => app.evaluate(readClipboard),
    host: null,
    output: () => output,
    endWindowsSession: () => Promise.reject(new Error('Only Windows ends its sessions')),
    async kill() {
      child.kill('SIGKILL');
      await exitCode;
    },
    async quit() {
      await app.evaluate(quitProgram).catch(() => undefined);
      return exitCode;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exitCode;
    },
    blockedRequests: () => blockedAddresses,
    consoleErrors: () => pageErrors,
  };
  return paydesk;
}
