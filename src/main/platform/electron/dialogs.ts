/** @file The system's dialogs, modal to the window and starting in the folder used last. */
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

/** Creates the dialogs; `findWindow` returns the window to which the dialogs are modal, if any. */
export function createDialogs(findWindow: () => BrowserWindow | null, folders: LastFolders): Dialogs {
  /** Returns the window after making it visible: a dialog over a minimised or hidden window is invisible, too. */
  function makeWindowVisible(): BrowserWindow | null {
    const window = findWindow();
    if (window?.isMinimized() === true) window.restore();
    else if (window?.isVisible() === false) window.show();
    return window;
  }

  async function open(options: OpenDialogOptions): Promise<string[]> {
    const window = makeWindowVisible();
    const folder = await folders.of('reading');
    const dialogOptions = folder === null ? options : { ...options, defaultPath: folder };
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(dialogOptions)
      : dialog.showOpenDialog(window, dialogOptions));
    const [firstPath] = filePaths;
    if (canceled || firstPath === undefined) return [];
    await folders.remember('reading', dirname(firstPath));
    return filePaths;
  }

  return {
    chooseFiles: () => open({ properties: ['openFile', 'multiSelections'] }),
    chooseFolders: () => open({ properties: ['openDirectory', 'multiSelections'] }),
    async chooseFileToOpen(title, extensions) {
      const filters = [{ name: extensions.join(', ').toUpperCase(), extensions: [...extensions] }];
      // macOS shows the message where other systems show the title.
      const [path] = await open({ title, message: title, filters, properties: ['openFile'] });
      return path ?? null;
    },
    async chooseSavePath(title, suggestedName) {
      const window = makeWindowVisible();
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
      const window = makeWindowVisible();
      const safeAnswerIndex = answers.length - 1;
      const options: MessageBoxOptions = {
        type: 'question',
        title,
        message: title,
        detail,
        buttons: [...answers],
        cancelId: safeAnswerIndex,
        defaultId: safeAnswerIndex,
        noLink: true,
      };
      const { response } = await (window === null
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(window, options));
      return response;
    },
  };
}
