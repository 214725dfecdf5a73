/** @file The system's dialogs, over the window and in the folder of the last time. */
import { dirname, join } from 'node:path';
import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import type { Dialogs } from '../platform.ts';
import type { LastFolders } from './last-folders.ts';

/** Creates the dialogs; `owner` gives the window they belong to, if there is one. */
export function createDialogs(owner: () => BrowserWindow | null, folders: LastFolders): Dialogs {
  /** The window, where the clerk sees it: a dialog over a window that is minimised or hidden is not seen either. */
  function windowOf(): BrowserWindow | null {
    const window = owner();
    if (window?.isMinimized() === true) window.restore();
    else if (window?.isVisible() === false) window.show();
    return window;
  }

  async function open(options: OpenDialogOptions): Promise<string[]> {
    const window = windowOf();
    const folder = await folders.of('reading');
    const dialogOptions = folder === null ? options : { ...options, defaultPath: folder };
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(dialogOptions)
      : dialog.showOpenDialog(window, dialogOptions));
    const [first] = filePaths;
    if (canceled || first === undefined) return [];
    await folders.remember('reading', dirname(first));
    return filePaths;
  }

  return {
    chooseFiles: () => open({ properties: ['openFile', 'multiSelections'] }),
    chooseFolder: () => open({ properties: ['openDirectory', 'multiSelections'] }),
    async openFile(title, extensions) {
      const filters = [{ name: extensions.join(', ').toUpperCase(), extensions: [...extensions] }];
      // macOS shows the message where the others show the title.
      const [path] = await open({ title, message: title, filters, properties: ['openFile'] });
      return path ?? null;
    },
    async saveFile(title, suggestedName) {
      const window = windowOf();
      const folder = await folders.of('writing');
      const options: SaveDialogOptions = {
        title,
        message: title,
        defaultPath: folder === null ? suggestedName : join(folder, suggestedName),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      };
      const { canceled, filePath } = await (window === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(window, options));
      if (canceled || filePath === '') return null;
      await folders.remember('writing', dirname(filePath));
      return filePath;
    },
    async choose({ title, detail, answers }) {
      const window = windowOf();
      const harmless = answers.length - 1;
      const options: MessageBoxOptions = {
        type: 'question',
        title,
        message: title,
        detail,
        buttons: [...answers],
        cancelId: harmless,
        defaultId: harmless,
        noLink: true,
      };
      const { response } = await (window === null
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(window, options));
      return response;
    },
  };
}
