import { app, BrowserWindow, nativeTheme } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createContextMenuTemplate } from '../../../src/main/electron/context-menu.ts';
import { createWebPreferences, type MainWindow } from '../../../src/main/electron/window.ts';
import type { TextSize } from '../../../src/shared/model/settings.ts';
import { Menu } from '../../host/electron/outside.ts';
import { BrowserWindow as HostWindow } from '../../host/electron/window.ts';
import { openTestWindow, type TestWindow } from './window-fixture.ts';

// By default, the program would quit with its last window.
app.on('window-all-closed', () => undefined);

/** Opens a window on an operating system and returns the options that Electron got. */
function openAndGetOptions(os: NodeJS.Platform) {
  openTestWindow({ os });
  return HostWindow.getAllWindows().at(-1)?.options;
}

describe('the rights of the page', () => {
  test('are the expected web preferences and cannot be changed', () => {
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

  test('are passed to the window as its web preferences', () => {
    expect(openAndGetOptions('win32')?.webPreferences).toEqual({
      ...createWebPreferences('/paydesk/preload/index.cjs', true),
      zoomFactor: 1,
    });
  });

  test('include the developer tools only when Paydesk is not packaged', () => {
    expect(createWebPreferences('/preload.cjs', false).devTools).toBe(true);
  });
});

describe('the window', () => {
  test('refuses navigation, new windows and permissions before its page has loaded', () => {
    openTestWindow();
    const host = HostWindow.getAllWindows().at(-1);
    expect(host?.webContents.mayNavigate('https://payments.example/')).toBe(false);
    expect(host?.webContents.mayOpen('https://payments.example/')).toBe(false);
    expect(host?.webContents.session.permissionCheck?.(null, 'media')).toBe(false);
  });

  test('shows the page of Paydesk after load', async () => {
    const { window, load } = openTestWindow();
    await load();
    expect(window.webContents.getURL()).toBe('app://paydesk/index.html');
  });

  test('opens at 1280 x 800 or its last bounds, and never below 640 x 440', () => {
    expect(openAndGetOptions('linux')).toMatchObject({
      width: 1280,
      height: 800,
      minWidth: 640,
      minHeight: 440,
      name: 'main',
      windowStatePersistence: true,
      titleBarStyle: 'hidden',
      show: false,
    });
  });

  test.each(['win32', 'linux'] as const)('on %s has buttons in the colours of the bar', (os) => {
    expect(openAndGetOptions(os)?.titleBarOverlay).toEqual({
      color: '#55143D',
      symbolColor: '#FFFFFF',
      height: 44,
    });
  });

  test("on macOS leaves room for the system's buttons", () => {
    const options = openAndGetOptions('darwin');
    expect(options?.titleBarOverlay).toEqual({ height: 44 });
    expect(options?.trafficLightPosition).toEqual({ x: 13, y: 15 });
  });

  test('changes the colours of its buttons when the theme changes', () => {
    const testWindow = openTestWindow();
    const captions: unknown[] = [];
    testWindow.window.setTitleBarOverlay = (caption) => captions.push(caption);
    nativeTheme.themeSource = 'dark';
    expect(captions).toEqual([{ color: '#451031', symbolColor: '#FFFFFF', height: 44 }]);
  });

  test('has darker buttons while a dialog dims the page, in both themes', () => {
    const testWindow = openTestWindow();
    const captions: unknown[] = [];
    testWindow.window.setTitleBarOverlay = (caption) => captions.push(caption);
    testWindow.dimButtons(true);
    nativeTheme.themeSource = 'dark';
    testWindow.dimButtons(true);
    testWindow.dimButtons(false);
    const height = 44;
    expect(captions).toEqual([
      { color: '#3E1331', symbolColor: '#B1B3B5', height },
      { color: '#1F0716', symbolColor: '#737373', height },
      { color: '#451031', symbolColor: '#FFFFFF', height },
    ]);
  });

  test('has undimmed buttons after the page was loaded again', async () => {
    const testWindow = openTestWindow();
    await testWindow.load();
    testWindow.dimButtons(true);
    const captions: unknown[] = [];
    testWindow.window.setTitleBarOverlay = (caption) => captions.push(caption);
    await testWindow.load();
    expect(captions).toEqual([{ color: '#55143D', symbolColor: '#FFFFFF', height: 44 }]);
  });

  test('does not dim its buttons on macOS', () => {
    const testWindow = openTestWindow({ os: 'darwin' });
    const captions: unknown[] = [];
    testWindow.window.setTitleBarOverlay = (caption) => captions.push(caption);
    testWindow.dimButtons(true);
    expect(captions).toEqual([]);
  });

  test('is refused by the fake Electron when its web preferences are insecure or frozen', () => {
    const preferences = { ...createWebPreferences('/preload.cjs', true), sandbox: false };
    expect(() => new BrowserWindow({ webPreferences: preferences })).toThrow(/sandbox/);
    expect(() => new BrowserWindow({})).toThrow(/Insecure/);
    const frozen = createWebPreferences('/preload.cjs', true);
    expect(() => new BrowserWindow({ webPreferences: frozen })).toThrow(/not extensible/);
  });
});

describe('the contrast of the window', () => {
  const openAndGetBackground = (contrast: boolean) => {
    openTestWindow({ contrast });
    return HostWindow.getAllWindows().at(-1)?.options.backgroundColor;
  };

  test('is high when the clerk chose high contrast', () => {
    expect(openAndGetBackground(true)).toBe('#FFFFFF');
  });

  test('is high when the system asks for high contrast', () => {
    const highContrast = vi.spyOn(nativeTheme, 'shouldUseHighContrastColors', 'get').mockReturnValue(true);
    onTestFinished(() => highContrast.mockRestore());
    expect(openAndGetBackground(false)).toBe('#FFFFFF');
  });

  test('is normal when neither the clerk nor the system chose high contrast', () => {
    expect(openAndGetBackground(false)).toBe('#F5F6F8');
  });
});

describe('the window', () => {
  test('is titled Paydesk before its page has loaded', () => {
    expect(openAndGetOptions('linux')?.title).toBe('Paydesk');
  });

  test('has the background of the current theme until it is closed', () => {
    const { window } = openTestWindow();
    const backgrounds: string[] = [];
    window.setBackgroundColor = (colour) => backgrounds.push(colour);
    nativeTheme.themeSource = 'dark';
    expect(backgrounds).toEqual(['#0F1115']);
    const listenersBefore = nativeTheme.listenerCount('updated');
    window.emit('closed');
    expect(nativeTheme.listenerCount('updated')).toBe(listenersBefore - 1);
  });

  test('is neither coloured nor shown after it was destroyed', () => {
    const testWindow = openTestWindow();
    const { window } = testWindow;
    const calls: string[] = [];
    window.setBackgroundColor = () => calls.push('background');
    window.restore = () => calls.push('restore');
    window.show = () => calls.push('show');
    window.focus = () => calls.push('focus');
    window.destroy();
    testWindow.refreshAppearance();
    testWindow.show();
    expect(calls).toEqual([]);
  });

  test.each([
    [false, ['show', 'focus']],
    [true, ['restore', 'show', 'focus']],
  ])('comes to the front when it is shown (minimised before: %s)', (minimised, steps) => {
    const testWindow = openTestWindow();
    const { window } = testWindow;
    const calls: string[] = [];
    window.isMinimized = () => minimised;
    window.restore = () => calls.push('restore');
    window.show = () => calls.push('show');
    window.focus = () => calls.push('focus');
    testWindow.show();
    expect(calls).toEqual(steps);
  });

  test.each([
    { isMainFrame: false, isSameDocument: false },
    { isMainFrame: true, isSameDocument: true },
  ])('keeps its dimmed buttons during a navigation inside the page (%o)', (navigation) => {
    const testWindow = openTestWindow();
    testWindow.dimButtons(true);
    const captions: unknown[] = [];
    testWindow.window.setTitleBarOverlay = (caption) => captions.push(caption);
    testWindow.window.webContents.emit('did-start-navigation', navigation);
    expect(captions).toEqual([]);
  });
});

describe('the text size of the window', () => {
  test('applies before the page is loaded, and to every page that is loaded', async () => {
    const { window, load } = openTestWindow({ textSize: () => 150 });
    expect(HostWindow.getAllWindows().at(-1)?.options.webPreferences?.zoomFactor).toBe(1.5);
    // A factor that an earlier run stored for the origin.
    window.webContents.setZoomFactor(2);
    await load();
    expect(window.webContents.getZoomFactor()).toBe(1.5);
  });

  test('changes the page and the height of its buttons', () => {
    let textSize: TextSize = 100;
    const testWindow = openTestWindow({ textSize: () => textSize });
    const heights: (number | undefined)[] = [];
    testWindow.window.setTitleBarOverlay = ({ height }) => heights.push(height);
    textSize = 130;
    testWindow.refreshAppearance();
    expect(testWindow.window.webContents.getZoomFactor()).toBe(1.3);
    expect(heights).toEqual([57]);
  });

  test('on macOS moves the buttons of the system into the middle of the bar', () => {
    let textSize: TextSize = 100;
    const testWindow = openTestWindow({ os: 'darwin', textSize: () => textSize });
    const positions: unknown[] = [];
    testWindow.window.setWindowButtonPosition = (position) => positions.push(position);
    testWindow.refreshAppearance();
    textSize = 150;
    testWindow.refreshAppearance();
    expect(positions).toEqual([{ x: 13, y: 26 }]);
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

  test('copies the selection, and does not open without a selection', () => {
    const { webContents } = openTestWindow().window;
    webContents.emit('context-menu', {}, { isEditable: false, selectionText: ' ', editFlags });
    expect(Menu.popups).toEqual([]);
    webContents.emit('context-menu', {}, { isEditable: false, selectionText: 'a', editFlags });
    expect(Menu.popups).toEqual([[{ role: 'copy', enabled: true }]]);
  });
});

describe('hiding', () => {
  /** Starts to record when the window leaves full screen and hides. */
  function recordEvents({ window }: MainWindow): string[] {
    const events: string[] = [];
    window.on('leave-full-screen', () => events.push('leave full screen'));
    window.on('hide', () => events.push('hide'));
    return events;
  }

  async function openFullScreen(os: NodeJS.Platform): Promise<TestWindow> {
    const testWindow = openTestWindow({ os });
    testWindow.show();
    testWindow.window.setFullScreen(true);
    await expect.poll(() => testWindow.window.isFullScreen()).toBe(true);
    return testWindow;
  }

  test('leaves full screen before the window is hidden on macOS', async () => {
    const testWindow = await openFullScreen('darwin');
    const events = recordEvents(testWindow);
    testWindow.hide();
    expect(testWindow.window.isVisible()).toBe(true);
    await expect.poll(() => events).toEqual(['leave full screen', 'hide']);
    testWindow.expire();
    expect(events).toEqual(['leave full screen', 'hide']);
  });

  test('hides the window on macOS after a timeout when the system does not leave full screen', async () => {
    const testWindow = await openFullScreen('darwin');
    const events = recordEvents(testWindow);
    testWindow.window.setFullScreen = () => undefined;
    testWindow.hide();
    expect(events).toEqual([]);
    testWindow.expire();
    expect(events).toEqual(['hide']);
  });

  test('hides the window at once on Windows, and does nothing after the window was destroyed', async () => {
    const testWindow = await openFullScreen('win32');
    const events = recordEvents(testWindow);
    testWindow.hide();
    expect(events).toEqual(['hide']);
    testWindow.window.destroy();
    expect(() => testWindow.hide()).not.toThrow();
  });

  test('hides the window at once on macOS when it is not in full screen', () => {
    const testWindow = openTestWindow({ os: 'darwin' });
    const events = recordEvents(testWindow);
    testWindow.hide();
    expect(events).toEqual(['hide']);
  });
});

test('a menu command reaches the page only while no system dialog is over the window', () => {
  const testWindow = openTestWindow({ os: 'darwin' });
  const sentCommands: unknown[] = [];
  testWindow.window.webContents.send = (_channel, message: unknown) => void sentCommands.push(message);
  testWindow.window.emit('sheet-begin');
  testWindow.choose('paydesk:settings');
  expect(sentCommands).toEqual([]);
  testWindow.window.emit('sheet-begin');
  testWindow.window.emit('sheet-end');
  testWindow.choose('paydesk:settings');
  expect(sentCommands).toEqual([]);
  testWindow.window.emit('sheet-end');
  testWindow.window.emit('sheet-end');
  testWindow.choose('paydesk:find');
  expect(sentCommands).toEqual(['paydesk:find']);
  testWindow.window.emit('sheet-begin');
  testWindow.choose('paydesk:settings');
  expect(sentCommands).toEqual(['paydesk:find']);
  testWindow.window.destroy();
  expect(() => testWindow.choose('paydesk:find')).not.toThrow();
});
