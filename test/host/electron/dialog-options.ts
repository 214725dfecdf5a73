/**
 * @file Validates the options of dialogs. Electron refuses some invalid options; others are shown incorrectly by the
 * system, which tests could not detect.
 */
import { basename, isAbsolute } from 'node:path';
import type * as Electron from 'electron';

const openProperties: ReadonlySet<string> = new Set([
  'openFile',
  'openDirectory',
  'multiSelections',
  'showHiddenFiles',
  'createDirectory',
  'promptToCreate',
  'noResolveAliases',
  'treatPackageAsDirectory',
  'dontAddToRecent',
] satisfies NonNullable<Electron.OpenDialogOptions['properties']>);

const saveProperties: ReadonlySet<string> = new Set([
  'showHiddenFiles',
  'createDirectory',
  'treatPackageAsDirectory',
  'showOverwriteConfirmation',
  'dontAddToRecent',
] satisfies NonNullable<Electron.SaveDialogOptions['properties']>);

const messageTypes: ReadonlySet<string> = new Set([
  'none',
  'info',
  'error',
  'question',
  'warning',
] satisfies NonNullable<Electron.MessageBoxOptions['type']>[]);

interface FileOptions {
  readonly properties?: readonly string[];
  readonly filters?: readonly Electron.FileFilter[];
  readonly defaultPath?: string;
}

function checkFileOptions(
  { properties = [], filters = [], defaultPath }: FileOptions,
  allowedProperties: ReadonlySet<string>,
): void {
  for (const property of properties)
    if (!allowedProperties.has(property)) throw new TypeError(`No property ${property}`);
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

/** Throws when the options of an open dialog are invalid. */
export function checkOpen(options: Electron.OpenDialogOptions): void {
  checkFileOptions(options, openProperties);
}

/** Throws when the options of a save dialog are invalid. */
export function checkSave(options: Electron.SaveDialogOptions): void {
  checkFileOptions(options, saveProperties);
}

/** Throws when the options of a message box are invalid. */
export function checkMessage({
  message,
  type = 'none',
  buttons = ['OK'],
  cancelId = 0,
  defaultId = 0,
}: Electron.MessageBoxOptions): void {
  if (!messageTypes.has(type)) throw new TypeError(`Not a type of dialog: ${type}`);
  if (message === '') throw new TypeError('A dialog needs a message');
  if (buttons.length === 0) throw new TypeError('A dialog needs buttons');
  if (buttons.includes('')) throw new TypeError('A button needs a label');
  const ids = { cancelId, defaultId };
  for (const [name, id] of Object.entries(ids))
    if (buttons[id] === undefined) throw new TypeError(`There is no button ${id} for ${name}`);
}
