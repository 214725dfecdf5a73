/** @file `BrowserWindow` of the host. */
import { EventEmitter, once } from 'node:events';
import type * as Electron from 'electron';
import { type HostPage, openPage } from '../page.ts';
import type { Caption } from '../page-shim.ts';
import { records } from '../records.ts';
import { app } from './app.ts';
import { HostContents } from './contents.ts';
import { HostEvent, type Shared } from './event.ts';
import { HostSession } from './session.ts';

/** Required preferences of a page. Each must be set explicitly. */
const requiredPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
} as const satisfies Electron.WebPreferences;

const windows = new Set<BrowserWindow>();

/**
 * Simulates the end of a Windows session: Electron emits `session-end` on every window and terminates the process without
 * another turn of its event loop (electron/electron#52604).
 */
export function endWindowsSession(): void {
  for (const window of windows) window.emit('session-end', { reasons: ['logoff'] });
  process.kill(process.pid, 'SIGKILL');
}

/** See `Electron.BrowserWindow`. */
export class BrowserWindow extends EventEmitter {
  readonly webContents: HostContents;
  readonly options: Electron.BrowserWindowConstructorOptions;
  #page: HostPage | null = null;
  #opening: Promise<HostPage | null> | null = null;
  #caption: Caption | null;
  #size: { width: number; height: number };
  #isDestroyed = false;
  #isVisible: boolean;
  #isMinimized = false;
  #isFullScreen = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    app.requireReady('BrowserWindow');
    refuseInsecure(options.webPreferences ?? {});
    const { session: ownSession } = options.webPreferences ?? {};
    this.webContents = new HostContents(ownSession instanceof HostSession ? ownSession : undefined);
    this.options = options;
    this.#caption = toCaption(options.titleBarOverlay);
    this.#size = { width: options.width ?? 800, height: options.height ?? 600 };
    this.webContents.setZoomFactor(options.webPreferences?.zoomFactor ?? 1);
    this.#isVisible = options.show ?? true;
    windows.add(this);
    app.closables.add(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].find((window) => window.isVisible()) ?? null;
  }

  async loadURL(url: string): Promise<void> {
    if (this.options.webPreferences?.javascript === false) return this.webContents.loadDocument(url);
    this.#opening ??= openPage({
      owner: this.webContents,
      size: this.#size,
      zoomFactor: this.webContents.getZoomFactor(),
      preload: this.options.webPreferences?.preload ?? null,
      caption: this.#caption,
      onClosed: () => this.#closedByPerson(),
    });
    this.#page = await this.#opening;
    this.#sendCaption();
    await this.webContents.navigate(url, this.#page);
    this.emit('ready-to-show');
    void this.#reportLoaded();
  }

  /** Reports the loaded page to the test when the clerk can see it: in its final size and colours. */
  async #reportLoaded(): Promise<void> {
    if (!this.#isVisible) await once(this, 'show');
    await this.webContents.settle();
    app.emit('window-loaded');
  }

  setTitleBarOverlay(options: Electron.TitleBarOverlayOptions): void {
    this.#caption = toCaption({ ...this.#caption, ...options });
    this.#sendCaption();
  }

  #sendCaption(): void {
    const zoomFactor = this.webContents.getZoomFactor();
    if (this.#caption !== null) this.#page?.send({ kind: 'caption', caption: this.#caption, zoomFactor });
  }

  setContentSize(width: number, height: number): void {
    this.#size = { width, height };
    void this.#page?.resize(this.#size);
  }

  getContentSize(): number[] {
    return [this.#size.width, this.#size.height];
  }

  setProgressBar(progress: number): void {
    records.progress = progress;
  }

  setBackgroundColor(_colour: string): void {}

  setWindowButtonPosition(_position: { x: number; y: number } | null): void {}

  show(): void {
    this.#isVisible = true;
    this.emit('show');
  }

  hide(): void {
    this.#isVisible = false;
    this.emit('hide');
  }

  focus(): void {
    this.emit('focus');
  }

  restore(): void {
    if (!this.#isMinimized) return;
    this.#isMinimized = false;
    this.emit('restore');
  }

  minimize(): void {
    this.#isMinimized = true;
    this.emit('minimize');
  }

  isFullScreen(): boolean {
    return this.#isFullScreen;
  }

  /** Takes effect asynchronously, as on macOS. */
  setFullScreen(fullScreen: boolean): void {
    setImmediate(() => {
      if (this.#isDestroyed || this.#isFullScreen === fullScreen) return;
      this.#isFullScreen = fullScreen;
      this.emit(fullScreen ? 'enter-full-screen' : 'leave-full-screen');
    });
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  isVisible(): boolean {
    return this.#isVisible && !this.#isDestroyed;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** Closes the window unless a listener prevents it; returns true when it is closed. */
  close(): boolean {
    if (this.#isDestroyed) return true;
    const event = new HostEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
    return this.#isDestroyed;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    windows.delete(this);
    app.closables.delete(this);
    void this.#page?.close();
    this.webContents.destroy();
    this.emit('closed');
    if (windows.size === 0) this.#onLastClosed();
  }

  #onLastClosed(): void {
    if (app.listenerCount('window-all-closed') === 0) app.quit();
    else app.emit('window-all-closed');
  }

  /** Handles a page that a person closed in the browser. Reopens the page when a listener prevents closing. */
  #closedByPerson(): void {
    if (!this.close()) this.webContents.reload();
  }
}

BrowserWindow satisfies new (
  options?: Electron.BrowserWindowConstructorOptions,
) => Shared<Electron.BrowserWindow, BrowserWindow, 'webContents'>;

function refuseInsecure(preferences: Electron.WebPreferences): void {
  // Electron adds properties such as `show` to this object.
  if (Object.isFrozen(preferences)) throw new TypeError('Cannot add property show, object is not extensible');
  const preferencesByName = new Map<string, unknown>(Object.entries(preferences));
  for (const [name, value] of Object.entries(requiredPreferences)) {
    const actualValue = preferencesByName.get(name);
    if (actualValue !== value)
      throw new Error(`Insecure window: webPreferences.${name} must be ${String(value)}`);
  }
  const forbiddenPreferences = ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures'];
  for (const [name, value] of preferencesByName) {
    if (forbiddenPreferences.includes(name) && value !== false)
      throw new Error(`Insecure window: webPreferences.${name}`);
  }
}

function toCaption(overlay: Electron.BrowserWindowConstructorOptions['titleBarOverlay']): Caption | null {
  if (typeof overlay !== 'object' || overlay.color === undefined) return null;
  return {
    color: overlay.color,
    symbolColor: overlay.symbolColor ?? '#000000',
    height: overlay.height ?? 32,
  };
}
