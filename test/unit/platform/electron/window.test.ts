import { app, nativeTheme } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createContextMenuTemplate,
  createWebPreferences,
} from '../../../../src/main/platform/electron/window.ts';
import type { TextSize } from '../../../../src/shared/model/settings.ts';
import { Menu } from '../../../host/electron/outside.ts';
import { BrowserWindow as HostWindow } from '../../../host/electron/window.ts';
import { openTestWindow } from './window-fixture.ts';

// By default, the program would quit with its last window.
app.on('window-all-closed', () => undefined);

describe('the rights of the page', () => {
  const preferences = createWebPreferences('/paydesk/preload/index.cjs', true);

  test('are the secure web preferences, without navigation by dropped files', () => {
    expect(openTestWindow().options?.webPreferences).toEqual({ ...preferences, zoomFactor: 1 });
    expect(preferences).toMatchObject({
      preload: '/paydesk/preload/index.cjs',
      navigateOnDragDrop: false,
      spellcheck: false,
    });
  });

  test.each([true, false])('include the developer tools unless Paydesk is packaged (%s)', (isPackaged) => {
    expect(createWebPreferences('/preload.cjs', isPackaged).devTools).toBe(!isPackaged);
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

  test('opens hidden at its last bounds, titled Paydesk, and shows the page of Paydesk after load', async () => {
    const { window, load, options } = openTestWindow();
    expect(options).toMatchObject({
      width: 1280,
      height: 800,
      minWidth: 640,
      minHeight: 440,
      name: 'main',
      title: 'Paydesk',
      windowStatePersistence: true,
      titleBarStyle: 'hidden',
      show: false,
    });
    await load();
    expect(window.webContents.getURL()).toBe('app://paydesk/index.html');
  });

  test.each([
    [false, ['show', 'focus']],
    [true, ['restore', 'show', 'focus']],
  ])('comes to the front when it is shown (minimised: %s), until it is destroyed', (minimised, steps) => {
    const testWindow = openTestWindow();
    const { window } = testWindow;
    const calls: string[] = [];
    window.isMinimized = () => minimised;
    for (const name of ['restore', 'show', 'focus', 'setBackgroundColor'] as const)
      window[name] = () => calls.push(name);
    testWindow.show();
    expect(calls).toEqual(steps);
    window.destroy();
    testWindow.refreshAppearance();
    testWindow.show();
    expect(calls).toEqual(steps);
  });

  test('sends menu commands to the page only while no system dialog is over the window', () => {
    const { window, choose } = openTestWindow({ os: 'darwin' });
    const sentCommands: unknown[] = [];
    window.webContents.send = (_channel, message: unknown) => void sentCommands.push(message);
    window.emit('sheet-begin');
    choose('paydesk:settings');
    window.emit('sheet-begin');
    window.emit('sheet-end');
    choose('paydesk:settings');
    expect(sentCommands).toEqual([]);
    window.emit('sheet-end');
    window.emit('sheet-end');
    choose('paydesk:find');
    window.emit('sheet-begin');
    choose('paydesk:settings');
    expect(sentCommands).toEqual(['paydesk:find']);
    window.destroy();
    expect(() => choose('paydesk:find')).not.toThrow();
  });
});

describe('the colours of the window', () => {
  const height = 44;
  const lightCaption = { color: '#55143D', symbolColor: '#FFFFFF', height };
  const darkCaption = { color: '#451031', symbolColor: '#FFFFFF', height };

  test('leave the buttons of macOS to the system, also while they are dimmed', () => {
    const { options, captions, dimButtons } = openTestWindow({ os: 'darwin' });
    expect(options).toMatchObject({ titleBarOverlay: { height }, trafficLightPosition: { x: 13, y: 15 } });
    expect(options?.titleBarOverlay).toEqual({ height });
    dimButtons(true);
    expect(captions).toEqual([]);
  });

  test('change with the theme until the window is closed', () => {
    const { window, captions } = openTestWindow();
    const backgrounds: string[] = [];
    window.setBackgroundColor = (colour) => backgrounds.push(colour);
    nativeTheme.themeSource = 'dark';
    expect(captions).toEqual([darkCaption]);
    expect(backgrounds).toEqual(['#0F1115']);
    const listenersBefore = nativeTheme.listenerCount('updated');
    window.emit('closed');
    expect(nativeTheme.listenerCount('updated')).toBe(listenersBefore - 1);
  });

  test('are darker for the buttons while a dialog dims the page, in both themes', () => {
    const { captions, dimButtons } = openTestWindow();
    dimButtons(true);
    nativeTheme.themeSource = 'dark';
    dimButtons(true);
    dimButtons(false);
    expect(captions).toEqual([
      { color: '#3E1331', symbolColor: '#B1B3B5', height },
      { color: '#1F0716', symbolColor: '#737373', height },
      darkCaption,
    ]);
  });

  test('are undimmed after the page was loaded again, and stay when a navigation only starts', async () => {
    const { window, captions, dimButtons, load } = openTestWindow();
    await load();
    dimButtons(true);
    window.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    expect(captions).toHaveLength(1);
    await load();
    expect(captions.slice(1)).toEqual([lightCaption]);
  });

  test.each([
    ['chosen by the clerk', true, false, '#FFFFFF'],
    ['chosen by the system', false, true, '#FFFFFF'],
    ['not chosen', false, false, '#F5F6F8'],
  ])('have the background of a contrast that is %s', (_choice, contrast, isSystemContrast, background) => {
    const system = vi
      .spyOn(nativeTheme, 'shouldUseHighContrastColors', 'get')
      .mockReturnValue(isSystemContrast);
    onTestFinished(() => system.mockRestore());
    expect(openTestWindow({ contrast }).options?.backgroundColor).toBe(background);
  });
});

describe('the text size of the window', () => {
  test('applies before the page is loaded, and to every page that is loaded', async () => {
    const { window, load, options } = openTestWindow({ textSize: () => 150 });
    expect(options?.webPreferences?.zoomFactor).toBe(1.5);
    // A factor that an earlier run stored for the origin.
    window.webContents.setZoomFactor(2);
    await load();
    expect(window.webContents.getZoomFactor()).toBe(1.5);
  });

  test.each([
    ['linux', 130, 1.3, [expect.objectContaining({ height: 57 })], []],
    ['darwin', 150, 1.5, [], [{ x: 13, y: 26 }]],
  ] as const)('on %s changes page and buttons', (os, newSize, zoomFactor, newCaptions, newPositions) => {
    let textSize: TextSize = 100;
    const { window, captions, refreshAppearance } = openTestWindow({ os, textSize: () => textSize });
    const positions: unknown[] = [];
    window.setWindowButtonPosition = (position) => positions.push(position);
    if (os === 'darwin') refreshAppearance();
    textSize = newSize;
    refreshAppearance();
    expect(window.webContents.getZoomFactor()).toBe(zoomFactor);
    expect(captions).toEqual(newCaptions);
    expect(positions).toEqual(newPositions);
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
  /** Opens a window, in full screen if stated, and records when it leaves full screen and hides. */
  async function openAndRecord(os: NodeJS.Platform, isFullScreen = true) {
    const testWindow = openTestWindow({ os });
    const { window } = testWindow;
    testWindow.show();
    window.setFullScreen(isFullScreen);
    await expect.poll(() => window.isFullScreen()).toBe(isFullScreen);
    const events: string[] = [];
    window.on('leave-full-screen', () => events.push('leave full screen'));
    window.on('hide', () => events.push('hide'));
    return { ...testWindow, events };
  }

  test('leaves full screen before the window is hidden on macOS', async () => {
    const { window, hide, expire, events } = await openAndRecord('darwin');
    hide();
    expect(window.isVisible()).toBe(true);
    await expect.poll(() => events).toEqual(['leave full screen', 'hide']);
    expire();
    expect(events).toEqual(['leave full screen', 'hide']);
  });

  test('hides the window on macOS after a timeout when the system does not leave full screen', async () => {
    const { window, hide, expire, events } = await openAndRecord('darwin');
    window.setFullScreen = () => undefined;
    hide();
    expect(events).toEqual([]);
    expire();
    expect(events).toEqual(['hide']);
  });

  test.each([
    ['win32', true],
    ['darwin', false],
  ] as const)('hides the window at once on %s when full screen is %s, until its end', async (os, isFull) => {
    const { window, hide, events } = await openAndRecord(os, isFull);
    hide();
    expect(events).toEqual(['hide']);
    window.destroy();
    expect(() => hide()).not.toThrow();
  });
});
