/**
 * @file Runs Paydesk's built program in plain Node, with the host's module `electron` in the place of Electron's.
 * `PAYDESK_HOST_PROGRAM` names another built entry, such as one taken out of a package.
 */
import { mkdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openControl } from './control.ts';
import { app, switchValue } from './electron/app.ts';
import { answerDialogs, dialog } from './electron/dialog.ts';
import { nativeTheme } from './electron/theme.ts';
import { interactiveAnswers } from './interactive-dialogs.ts';
import { readHostOptions } from './options.ts';
import { substituteSystemStore } from './system-store.ts';
import { showExceptions, warnOfRejections } from './uncaught.ts';

const electron = new URL('./electron/index.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electron, shortCircuit: true } : next(specifier, context),
});

substituteSystemStore();
warnOfRejections();
showExceptions(dialog.showErrorBox);
const options = readHostOptions(process.env);
nativeTheme.setSystem(options.colorScheme);
if (options.dialogs === 'ask') answerDialogs(interactiveAnswers);
openControl();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());

// Chromium makes the folder of this switch before anything of the program runs.
const userDataDir = switchValue('user-data-dir');
if (userDataDir !== null) {
  try {
    mkdirSync(userDataDir, { recursive: true });
  } catch {
    // It then goes on without.
  }
}

const program = process.env['PAYDESK_HOST_PROGRAM'] ?? 'out/main/index.js';
// Electron names the folder beside the archive; here the archive was taken out into a folder of its own.
if (options.packaged) {
  const resources = resolve(program, '..', '..', '..', '..');
  Object.defineProperty(process, 'resourcesPath', { value: resources });
}
await import(pathToFileURL(resolve(program)).href);
app.becomeReady();
