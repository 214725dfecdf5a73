import { app, BrowserWindow, nativeTheme } from 'electron';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { contextMenuTemplate } from '../../../src/main/electron/context-menu.ts';
import { createMainWindow, type MainWindow, webPreferencesFor } from '../../../src/main/electron/window.ts';
import { Menu } from '../../host/electron/outside.ts';
import { BrowserWindow as HostWindow } from '../../host/electron/window.ts';

let opened: MainWindow | null = null;
let crashes: string[] = [];
/** The time of what waits is over. */
let expire: () => void = () => undefined;

// The program would end with its last window.
app.on('window-all-closed', () => undefined);

afterEach(() => {
  opened?.window.destroy();
  opened = null;
  crashes = [];
  nativeTheme.themeSource = 'system';
});

interface WindowSetup {
  os?: NodeJS.Platform;
  now?: () => number;
  askToReload?: () => Promise<boolean>;
  contrast?: boolean;
  pseudoLocale?: boolean;
}

function open({
  os = 'win32',
  now = () => 0,
  askToReload = async () => false,
  contrast = false,
  pseudoLocale = false,
}: WindowSetup = {}) {
  opened = createMainWindow({
    preload: '/paydesk/preload/index.cjs',
    packaged: true,
    pseudoLocale,
    os,
    appearance: () => ({ contrast, environment: 'production' }),
    monotonic: now,
    clock: {
      after(_milliseconds, action) {
        expire = action;
        return () => {
          expire = () => undefined;
        };
      },
    },
    onCrash: (reason) => crashes.push(reason),
    confirmReload: askToReload,
  });
  return opened;
}

function optionsOf(os: NodeJS.Platform) {
  open({ os });
  return HostWindow.getAllWindows()[0]?.options;
}

/** Counts reloads from now on. */
function countReloads(main: MainWindow): () => number {
  let reloads = 0;
  main.window.webContents.reload = () => {
    reloads += 1;
  };
  return () => reloads;
}

describe('the rights of the page', () => {
  test('are exactly these, and cannot be changed', () => {
    const preferences = webPreferencesFor('/paydesk/preload/index.cjs', true);
    expect(preferences).toEqual({
      preload: '/paydesk/preload/index.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    });
    expect(Object.isFrozen(preferences)).toBe(true);
  });

  test('are what the window is made with', () => {
    expect(optionsOf('win32')?.webPreferences).toEqual(webPreferencesFor('/paydesk/preload/index.cjs', true));
  });

  test('leave the developer tools to a program that is not packaged', () => {
    expect(webPreferencesFor('/preload.cjs', false).devTools).toBe(true);
  });
});

describe('the window', () => {
  test('refuses to go elsewhere and to open others from its first moment', () => {
    open();
    const [host] = HostWindow.getAllWindows();
    expect(host?.webContents.mayNavigate('https://payments.example/')).toBe(false);
    expect(host?.webContents.mayOpen('https://payments.example/')).toBe(false);
    expect(host?.webContents.session.permissionCheck?.(null, 'media')).toBe(false);
  });

  test('shows the page of the program and no other', async () => {
    const { window, load } = open();
    await load();
    expect(window.webContents.getURL()).toBe('app://paydesk/index.html');
  });

  test('opens at 1280 x 800, never below 640 x 440, and where it was', () => {
    expect(optionsOf('linux')).toMatchObject({
      width: 1280,
      height: 800,
      minWidth: 640,
      minHeight: 440,
      name: 'main',
      windowStatePersistence: true,
      titleBarStyle: 'hidden',
    });
  });

  test.each(['win32', 'linux'] as const)('on %s has buttons in the colours of the bar', (os) => {
    expect(optionsOf(os)?.titleBarOverlay).toEqual({ color: '#55143D', symbolColor: '#FFFFFF', height: 44 });
  });

  test('on macOS leaves room for the system to draw its own', () => {
    const options = optionsOf('darwin');
    expect(options?.titleBarOverlay).toEqual({ height: 44 });
    expect(options?.trafficLightPosition).toEqual({ x: 13, y: 15 });
  });

  test('follows the theme', () => {
    const main = open();
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    nativeTheme.themeSource = 'dark';
    expect(captions).toEqual([{ color: '#451031', symbolColor: '#FFFFFF', height: 44 }]);
  });

  test('has darker buttons as long as a dialog darkens the page, in either theme', () => {
    const main = open();
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    main.dimButtons(true);
    nativeTheme.themeSource = 'dark';
    main.dimButtons(true);
    main.dimButtons(false);
    const height = 44;
    expect(captions).toEqual([
      { color: '#3E1331', symbolColor: '#B1B3B5', height },
      { color: '#1F0716', symbolColor: '#737373', height },
      { color: '#451031', symbolColor: '#FFFFFF', height },
    ]);
  });

  test('has its own buttons again when the page begins anew', async () => {
    const main = open();
    await main.load();
    main.dimButtons(true);
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    await main.load();
    expect(captions).toEqual([{ color: '#55143D', symbolColor: '#FFFFFF', height: 44 }]);
  });

  test('leaves the buttons of macOS to macOS', () => {
    const main = open({ os: 'darwin' });
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    main.dimButtons(true);
    expect(captions).toEqual([]);
  });

  test('that would be insecure is refused by the host', () => {
    const preferences = { ...webPreferencesFor('/preload.cjs', true), sandbox: false };
    expect(() => new BrowserWindow({ webPreferences: preferences })).toThrow(/sandbox/);
    expect(() => new BrowserWindow({})).toThrow(/Insecure/);
    const frozen = webPreferencesFor('/preload.cjs', true);
    expect(() => new BrowserWindow({ webPreferences: frozen })).toThrow(/not extensible/);
  });
});

describe('the contrast of the window', () => {
  const groundOf = (contrast: boolean) => {
    open({ contrast });
    return HostWindow.getAllWindows()[0]?.options.backgroundColor;
  };

  test('is what the clerk chose', () => {
    expect(groundOf(true)).toBe('#FFFFFF');
  });

  test('is high when the system asks for it', () => {
    const ask = vi.spyOn(nativeTheme, 'shouldUseHighContrastColors', 'get').mockReturnValue(true);
    onTestFinished(() => ask.mockRestore());
    expect(groundOf(false)).toBe('#FFFFFF');
  });

  test('is otherwise as usual', () => {
    expect(groundOf(false)).toBe('#F5F6F8');
  });
});

describe('the window', () => {
  test('is called Paydesk before its page is there', () => {
    expect(optionsOf('linux')?.title).toBe('Paydesk');
  });

  test('takes over the ground of another theme, and no longer once it is closed', () => {
    const { window } = open();
    const grounds: string[] = [];
    window.setBackgroundColor = (colour) => grounds.push(colour);
    nativeTheme.themeSource = 'dark';
    expect(grounds).toEqual(['#0F1115']);
    const themes = nativeTheme.listenerCount('updated');
    window.emit('closed');
    expect(nativeTheme.listenerCount('updated')).toBe(themes - 1);
  });

  test('is left alone once it is gone, whatever it is asked for', () => {
    const main = open();
    const { window } = main;
    const confirmations: string[] = [];
    window.setBackgroundColor = () => confirmations.push('ground');
    window.restore = () => confirmations.push('restore');
    window.show = () => confirmations.push('show');
    window.focus = () => confirmations.push('focus');
    window.destroy();
    main.refreshAppearance();
    main.show();
    expect(confirmations).toEqual([]);
  });

  test.each([
    [false, ['show', 'focus']],
    [true, ['restore', 'show', 'focus']],
  ])('comes to the front, from the taskbar too (minimised: %s)', (minimised, steps) => {
    const main = open();
    const { window } = main;
    const confirmations: string[] = [];
    window.isMinimized = () => minimised;
    window.restore = () => confirmations.push('restore');
    window.show = () => confirmations.push('show');
    window.focus = () => confirmations.push('focus');
    main.show();
    expect(confirmations).toEqual(steps);
  });

  test.each([
    { isMainFrame: false, isSameDocument: false },
    { isMainFrame: true, isSameDocument: true },
  ])('keeps its dark buttons while the page stays (%o)', (navigation) => {
    const main = open();
    main.dimButtons(true);
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    main.window.webContents.emit('did-start-navigation', navigation);
    expect(captions).toEqual([]);
  });
});

describe('a page that crashes', () => {
  const crash = (main: MainWindow) =>
    main.window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });

  test.each([
    [true, 4],
    [false, 3],
  ])('comes back after the question only when the clerk wants it: %s', async (again, expected) => {
    const main = open({ askToReload: async () => again });
    const reloads = countReloads(main);
    for (let time = 0; time < 4; time += 1) crash(main);
    await Promise.resolve();
    expect(reloads()).toBe(expected);
  });

  test('is counted anew after the clerk was asked', () => {
    let confirmations = 0;
    const main = open({
      askToReload: async () => {
        confirmations += 1;
        return false;
      },
    });
    for (let time = 0; time < 7; time += 1) crash(main);
    expect(confirmations).toBe(1);
    crash(main);
    expect(confirmations).toBe(2);
  });

  test('is counted for a minute', () => {
    let now = 0;
    let confirmations = 0;
    const main = open({
      now: () => now,
      askToReload: async () => {
        confirmations += 1;
        return false;
      },
    });
    for (let time = 0; time < 3; time += 1) crash(main);
    now = 60_000;
    crash(main);
    expect(confirmations).toBe(0);
    now = 60_001;
    for (let time = 0; time < 3; time += 1) crash(main);
    expect(confirmations).toBe(1);
  });

  test('stays away when its window has closed meanwhile', async () => {
    const answer = Promise.withResolvers<boolean>();
    const main = open({ askToReload: () => answer.promise });
    const reloads = countReloads(main);
    for (let time = 0; time < 4; time += 1) crash(main);
    main.window.destroy();
    answer.resolve(true);
    await answer.promise;
    expect(reloads()).toBe(3);
  });

  test('comes back three times within a minute; then the clerk is asked', async () => {
    let confirmations = 0;
    const main = open({
      askToReload: async () => {
        confirmations += 1;
        return false;
      },
    });
    const reloads = countReloads(main);
    for (let crash = 0; crash < 4; crash += 1) {
      main.window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    }
    expect(reloads()).toBe(3);
    expect(confirmations).toBe(1);
    expect(crashes).toEqual(['crashed', 'crashed', 'crashed', 'crashed']);
  });

  test('comes back again when the crashes are far apart', () => {
    let now = 0;
    const main = open({ now: () => now });
    const reloads = countReloads(main);
    for (let crash = 0; crash < 10; crash += 1) {
      now += 30_000;
      main.window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
    }
    expect(reloads()).toBe(10);
  });

  test('is left alone when its end was in order', () => {
    const main = open();
    const reloads = countReloads(main);
    main.window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(reloads()).toBe(0);
  });
});

describe('the menu at the pointer', () => {
  const editFlags = {
    canUndo: false,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canDelete: true,
    canSelectAll: true,
    canEditRichly: false,
  };

  test('has the roles of text where text can be changed', () => {
    const template = contextMenuTemplate({ isEditable: true, selectionText: '', editFlags });
    const roles = template.map(({ role, type }) => role ?? type);
    expect(roles).toEqual(['undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'separator', 'selectAll']);
    expect(template.find(({ role }) => role === 'undo')?.enabled).toBe(false);
  });

  test('copies what is selected, and is not there where nothing is', () => {
    open().window.webContents.emit('context-menu', {}, { isEditable: false, selectionText: ' ', editFlags });
    expect(Menu.popups).toEqual([]);
    opened?.window.webContents.emit('context-menu', {}, { isEditable: false, selectionText: 'a', editFlags });
    expect(Menu.popups).toEqual([[{ role: 'copy', enabled: true }]]);
  });
});

describe('hiding', () => {
  /** Events of the window from now on. */
  function eventsOf({ window }: MainWindow): string[] {
    const seen: string[] = [];
    window.on('leave-full-screen', () => seen.push('leave full screen'));
    window.on('hide', () => seen.push('hide'));
    return seen;
  }

  async function filling(os: NodeJS.Platform): Promise<MainWindow> {
    const main = open({ os });
    main.window.setFullScreen(true);
    await expect.poll(() => main.window.isFullScreen()).toBe(true);
    return main;
  }

  test('on macOS a window that fills the screen leaves that before it is hidden', async () => {
    const main = await filling('darwin');
    const seen = eventsOf(main);
    main.hide();
    expect(main.window.isVisible()).toBe(true);
    await expect.poll(() => seen).toEqual(['leave full screen', 'hide']);
    expire();
    expect(seen).toEqual(['leave full screen', 'hide']);
  });

  test('on macOS it is hidden also when the system does not leave the full screen', async () => {
    const main = await filling('darwin');
    const seen = eventsOf(main);
    main.window.setFullScreen = () => undefined;
    main.hide();
    expect(seen).toEqual([]);
    expire();
    expect(seen).toEqual(['hide']);
  });

  test('it is hidden at once where nothing black is left, and harmless when the window is gone', async () => {
    const windows = await filling('win32');
    const seen = eventsOf(windows);
    windows.hide();
    expect(seen).toEqual(['hide']);
    windows.window.destroy();
    expect(() => windows.hide()).not.toThrow();
    const plain = open({ os: 'darwin' });
    const others = eventsOf(plain);
    plain.hide();
    expect(others).toEqual(['hide']);
  });
});

test('a wish of the menu reaches the page only while no dialog of the system is over the window', () => {
  const main = open({ os: 'darwin' });
  const sent: unknown[] = [];
  main.window.webContents.send = (_channel, message: unknown) => void sent.push(message);
  main.window.emit('sheet-begin');
  main.choose('paydesk:settings');
  expect(sent).toEqual([]);
  main.window.emit('sheet-begin');
  main.window.emit('sheet-end');
  main.choose('paydesk:settings');
  expect(sent).toEqual([]);
  main.window.emit('sheet-end');
  main.window.emit('sheet-end');
  main.choose('paydesk:find');
  expect(sent).toEqual(['paydesk:find']);
  main.window.emit('sheet-begin');
  main.choose('paydesk:settings');
  expect(sent).toEqual(['paydesk:find']);
  main.window.destroy();
  expect(() => main.choose('paydesk:find')).not.toThrow();
});
