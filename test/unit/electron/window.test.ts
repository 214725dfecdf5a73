import { app, BrowserWindow, nativeTheme } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createContextMenuTemplate } from '../../../src/main/electron/context-menu.ts';
import { createWebPreferences, type MainWindow } from '../../../src/main/electron/window.ts';
import { Menu } from '../../host/electron/outside.ts';
import { BrowserWindow as HostWindow } from '../../host/electron/window.ts';
import { openTestWindow, type TestWindow } from './window-fixture.ts';

// By default, the program would quit with its last window.
app.on('window-all-closed', () => undefined);

function optionsOf(os: NodeJS.Platform) {
  openTestWindow({ os });
  return HostWindow.getAllWindows()[0]?.options;
}

describe('the rights of the page', () => {
  test('are exactly these and frozen', () => {
    const preferences = createWebPreferences('/paydesk/preload/index.cjs', true);
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

  test('are the web preferences of the window', () => {
    expect(optionsOf('win32')?.webPreferences).toEqual(
      createWebPreferences('/paydesk/preload/index.cjs', true),
    );
  });

  test('include the developer tools only when Paydesk is not packaged', () => {
    expect(createWebPreferences('/preload.cjs', false).devTools).toBe(true);
  });
});

describe('the window', () => {
  test('refuses navigation, new windows and permissions from the start', () => {
    openTestWindow();
    const [host] = HostWindow.getAllWindows();
    expect(host?.webContents.mayNavigate('https://payments.example/')).toBe(false);
    expect(host?.webContents.mayOpen('https://payments.example/')).toBe(false);
    expect(host?.webContents.session.permissionCheck?.(null, 'media')).toBe(false);
  });

  test('shows the page of Paydesk', async () => {
    const { window, load } = openTestWindow();
    await load();
    expect(window.webContents.getURL()).toBe('app://paydesk/index.html');
  });

  test('opens at 1280 x 800 or its last bounds, and never below 640 x 440', () => {
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

  test("on macOS leaves room for the system's buttons", () => {
    const options = optionsOf('darwin');
    expect(options?.titleBarOverlay).toEqual({ height: 44 });
    expect(options?.trafficLightPosition).toEqual({ x: 13, y: 15 });
  });

  test('follows the theme', () => {
    const main = openTestWindow();
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    nativeTheme.themeSource = 'dark';
    expect(captions).toEqual([{ color: '#451031', symbolColor: '#FFFFFF', height: 44 }]);
  });

  test('has darker buttons while a dialog dims the page, in both themes', () => {
    const main = openTestWindow();
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

  test('resets its buttons when the page loads again', async () => {
    const main = openTestWindow();
    await main.load();
    main.dimButtons(true);
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    await main.load();
    expect(captions).toEqual([{ color: '#55143D', symbolColor: '#FFFFFF', height: 44 }]);
  });

  test('does not change the buttons on macOS', () => {
    const main = openTestWindow({ os: 'darwin' });
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    main.dimButtons(true);
    expect(captions).toEqual([]);
  });

  test('is refused by the host when its preferences are insecure', () => {
    const preferences = { ...createWebPreferences('/preload.cjs', true), sandbox: false };
    expect(() => new BrowserWindow({ webPreferences: preferences })).toThrow(/sandbox/);
    expect(() => new BrowserWindow({})).toThrow(/Insecure/);
    const frozen = createWebPreferences('/preload.cjs', true);
    expect(() => new BrowserWindow({ webPreferences: frozen })).toThrow(/not extensible/);
  });
});

describe('the contrast of the window', () => {
  const backgroundOf = (contrast: boolean) => {
    openTestWindow({ contrast });
    return HostWindow.getAllWindows()[0]?.options.backgroundColor;
  };

  test('is the one that the clerk chose', () => {
    expect(backgroundOf(true)).toBe('#FFFFFF');
  });

  test('is high when the system asks for it', () => {
    const ask = vi.spyOn(nativeTheme, 'shouldUseHighContrastColors', 'get').mockReturnValue(true);
    onTestFinished(() => ask.mockRestore());
    expect(backgroundOf(false)).toBe('#FFFFFF');
  });

  test('is normal otherwise', () => {
    expect(backgroundOf(false)).toBe('#F5F6F8');
  });
});

describe('the window', () => {
  test('is titled Paydesk before its page has loaded', () => {
    expect(optionsOf('linux')?.title).toBe('Paydesk');
  });

  test('follows the background of the theme until it is closed', () => {
    const { window } = openTestWindow();
    const backgrounds: string[] = [];
    window.setBackgroundColor = (colour) => backgrounds.push(colour);
    nativeTheme.themeSource = 'dark';
    expect(backgrounds).toEqual(['#0F1115']);
    const themes = nativeTheme.listenerCount('updated');
    window.emit('closed');
    expect(nativeTheme.listenerCount('updated')).toBe(themes - 1);
  });

  test('is not touched after it was destroyed', () => {
    const main = openTestWindow();
    const { window } = main;
    const calls: string[] = [];
    window.setBackgroundColor = () => calls.push('background');
    window.restore = () => calls.push('restore');
    window.show = () => calls.push('show');
    window.focus = () => calls.push('focus');
    window.destroy();
    main.refreshAppearance();
    main.show();
    expect(calls).toEqual([]);
  });

  test.each([
    [false, ['show', 'focus']],
    [true, ['restore', 'show', 'focus']],
  ])('comes to the front, also when it was minimised (%s)', (minimised, steps) => {
    const main = openTestWindow();
    const { window } = main;
    const calls: string[] = [];
    window.isMinimized = () => minimised;
    window.restore = () => calls.push('restore');
    window.show = () => calls.push('show');
    window.focus = () => calls.push('focus');
    main.show();
    expect(calls).toEqual(steps);
  });

  test.each([
    { isMainFrame: false, isSameDocument: false },
    { isMainFrame: true, isSameDocument: true },
  ])('keeps its dark buttons during a navigation inside the page (%o)', (navigation) => {
    const main = openTestWindow();
    main.dimButtons(true);
    const captions: unknown[] = [];
    main.window.setTitleBarOverlay = (caption) => captions.push(caption);
    main.window.webContents.emit('did-start-navigation', navigation);
    expect(captions).toEqual([]);
  });
});

describe('the context menu', () => {
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

  test('has the editing roles where text can be edited', () => {
    const template = createContextMenuTemplate({ isEditable: true, selectionText: '', editFlags });
    const roles = template.map(({ role, type }) => role ?? type);
    expect(roles).toEqual(['undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'separator', 'selectAll']);
    expect(template.find(({ role }) => role === 'undo')?.enabled).toBe(false);
  });

  test('copies the selection, and does not open without one', () => {
    const { webContents } = openTestWindow().window;
    webContents.emit('context-menu', {}, { isEditable: false, selectionText: ' ', editFlags });
    expect(Menu.popups).toEqual([]);
    webContents.emit('context-menu', {}, { isEditable: false, selectionText: 'a', editFlags });
    expect(Menu.popups).toEqual([[{ role: 'copy', enabled: true }]]);
  });
});

describe('hiding', () => {
  /** Collects the events of the window from now on. */
  function eventsOf({ window }: MainWindow): string[] {
    const seen: string[] = [];
    window.on('leave-full-screen', () => seen.push('leave full screen'));
    window.on('hide', () => seen.push('hide'));
    return seen;
  }

  async function openFullScreen(os: NodeJS.Platform): Promise<TestWindow> {
    const main = openTestWindow({ os });
    main.window.setFullScreen(true);
    await expect.poll(() => main.window.isFullScreen()).toBe(true);
    return main;
  }

  test('leaves full screen before the window is hidden on macOS', async () => {
    const main = await openFullScreen('darwin');
    const seen = eventsOf(main);
    main.hide();
    expect(main.window.isVisible()).toBe(true);
    await expect.poll(() => seen).toEqual(['leave full screen', 'hide']);
    main.expire();
    expect(seen).toEqual(['leave full screen', 'hide']);
  });

  test('hides the window on macOS also when the system does not leave full screen', async () => {
    const main = await openFullScreen('darwin');
    const seen = eventsOf(main);
    main.window.setFullScreen = () => undefined;
    main.hide();
    expect(seen).toEqual([]);
    main.expire();
    expect(seen).toEqual(['hide']);
  });

  test('hides the window at once without full screen or on other systems, and does nothing after it was destroyed', async () => {
    const windows = await openFullScreen('win32');
    const seen = eventsOf(windows);
    windows.hide();
    expect(seen).toEqual(['hide']);
    windows.window.destroy();
    expect(() => windows.hide()).not.toThrow();
    const plain = openTestWindow({ os: 'darwin' });
    const others = eventsOf(plain);
    plain.hide();
    expect(others).toEqual(['hide']);
  });
});

test('a menu command reaches the page only while no system dialog is over the window', () => {
  const main = openTestWindow({ os: 'darwin' });
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
