/** @file Paydesk's window: its creation and restrictions, and its reload after a crash of the page. */
import {
  BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  nativeTheme,
  type WebPreferences,
} from 'electron';
import { type MenuEvent, menuChannel } from '../../../shared/contract/names.ts';
import type { Clock } from '../platform.ts';
import {
  createCaptionStyle,
  getBackgroundColour,
  getBarHeight,
  getTrafficLightPosition,
  type OwnAppearance,
  toZoomFactor,
  type WindowAppearance,
} from './caption.ts';
import { restrictPage } from './denials.ts';
import { pageUrl } from './origin.ts';

/** Returns the menu items for a position of the page; empty for no menu. */
export function createContextMenuTemplate(
  menuParams: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>,
): MenuItemConstructorOptions[] {
  const { isEditable, editFlags, selectionText } = menuParams;
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }];
}

/**
 * Period in which crashes are counted, in milliseconds. After more than {@link maxAutomaticReloads}, the clerk is asked
 * before the page is reloaded.
 */
const crashPeriodMs = 60_000;
const maxAutomaticReloads = 3;
/** Time for macOS to leave full screen, in milliseconds; its animation takes less than one second. */
const maxFullScreenExitMs = 3_000;

interface WindowOptions {
  /** Path of the built preload script. */
  readonly preload: string;
  readonly isPackaged: boolean;
  /** True when the page loads the messages of the pseudo-locale. */
  readonly isPseudoLocale: boolean;
  readonly os: NodeJS.Platform;
  /** Returns the clerk's contrast and text size, and the environment; the window reads the theme from the system. */
  appearance(): OwnAppearance;
  /** Monotonic time in milliseconds. */
  monotonic(): number;
  readonly clock: Pick<Clock, 'after'>;
  /** Called when the page crashed. */
  onCrash(reason: string): void;
  /** Asks the clerk when the page crashes repeatedly; `true` reloads the page. */
  confirmReload(): Promise<boolean>;
}

/** The window and its operations. */
export type MainWindow = ReturnType<typeof createMainWindow>;

/** Returns the page's web preferences, frozen: sandboxed, context-isolated and without Node. */
export function createWebPreferences(preload: string, isPackaged: boolean): Readonly<WebPreferences> {
  return Object.freeze({
    preload,
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
    devTools: !isPackaged,
  });
}

/** Creates the empty, hidden window. Electron restores its last position and size on an existing screen. */
export function createMainWindow(options: WindowOptions) {
  let isDimmed = false;
  function getCurrentAppearance(): WindowAppearance {
    const { hasHighContrast, ...appearance } = options.appearance();
    return {
      ...appearance,
      isDark: nativeTheme.shouldUseDarkColors,
      hasHighContrast: hasHighContrast || nativeTheme.shouldUseHighContrastColors,
    };
  }
  let { textSize } = options.appearance();
  const hasButtonOverlay = options.os !== 'darwin';
  const window = new BrowserWindow({
    name: 'main',
    show: false,
    windowStatePersistence: true,
    title: 'Paydesk',
    width: 1280,
    height: 800,
    // In device-independent pixels: a screen of 1280 x 720 pixels at 150 % has 853 x 480, including the task bar.
    minWidth: 640,
    minHeight: 440,
    backgroundColor: getBackgroundColour(getCurrentAppearance()),
    titleBarStyle: 'hidden',
    ...(hasButtonOverlay
      ? { titleBarOverlay: createCaptionStyle(getCurrentAppearance()) }
      : {
          titleBarOverlay: { height: getBarHeight(textSize) },
          trafficLightPosition: getTrafficLightPosition(textSize),
        }),
    // Copied, because Electron modifies the object. The zoom factor applies before the page is painted.
    webPreferences: {
      ...createWebPreferences(options.preload, options.isPackaged),
      zoomFactor: toZoomFactor(textSize),
    },
  });
  restrictPage(window.webContents);
  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload();
  };
  reloadAfterCrash(window, options, reload);
  window.webContents.on('context-menu', (_event, menuParams) => {
    const template = createContextMenuTemplate(menuParams);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });

  function refreshAppearance(): void {
    if (window.isDestroyed()) return;
    const appearance = getCurrentAppearance();
    window.setBackgroundColor(getBackgroundColour(appearance));
    if (hasButtonOverlay) window.setTitleBarOverlay(createCaptionStyle(appearance, isDimmed));
    if (appearance.textSize === textSize) return;
    textSize = appearance.textSize;
    window.webContents.setZoomFactor(toZoomFactor(textSize));
    if (!hasButtonOverlay) window.setWindowButtonPosition(getTrafficLightPosition(textSize));
  }
  nativeTheme.on('updated', refreshAppearance);
  window.once('closed', () => nativeTheme.off('updated', refreshAppearance));

  function dimButtons(shouldDim: boolean): void {
    if (shouldDim === isDimmed) return;
    isDimmed = shouldDim;
    refreshAppearance();
  }
  window.webContents.on('did-navigate', () => {
    // A newly loaded page has no open dialog.
    dimButtons(false);
    // Chromium stores the factor of each origin on disk and prefers it to that of the web preferences.
    window.webContents.setZoomFactor(toZoomFactor(textSize));
  });

  // macOS triggers menu shortcuts even while a system dialog is open, whether registered or not
  // (electron/electron#18295).
  let openDialogCount = 0;
  window.on('sheet-begin', () => {
    openDialogCount += 1;
  });
  window.on('sheet-end', () => {
    openDialogCount = Math.max(0, openDialogCount - 1);
  });

  function hideNow(): void {
    if (!window.isDestroyed()) window.hide();
  }

  return {
    window,
    /**
     * Hides the window. On macOS, a full-screen window leaves full screen first, because hiding it directly would leave a
     * black screen (electron/electron#39572).
     */
    hide() {
      if (window.isDestroyed()) return;
      if (options.os !== 'darwin' || !window.isFullScreen()) return hideNow();
      const cancel = options.clock.after(maxFullScreenExitMs, hideNow);
      window.once('leave-full-screen', () => {
        cancel();
        hideNow();
      });
      window.setFullScreen(false);
    },
    /** Sends a menu command to the page, unless a system dialog is open over the window. */
    choose(event: MenuEvent) {
      if (openDialogCount === 0 && !window.isDestroyed()) window.webContents.send(menuChannel, event);
    },
    /** Loads the page. Rejects when it cannot be loaded. */
    load: () => window.loadURL(options.isPseudoLocale ? `${pageUrl}?locale=en-XA` : pageUrl),
    /** Brings the window to the front. */
    show() {
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    /** Applies a change of theme, contrast, text size or environment. */
    refreshAppearance,
    /** Dims the native window buttons while a dialog dims the page; a newly loaded page has bright ones. */
    dimButtons,
    /** Loads the page again. */
    reload,
  };
}

function reloadAfterCrash(window: BrowserWindow, options: WindowOptions, reload: () => void): void {
  let crashTimes: number[] = [];
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    options.onCrash(details.reason);
    const now = options.monotonic();
    crashTimes = [...crashTimes.filter((crashedAt) => now - crashedAt < crashPeriodMs), now];
    if (crashTimes.length <= maxAutomaticReloads) {
      reload();
      return;
    }
    crashTimes = [];
    void options.confirmReload().then((isConfirmed) => {
      if (isConfirmed) reload();
    });
  });
}
