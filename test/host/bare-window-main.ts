/**
 * @file The program of the bare window: it opens one window with an empty page, as Paydesk opens its own, and does nothing
 * else. `npm run bench -- start` builds it and measures it beside Paydesk.
 */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, BrowserWindow, protocol } from 'electron';
import { startPhases } from '../../src/shared/start-phases.ts';

const files: Readonly<Record<string, string>> = {
  '/index.html': 'text/html; charset=utf-8',
  '/page.js': 'text/javascript; charset=utf-8',
};

const dataFolder = app.commandLine.getSwitchValue('user-data-dir');
const browserFolder = join(dataFolder, 'browser');
mkdirSync(browserFolder, { recursive: true });
app.setPath('userData', dataFolder);
app.setPath('sessionData', browserFolder);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);
void app.whenReady().then(openWindow);
performance.mark(startPhases.mainEvaluated);

async function openWindow(): Promise<void> {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    const contentType = files[pathname];
    if (contentType === undefined) return new Response(null, { status: 404 });
    const body = await readFile(new URL(`.${pathname}`, import.meta.url));
    return new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } });
  });
  const window = new BrowserWindow({
    title: 'Bare window',
    width: 1280,
    height: 800,
    titleBarStyle: 'hidden',
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    },
  });
  performance.mark(startPhases.windowCreated);
  await window.loadURL('app://paydesk/index.html');
}
