import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { createMenuTemplate } from '../../../../src/main/platform/electron/menu.ts';
import { menuEvents } from '../../../../src/shared/contract/names.ts';

type Entry = MenuItemConstructorOptions;
type MenuOptions = Parameters<typeof createMenuTemplate>[0];

const createMenu = (os: NodeJS.Platform, options: Partial<MenuOptions> = {}) =>
  createMenuTemplate({ os, isPackaged: true, choose: () => undefined, openHelp: null, ...options });

/** Lists the entries of a menu and of its submenus. */
function flattenEntries(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [
    entry,
    ...(Array.isArray(entry.submenu) ? flattenEntries(entry.submenu) : []),
  ]);
}

/** Clicks entries; the handlers of Paydesk's entries ignore the arguments of a click. */
function clickAll(entries: readonly Entry[]): void {
  for (const { click } of entries) Reflect.apply(click ?? (() => undefined), undefined, []);
}

describe.each(['win32', 'darwin', 'linux'] as const)('the menu on %s', (os) => {
  test('has reload and developer tools only when Paydesk is not packaged', () => {
    const developerRoles = ['reload', 'forceReload', 'toggleDevTools'];
    const rolesOf = (isPackaged: boolean) =>
      flattenEntries(createMenu(os, { isPackaged })).flatMap(({ role }) => role ?? []);
    expect(rolesOf(true).filter((role) => developerRoles.includes(role))).toEqual([]);
    expect(rolesOf(false).filter((role) => developerRoles.includes(role))).toEqual(developerRoles);
  });

  test('sends the command of each Paydesk entry to the page, and shows its shortcut without registering it', () => {
    const chosen: string[] = [];
    const entries = flattenEntries(createMenu(os, { choose: (event) => chosen.push(event) })).filter(
      ({ click }) => click !== undefined,
    );
    clickAll(entries);
    expect(chosen.toSorted()).toEqual([...menuEvents].toSorted());
    const shortcuts = ['CommandOrControl+,', 'CommandOrControl+F', 'CommandOrControl+Plus', 'F1'];
    expect(new Set(entries.map(({ accelerator }) => accelerator))).toEqual(
      new Set([...shortcuts, 'CommandOrControl+-', 'CommandOrControl+0']),
    );
    expect(entries.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  });

  test("has the company's help page when the company has one", () => {
    let openCount = 0;
    const openHelp = () => {
      openCount += 1;
    };
    const menu = createMenu(os, { openHelp });
    clickAll(flattenEntries(menu).filter(({ label }) => label === 'Company help'));
    expect(openCount).toBe(1);
    const about = os === 'darwin' ? [] : ['-', 'about'];
    expect(outlineOf(menu).at(-1)).toEqual({ help: ['Paydesk help', 'Company help', ...about] });
  });
});

/** Labels, roles and separators of a menu, nested by submenu. */
function outlineOf(entries: readonly Entry[]): unknown[] {
  return entries.map(({ role, label, type, submenu }) => {
    const name = label ?? role ?? (type === 'separator' ? '-' : null);
    return Array.isArray(submenu) ? { [String(name)]: outlineOf(submenu) } : name;
  });
}
