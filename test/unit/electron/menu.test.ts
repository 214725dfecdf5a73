import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { createMenuTemplate } from '../../../src/main/electron/menu.ts';
import { menuEvents } from '../../../src/shared/contract/names.ts';

type Entry = MenuItemConstructorOptions;

/** Lists the entries of a menu and of its submenus. */
function flattenEntries(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [
    entry,
    ...(Array.isArray(entry.submenu) ? flattenEntries(entry.submenu) : []),
  ]);
}

function createEntries(
  os: NodeJS.Platform,
  isPackaged: boolean,
  choose: (event: string) => void = () => undefined,
) {
  return flattenEntries(createMenuTemplate({ os, isPackaged, choose, openHelp: null }));
}

test('the help page of the company is in the menu when the company has one', () => {
  let openCount = 0;
  const entries = flattenEntries(
    createMenuTemplate({
      os: 'win32',
      isPackaged: true,
      choose: () => undefined,
      openHelp: () => {
        openCount += 1;
      },
    }),
  );
  Reflect.apply(
    entries.find(({ label }) => label === 'Company help')?.click ?? (() => undefined),
    undefined,
    [],
  );
  expect(openCount).toBe(1);
});

const systems = ['win32', 'darwin', 'linux'] as const;

describe.each(systems)('the menu on %s', (os) => {
  test('has the roles that provide the standard shortcuts', () => {
    const roles = createEntries(os, true).map(({ role }) => role);
    for (const role of ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit'] as const) {
      expect(roles).toContain(role);
    }
    for (const role of ['togglefullscreen', 'windowMenu', 'help'] as const) {
      expect(roles).toContain(role);
    }
  });

  test('has reload and developer tools only when Paydesk is not packaged', () => {
    const developerRoles = ['reload', 'forceReload', 'toggleDevTools'];
    const rolesOf = (isPackaged: boolean) => createEntries(os, isPackaged).flatMap(({ role }) => role ?? []);
    expect(rolesOf(true).filter((role) => developerRoles.includes(role))).toEqual([]);
    expect(rolesOf(false).filter((role) => developerRoles.includes(role))).toEqual(developerRoles);
  });

  test('sends the command of each Paydesk entry to the page', () => {
    const chosen: string[] = [];
    const paydeskEntries = createEntries(os, true, (event) => chosen.push(event)).filter(
      ({ click }) => click !== undefined,
    );
    // The handlers of Paydesk's entries ignore the arguments of a click.
    for (const { click } of paydeskEntries) Reflect.apply(click ?? (() => undefined), undefined, []);
    expect(chosen.toSorted()).toEqual([...menuEvents].toSorted());
  });

  test("shows the shortcuts of Paydesk's entries without registering the shortcuts", () => {
    const paydeskEntries = createEntries(os, true).filter(({ click }) => click !== undefined);
    expect(new Set(paydeskEntries.map(({ accelerator }) => accelerator))).toEqual(
      new Set([
        'CommandOrControl+,',
        'CommandOrControl+F',
        'CommandOrControl+Plus',
        'CommandOrControl+-',
        'CommandOrControl+0',
        'F1',
      ]),
    );
    expect(paydeskEntries.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  });
});

/** Labels, roles and separators of a menu, nested by submenu. */
function outlineOf(entries: readonly Entry[]): unknown[] {
  return entries.map(({ role, label, type, submenu }) => {
    const name = label ?? role ?? (type === 'separator' ? '-' : null);
    return Array.isArray(submenu) ? { [String(name)]: outlineOf(submenu) } : name;
  });
}

const editEntries = ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'selectAll', '-', 'Find'];
const viewEntries = ['Larger text', 'Smaller text', 'Normal text size', '-', 'togglefullscreen'];

test.each(['win32', 'linux'] as const)('on %s the menus are File, Edit, View, Window and Help', (os) => {
  const menu = createMenuTemplate({ os, isPackaged: true, choose: () => undefined, openHelp: null });
  expect(outlineOf(menu)).toEqual([
    { File: ['Settings', '-', 'quit'] },
    { Edit: editEntries },
    { View: viewEntries },
    'windowMenu',
    { help: ['Paydesk help', '-', 'about'] },
  ]);
});

test('on macOS the menus are Paydesk, Edit, View, Window and Help', () => {
  const menu = createMenuTemplate({
    os: 'darwin',
    isPackaged: true,
    choose: () => undefined,
    openHelp: null,
  });
  const applicationMenu = [
    'about',
    '-',
    'Settings…',
    '-',
    'services',
    '-',
    'hide',
    'hideOthers',
    'unhide',
    '-',
    'quit',
  ];
  expect(outlineOf(menu)).toEqual([
    { Paydesk: applicationMenu },
    { Edit: editEntries },
    { View: viewEntries },
    'windowMenu',
    { help: ['Paydesk help'] },
  ]);
});

test.each([
  ['win32', ['Paydesk help', 'Company help', '-', 'about']],
  ['darwin', ['Paydesk help', 'Company help']],
] as const)("on %s the company's help is the first entry of the help menu", (os, entries) => {
  const menu = createMenuTemplate({
    os,
    isPackaged: true,
    choose: () => undefined,
    openHelp: () => undefined,
  });
  expect(outlineOf(menu).at(-1)).toEqual({ help: entries });
});

test('on macOS, Settings is in the application menu', () => {
  const [application] = createMenuTemplate({
    os: 'darwin',
    isPackaged: true,
    choose: () => undefined,
    openHelp: null,
  });
  const labels = Array.isArray(application?.submenu) ? application.submenu.map(({ label }) => label) : [];
  expect(labels).toContain('Settings…');
});
