import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { createMenuTemplate } from '../../../src/main/electron/menu.ts';
import { menuEvents } from '../../../src/shared/contract/names.ts';

type Entry = MenuItemConstructorOptions;

function entriesOf(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [
    entry,
    ...(Array.isArray(entry.submenu) ? entriesOf(entry.submenu) : []),
  ]);
}

function template(os: NodeJS.Platform, packaged: boolean, choose: (event: string) => void = () => undefined) {
  return entriesOf(createMenuTemplate({ os, isPackaged: packaged, choose, openHelp: null }));
}

test("F1 opens the company's help page when there is one", () => {
  let opened = 0;
  const entries = entriesOf(
    createMenuTemplate({
      os: 'win32',
      isPackaged: true,
      choose: () => undefined,
      openHelp: () => {
        opened += 1;
      },
    }),
  );
  Reflect.apply(
    entries.find(({ accelerator }) => accelerator === 'F1')?.click ?? (() => undefined),
    undefined,
    [],
  );
  expect(opened).toBe(1);
});

const systems = ['win32', 'darwin', 'linux'] as const;

describe.each(systems)('the menu on %s', (os) => {
  test('has the roles that provide the standard shortcuts', () => {
    const roles = template(os, true).map(({ role }) => role);
    for (const role of ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit'] as const) {
      expect(roles).toContain(role);
    }
    for (const role of [
      'resetZoom',
      'zoomIn',
      'zoomOut',
      'togglefullscreen',
      'windowMenu',
      'help',
    ] as const) {
      expect(roles).toContain(role);
    }
  });

  test('has reload and developer tools only when Paydesk is not packaged', () => {
    const developers = ['reload', 'forceReload', 'toggleDevTools'];
    const rolesOf = (packaged: boolean) => template(os, packaged).flatMap(({ role }) => role ?? []);
    expect(rolesOf(true).filter((role) => developers.includes(role))).toEqual([]);
    expect(rolesOf(false).filter((role) => developers.includes(role))).toEqual(developers);
  });

  test('sends the commands of its own entries to the page', () => {
    const chosen: string[] = [];
    const own = template(os, true, (event) => chosen.push(event)).filter(({ click }) => click !== undefined);
    // The arguments of a click are not used.
    for (const { click } of own) Reflect.apply(click ?? (() => undefined), undefined, []);
    expect(chosen.toSorted()).toEqual([...menuEvents].toSorted());
  });

  test('shows the shortcuts of its own entries without registering them', () => {
    const own = template(os, true).filter(({ click }) => click !== undefined);
    expect(new Set(own.map(({ accelerator }) => accelerator))).toEqual(
      new Set(['CommandOrControl+,', 'CommandOrControl+F']),
    );
    expect(own.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  });
});

/** Labels, roles and separators of a menu, nested by submenu. */
function outlineOf(entries: readonly Entry[]): unknown[] {
  return entries.map(({ role, label, type, submenu }) => {
    const name = label ?? role ?? (type === 'separator' ? '-' : null);
    return Array.isArray(submenu) ? { [String(name)]: outlineOf(submenu) } : name;
  });
}

const edit = ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'selectAll', '-', 'Find'];
const view = ['resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen'];

test.each(['win32', 'linux'] as const)('on %s there are exactly these menus', (os) => {
  const menu = createMenuTemplate({ os, isPackaged: true, choose: () => undefined, openHelp: null });
  expect(outlineOf(menu)).toEqual([
    { File: ['Settings', '-', 'quit'] },
    { Edit: edit },
    { View: view },
    'windowMenu',
    { help: ['about'] },
  ]);
});

test('on macOS there are exactly these menus', () => {
  const menu = createMenuTemplate({
    os: 'darwin',
    isPackaged: true,
    choose: () => undefined,
    openHelp: null,
  });
  const own = ['about', '-', 'Settings…', '-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'];
  expect(outlineOf(menu)).toEqual([
    { Paydesk: own },
    { Edit: edit },
    { View: view },
    'windowMenu',
    { help: [] },
  ]);
});

test.each([
  ['win32', ['Company help', '-', 'about']],
  ['darwin', ['Company help']],
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
