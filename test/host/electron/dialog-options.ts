/**
 * @file Validates the options of dialogs, as far as types do not. Electron refuses some invalid options; others are shown
 * incorrectly by the system, which tests could not detect.
 */
import { basename, isAbsolute } from 'node:path';
import type * as Electron from 'electron';

/** Throws when the options of a dialog for files are invalid. */
export function checkFiles({
  filters = [],
  defaultPath,
}: Pick<Electron.OpenDialogOptions, 'filters' | 'defaultPath'>): void {
  for (const { name, extensions } of filters) {
    if (name === '') throw new TypeError('A filter needs a name');
    if (extensions.length === 0) throw new TypeError(`The filter ${name} needs extensions`);
    // Extensions with dots or wildcards match no file; only `*` matches all files.
    const invalidExtension = extensions.find((extension) => extension !== '*' && !/^[\w-]+$/.test(extension));
    if (invalidExtension !== undefined) throw new TypeError(`Not an extension: ${invalidExtension}`);
  }
  if (defaultPath !== undefined && !isAbsolute(defaultPath) && basename(defaultPath) !== defaultPath)
    throw new TypeError(`Neither a path nor a name: ${defaultPath}`);
}

/** Throws when the options of a message box are invalid. */
export function checkMessage({
  message,
  buttons = ['OK'],
  cancelId = 0,
  defaultId = 0,
}: Electron.MessageBoxOptions): void {
  if (message === '') throw new TypeError('A dialog needs a message');
  if (buttons.length === 0) throw new TypeError('A dialog needs buttons');
  if (buttons.includes('')) throw new TypeError('A button needs a label');
  const ids = { cancelId, defaultId };
  for (const [name, id] of Object.entries(ids))
    if (buttons[id] === undefined) throw new TypeError(`There is no button ${id} for ${name}`);
}
