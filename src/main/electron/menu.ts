/**
 * @file The native menu. It holds roles, which the system and Chromium carry out themselves, and two entries of
 * Paydesk's own. The page listens to the keys of these two itself, because Windows and Linux show no menu bar over a
 * hidden title bar; choosing the entry sends the page the same wish as an event.
 */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuEvent } from '../../shared/contract/names.ts';
import { t } from '../../shared/messages/index.ts';

/** What the menu depends on. */
export interface MenuOptions {
  readonly os: NodeJS.Platform;
  readonly packaged: boolean;
  /** One of Paydesk's own entries was chosen. */
  choose(event: MenuEvent): void;
  /** Shows the help page of the company; `null` when it has none. */
  readonly help: (() => void) | null;
}

/** The whole menu, as data. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const mac = options.os === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: t(mac ? 'menu.settingsDialog' : 'menu.settings'),
    accelerator: 'CommandOrControl+,',
    registerAccelerator: false,
    click: () => options.choose('paydesk:settings'),
  };
  const find: MenuItemConstructorOptions = {
    label: t('menu.find'),
    accelerator: 'CommandOrControl+F',
    registerAccelerator: false,
    click: () => options.choose('paydesk:find'),
  };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const edit: MenuItemConstructorOptions[] = [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    separator,
    find,
  ];
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
    ...(options.packaged ? [] : developerEntries(separator)),
  ];
  return [
    mac
      ? { label: t('menu.paydesk'), submenu: applicationEntries(settings, separator) }
      : { label: t('menu.file'), submenu: [settings, separator, { role: 'quit' }] },
    { label: t('menu.edit'), submenu: edit },
    { label: t('menu.view'), submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpEntries(options.help, mac, separator) },
  ];
}

function helpEntries(
  help: (() => void) | null,
  mac: boolean,
  separator: MenuItemConstructorOptions,
): MenuItemConstructorOptions[] {
  const about: MenuItemConstructorOptions[] = mac ? [] : [{ role: 'about' }];
  if (help === null) return about;
  const entry: MenuItemConstructorOptions = {
    label: t('menu.companyHelp'),
    accelerator: 'F1',
    click: () => help(),
  };
  return about.length === 0 ? [entry] : [entry, separator, ...about];
}

function developerEntries(separator: MenuItemConstructorOptions): MenuItemConstructorOptions[] {
  return [separator, { role: 'reload' }, { role: 'forceReload' }, { role: 'toggleDevTools' }];
}

function applicationEntries(
  settings: MenuItemConstructorOptions,
  separator: MenuItemConstructorOptions,
): MenuItemConstructorOptions[] {
  return [
    { role: 'about' },
    separator,
    settings,
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ];
}
