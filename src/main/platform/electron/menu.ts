/**
 * @file The native menu. The menu has roles, which the system and Chromium implement, and items of Paydesk's own.
 * The page listens for the keyboard shortcuts of these items itself, because Windows and Linux show no menu bar with
 * a hidden title bar. Choosing an item sends the same command to the page as an event.
 */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuEvent } from '../../../shared/contract/names.ts';
import { t } from '../../../shared/messages/index.ts';

interface MenuOptions {
  readonly os: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** Called when one of Paydesk's own items is chosen. */
  choose(event: MenuEvent): void;
  /** Shows the help page of the company; `null` when it has none. */
  readonly openHelp: (() => void) | null;
}

/** Returns the template of the menu. */
export function createMenuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = options.os === 'darwin';
  const settingsItem: MenuItemConstructorOptions = {
    label: t(isMac ? 'menu.settingsDialog' : 'menu.settings'),
    accelerator: 'CommandOrControl+,',
    registerAccelerator: false,
    click: () => options.choose('paydesk:settings'),
  };
  const findItem: MenuItemConstructorOptions = {
    label: t('menu.find'),
    accelerator: 'CommandOrControl+F',
    registerAccelerator: false,
    click: () => options.choose('paydesk:find'),
  };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const editItems: MenuItemConstructorOptions[] = [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    separator,
    findItem,
  ];
  const viewItems: MenuItemConstructorOptions[] = [
    ...createTextSizeItems(options.choose),
    separator,
    { role: 'togglefullscreen' },
    ...(options.isPackaged ? [] : createDeveloperItems(separator)),
  ];
  return [
    isMac
      ? { label: t('menu.paydesk'), submenu: createApplicationItems(settingsItem, separator) }
      : { label: t('menu.file'), submenu: [settingsItem, separator, { role: 'quit' }] },
    { label: t('menu.edit'), submenu: editItems },
    { label: t('menu.view'), submenu: viewItems },
    { role: 'windowMenu' },
    { role: 'help', submenu: createHelpItems(options, isMac, separator) },
  ];
}

function createTextSizeItems(choose: MenuOptions['choose']): MenuItemConstructorOptions[] {
  return [
    {
      label: t('menu.largerText'),
      accelerator: 'CommandOrControl+Plus',
      registerAccelerator: false,
      click: () => choose('paydesk:larger-text'),
    },
    {
      label: t('menu.smallerText'),
      accelerator: 'CommandOrControl+-',
      registerAccelerator: false,
      click: () => choose('paydesk:smaller-text'),
    },
    {
      label: t('menu.normalText'),
      accelerator: 'CommandOrControl+0',
      registerAccelerator: false,
      click: () => choose('paydesk:normal-text'),
    },
  ];
}

function createHelpItems(
  { choose, openHelp }: MenuOptions,
  isMac: boolean,
  separator: MenuItemConstructorOptions,
): MenuItemConstructorOptions[] {
  const helpItem: MenuItemConstructorOptions = {
    label: t('menu.help'),
    accelerator: 'F1',
    registerAccelerator: false,
    click: () => choose('paydesk:help'),
  };
  return [
    helpItem,
    ...(openHelp === null ? [] : [{ label: t('menu.companyHelp'), click: () => openHelp() }]),
    ...(isMac ? [] : [separator, { role: 'about' as const }]),
  ];
}

function createDeveloperItems(separator: MenuItemConstructorOptions): MenuItemConstructorOptions[] {
  return [separator, { role: 'reload' }, { role: 'forceReload' }, { role: 'toggleDevTools' }];
}

function createApplicationItems(
  settingsItem: MenuItemConstructorOptions,
  separator: MenuItemConstructorOptions,
): MenuItemConstructorOptions[] {
  return [
    { role: 'about' },
    separator,
    settingsItem,
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
