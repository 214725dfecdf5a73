/** @file Functions that run beside the program; each is sent as text and reaches nothing outside itself. */
import type * as Electron from 'electron';
import type { DialogAnswers } from './paydesk.ts';

/** Puts answers in the place of the dialogs that `answers` names, and keeps what they were asked. */
export function setDialogAnswers({ dialog }: typeof Electron, answers: DialogAnswers): void {
  const kept: unknown = Reflect.get(globalThis, 'shownDialogs');
  const shown: unknown[] = Array.isArray(kept) ? kept : [];
  Reflect.set(globalThis, 'shownDialogs', shown);
  const keep = (args: unknown[]) => shown.push(structuredClone(args.at(-1)));
  const { open, save, button } = answers;
  if (open !== undefined) {
    dialog.showOpenDialog = async (...args: unknown[]) => {
      keep(args);
      return { canceled: open.length === 0, filePaths: [...open] };
    };
  }
  if (save !== undefined) {
    dialog.showSaveDialog = async (...args: unknown[]) => {
      keep(args);
      return { canceled: save === '', filePath: save };
    };
  }
  if (button !== undefined) {
    dialog.showMessageBox = async (...args: unknown[]) => {
      keep(args);
      return { response: button, checkboxChecked: false };
    };
  }
}

/** What the answered dialogs were asked. */
export function takeShownDialogs(): unknown[] {
  const shown: unknown = Reflect.get(globalThis, 'shownDialogs');
  return Array.isArray(shown) ? shown : [];
}

/** Notes what is opened or shown outside of the window, in the place of the system, which would do it. */
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

/** What {@link recordOpenedPaths} noted. */
export function takeOpenedPaths(): string[] {
  const opened: unknown = Reflect.get(globalThis, 'openedOutside');
  return Array.isArray(opened) ? opened.map(String) : [];
}

/** The text in the clipboard. */
export async function readClipboard({ clipboard }: typeof Electron): Promise<string> {
  return clipboard.readText();
}

/** Notes the files that are dragged out, in the place of the system, which would drag them. */
export function recordDrags({ BrowserWindow }: typeof Electron): void {
  const files: string[] = [];
  Reflect.set(globalThis, 'draggedFiles', files);
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    webContents.startDrag = ({ file }) => void files.push(file);
  }
}

/** What {@link recordDrags} noted. */
export function takeDrags(): string[] {
  const files: unknown = Reflect.get(globalThis, 'draggedFiles');
  return Array.isArray(files) ? files.map(String) : [];
}

/**
 * Presses keys of the menu as macOS does: before the page hears of them, whatever is open, and whether they are registered
 * or not.
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

/** Gives the window another size. */
export function resizeWindow(
  { BrowserWindow }: typeof Electron,
  { width, height }: { width: number; height: number },
): void {
  for (const window of BrowserWindow.getAllWindows()) window.setContentSize(width, height);
}

/** The size that the window was last given; the page may still be on its way to it. */
export function contentSize({ BrowserWindow }: typeof Electron): { width: number; height: number } {
  const [width = 0, height = 0] = BrowserWindow.getAllWindows()[0]?.getContentSize() ?? [];
  return { width, height };
}

/** Makes the system say that every address is reached in this way. */
export function chooseProxy({ session }: typeof Electron, proxyRules: string): void {
  session.defaultSession.resolveProxy = async () => proxyRules;
}

/** Writes to the program's output what the clipboard holds when nothing keeps the program any more. */
export function printClipboardAtEnd({ app, clipboard }: typeof Electron): void {
  let isPrinted = false;
  app.on('will-quit', (event) => {
    if (isPrinted) return;
    event.preventDefault();
    void clipboard.readText().then((text) => {
      process
        .getBuiltinModule('node:fs')
        .writeSync(1, `At the end the clipboard holds ${JSON.stringify(text)}\n`);
      isPrinted = true;
      app.quit();
    });
  });
}

/** Locks the screen. */
export function lockScreen({ powerMonitor }: typeof Electron): void {
  powerMonitor.emit('lock-screen');
}

/** Tells the window of a change that only a packaged program comes to. */
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

/** Runs a function that came as text. */
export function runText(
  electron: typeof Electron,
  { source, argument }: { source: string; argument: unknown },
): unknown {
  const run: unknown = process.getBuiltinModule('node:vm').runInThisContext(`(${source})`);
  if (typeof run !== 'function') throw new TypeError('Not a function');
  return Reflect.apply(run, undefined, [electron, argument]);
}
