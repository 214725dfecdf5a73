/** @file Paydesk's one window: how it is made, what it refuses, and how it comes back after a crash of its page. */
import { BrowserWindow, Menu, nativeTheme, type WebPreferences } from 'electron';
import { type MenuEvent, menuChannel } from '../../shared/contract/names.ts';
import type { Clock } from '../platform.ts';
import { barHeight, captionStyle, groundColour, type WindowAppearance } from './caption.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { denyEverythingElse } from './denials.ts';
import { pageUrl } from './origin.ts';

/** Reloads after a crash of the page within this time are counted; the clerk is asked before another one. */
const crashWindow = 60_000;
const maxAutomaticReloads = 3;
/** Milliseconds that macOS gets to leave the full screen; its animation takes less than one second. */
const fullScreenMs = 3_000;

/** What a window needs to know. */
export interface WindowOptions {
  /** Path of the built preload. */
  readonly preload: string;
  readonly packaged: boolean;
  /** The page loads the messages of the pseudo-locale. */
  readonly pseudoLocale: boolean;
  readonly os: NodeJS.Platform;
  /** The clerk's choice of contrast, and the environment, at this moment; the rest is asked of the system. */
  appearance(): Omit<WindowAppearance, 'dark'>;
  /** Milliseconds that never go back. */
  monotonic(): number;
  readonly clock: Pick<Clock, 'after'>;
  /** The page crashed for this reason. */
  onCrash(reason: string): void;
  /** The page crashed again and again; `true` reloads it once more. */
  confirmReload(): Promise<boolean>;
}

/** The window and what the entry does with it. */
export interface MainWindow {
  readonly window: BrowserWindow;
  /** Loads the page. Rejects when it cannot be loaded. */
  load(): Promise<void>;
  /** Brings the window to the front. */
  show(): void;
  /**
   * Hides the window. On macOS one that fills the screen leaves that first: hidden at once, it leaves a black screen
   * behind (electron/electron#39572).
   */
  hide(): void;
  /** Sends the page a wish of the menu, unless a dialog of the system is over the window. */
  choose(event: MenuEvent): void;
  /** Takes over a change of theme, contrast or environment. */
  refreshAppearance(): void;
  /** Darkens the buttons that the system draws, as the page is behind a dialog, until the page says otherwise. */
  dimButtons(dimmed: boolean): void;
}

/** The page's rights, complete and frozen: a sandboxed page of its own world, without Node and without exceptions. */
export function webPreferencesFor(preload: string, packaged: boolean): Readonly<WebPreferences> {
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
    devTools: !packaged,
  });
}

/** Creates the window, empty. Its place and size of the last time are kept by Electron, on a screen that exists. */
export function createMainWindow(options: WindowOptions): MainWindow {
  let dimmed = false;
  function currentAppearance(): WindowAppearance {
    const { contrast, environment } = options.appearance();
    return {
      dark: nativeTheme.shouldUseDarkColors,
      contrast: contrast || nativeTheme.shouldUseHighContrastColors,
      environment,
    };
  }
  const drawsButtons = options.os !== 'darwin';
  const window = new BrowserWindow({
    name: 'main',
    windowStatePersistence: true,
    title: 'Paydesk',
    width: 1280,
    height: 800,
    // In pixels of the system's scale: a screen of 1280 x 720 at 150 % has 853 x 480 of them, less the task bar.
    minWidth: 640,
    minHeight: 440,
    backgroundColor: groundColour(currentAppearance()),
    titleBarStyle: 'hidden',
    ...(drawsButtons
      ? { titleBarOverlay: captionStyle(currentAppearance()) }
      : { titleBarOverlay: { height: barHeight }, trafficLightPosition: { x: 13, y: 15 } }),
    // A copy: Electron writes into what it is given.
    webPreferences: { ...webPreferencesFor(options.preload, options.packaged) },
  });
  denyEverythingElse(window.webContents);
  reloadAfterCrash(window, options);
  window.webContents.on('context-menu', (_event, place) => {
    const template = contextMenuTemplate(place);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });

  function refreshAppearance(): void {
    if (window.isDestroyed()) return;
    window.setBackgroundColor(groundColour(currentAppearance()));
    if (drawsButtons) window.setTitleBarOverlay(captionStyle(currentAppearance(), dimmed));
  }
  nativeTheme.on('updated', refreshAppearance);
  window.once('closed', () => nativeTheme.off('updated', refreshAppearance));

  function dimButtons(now: boolean): void {
    if (now === dimmed) return;
    dimmed = now;
    refreshAppearance();
  }
  // A page that begins anew has no dialog open.
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) dimButtons(false);
  });

  // macOS fires the keys of the menu whatever is open, whether they are registered or not (electron/electron#18295).
  let sheets = 0;
  window.on('sheet-begin', () => {
    sheets += 1;
  });
  window.on('sheet-end', () => {
    sheets = Math.max(0, sheets - 1);
  });

  function hideNow(): void {
    if (!window.isDestroyed()) window.hide();
  }

  return {
    window,
    hide() {
      if (window.isDestroyed()) return;
      if (options.os !== 'darwin' || !window.isFullScreen()) return hideNow();
      const cancel = options.clock.after(fullScreenMs, hideNow);
      window.once('leave-full-screen', () => {
        cancel();
        hideNow();
      });
      window.setFullScreen(false);
    },
    choose(event) {
      if (sheets === 0 && !window.isDestroyed()) window.webContents.send(menuChannel, event);
    },
    load: () => window.loadURL(options.pseudoLocale ? `${pageUrl}?locale=en-XA` : pageUrl),
    show() {
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    refreshAppearance,
    dimButtons,
  };
}

function reloadAfterCrash(window: BrowserWindow, options: WindowOptions): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    options.onCrash(details.reason);
    const now = options.monotonic();
    crashes = [...crashes.filter((at) => now - at < crashWindow), now];
    const reload = () => {
      if (!window.isDestroyed()) window.webContents.reload();
    };
    if (crashes.length <= maxAutomaticReloads) {
      reload();
      return;
    }
    crashes = [];
    void options.confirmReload().then((again) => {
      if (again) reload();
    });
  });
}
