/** @file Functions that run in the main process. Each is sent as source text, so it uses no name from outside its body. */
import type * as Electron from 'electron';
import type { DialogAnswers } from './paydesk.ts';

/** Replaces the dialogs that `answers` names by their answers, and records their options. */
export function setDialogAnswers({ dialog }: typeof Electron, answers: DialogAnswers): void {
  const recorded: unknown = Reflect.get(globalThis, 'shownDialogs');
  const shownOptions: unknown[] = Array.isArray(recorded) ? recorded : [];
  Reflect.set(globalThis, 'shownDialogs', shownOptions);
  const recordOptions = (args: unknown[]) => shownOptions.push(structuredClone(args.at(-1)));
  const { open, save, button } = answers;
  if (open !== undefined) {
    dialog.showOpenDialog = async (...args: unknown[]) => {
      recordOptions(args);
      return { canceled: open.length === 0, filePaths: [...open] };
    };
  }
  if (save !== undefined) {
    dialog.showSaveDialog = async (...args: unknown[]) => {
      recordOptions(args);
      return { canceled: save === '', filePath: save };
    };
  }
  if (button !== undefined) {
    dialog.showMessageBox = async (...args: unknown[]) => {
      recordOptions(args);
      return { response: button, checkboxChecked: false };
    };
  }
}

/** Options of the dialogs that were shown. */
export function takeShownDialogs(): unknown[] {
  const shownOptions: unknown = Reflect.get(globalThis, 'shownDialogs');
  return Array.isArray(shownOptions) ? shownOptions : [];
}

/** Records what Paydesk opens outside of the window instead of opening it. */
export function recordOpenedPaths({ shell }: typeof Electron): void {
  const opened: string[] = [];
  Reflect.set(globalThis, 'openedOutside', opened);
  shell.openPath = async (path) => {
    opened.push(path);
    return '';
  };
  shell.openExternal = async (address) => void opened.push(address);
  shell.showItemInFolder = (path) => void opened.push(path);
}

/** Paths that {@link recordOpenedPaths} recorded. */
export function takeOpenedPaths(): string[] {
  const opened: unknown = Reflect.get(globalThis, 'openedOutside');
  return Array.isArray(opened) ? opened.map(String) : [];
}

/** The text in the clipboard. */
export async function readClipboard({ clipboard }: typeof Electron): Promise<string> {
  return clipboard.readText();
}

/** Records the files that are dragged out instead of dragging them. */
export function recordDrags({ BrowserWindow }: typeof Electron): void {
  const files: string[] = [];
  Reflect.set(globalThis, 'draggedFiles', files);
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    webContents.startDrag = ({ file }) => void files.push(file);
  }
}

/** Files that {@link recordDrags} recorded. */
export function takeDrags(): string[] {
  const files: unknown = Reflect.get(globalThis, 'draggedFiles');
  return Array.isArray(files) ? files.map(String) : [];
}

/**
 * Presses a shortcut of the menu as macOS does: before the page gets the keys, and also when the shortcut is not
 * registered.
 */
export function pressInMenu({ Menu }: typeof Electron, accelerator: string): void {
  const find = (items: readonly Electron.MenuItem[]): Electron.MenuItem | undefined => {
    for (const item of items) {
      const found = item.accelerator === accelerator ? item : find(item.submenu?.items ?? []);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const item = find(Menu.getApplicationMenu()?.items ?? []);
  if (item === undefined) throw new Error(`The menu has no ${accelerator}`);
  Reflect.apply(item.click, item, []);
}

/** Resizes the window. */
export function resizeWindow(
  { BrowserWindow }: typeof Electron,
  { width, height }: { width: number; height: number },
): void {
  for (const window of BrowserWindow.getAllWindows()) window.setContentSize(width, height);
}

/** The size that the window was last set to; the page may still be resizing. */
export function contentSize({ BrowserWindow }: typeof Electron): { width: number; height: number } {
  const [width = 0, height = 0] = BrowserWindow.getAllWindows()[0]?.getContentSize() ?? [];
  return { width, height };
}

/** Sets the proxy for every address. */
export function chooseProxy({ session }: typeof Electron, proxyRules: string): void {
  session.defaultSession.resolveProxy = async () => proxyRules;
}

/** Locks the screen. */
export function lockScreen({ powerMonitor }: typeof Electron): void {
  powerMonitor.emit('lock-screen');
}

/** Sends the window a change of a topic that only a packaged program publishes. */
export function publish(
  { BrowserWindow }: typeof Electron,
  { channel, change }: { channel: string; change: { topic: string; seq: number; value: unknown } },
): void {
  for (const { webContents } of BrowserWindow.getAllWindows()) webContents.send(channel, [change]);
}

/** Quits as the clerk does. */
export function quitProgram({ app }: typeof Electron): void {
  app.quit();
}

/** Runs a function from its source text. */
export function runText(
  electron: typeof Electron,
  { source, argument }: { source: string; argument: unknown },
): unknown {
  const run: unknown = process.getBuiltinModule('node:vm').runInThisContext(`(${source})`);
  if (typeof run !== 'function') throw new TypeError('Not a function');
  return Reflect.apply(run, undefined, [electron, argument]);
}

/** True when the window of the program is visible. */
export function isWindowShown({ BrowserWindow }: typeof Electron): boolean {
  return BrowserWindow.getAllWindows().some((window) => window.isVisible());
}
