/**
 * @file Runs Paydesk's built program in Node, with the host's implementation of the module `electron`.
 * `PAYDESK_HOST_PROGRAM` is the path of another built entry, such as one extracted from a package.
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
import { electronModule } from './modules.ts';
import { readHostOptions } from './options.ts';
import { programImport } from './start-mark.ts';
import { substituteSystemStore } from './system-store.ts';
import { showExceptions, warnOfRejections } from './uncaught.ts';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electronModule, shortCircuit: true } : next(specifier, context),
});

substituteSystemStore();
warnOfRejections();
showExceptions(dialog.showErrorBox);
const options = readHostOptions(process.env);
nativeTheme.setSystemTheme(options.colorScheme);
if (options.dialogs === 'ask') answerDialogs(interactiveAnswers);
openControl();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());

// Chromium creates the folder of this switch before the program runs.
const userDataDir = switchValue('user-data-dir');
if (userDataDir !== null) {
  try {
    mkdirSync(userDataDir, { recursive: true });
  } catch {
    // Chromium continues without the folder.
  }
}

const program = process.env['PAYDESK_HOST_PROGRAM'] ?? 'out/main/index.js';
// A packed program is `resources/<extracted archive>/out/main/index.js`.
Object.defineProperty(process, 'resourcesPath', { value: resolve(program, '..', '..', '..', '..') });
// Electron has its browser before it runs a program: the modules that start Chromium are no part of a program's start.
if (options.window !== 'none') await import('@playwright/test');
performance.mark(programImport);
await import(pathToFileURL(resolve(program)).href);
setTimeout(() => app.becomeReady(), options.readyAfter);
