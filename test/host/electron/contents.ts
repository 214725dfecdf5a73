/** @file `WebContents` of the host: one Chromium page, or none in the windowless mode. */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { type DocumentPage, openDocument } from '../documents.ts';
import type { HostPage } from '../page.ts';
import { records } from '../records.ts';
import { HostEvent } from './event.ts';
import { ipcMain, type Sender } from './ipc.ts';
import { type HostSession, session } from './session.ts';

/** A frame; the main frame has no parent. */
export interface HostFrame {
  readonly origin: string;
  readonly url: string;
  readonly parent: HostFrame | null;
}

let lastId = 0;

/** See `Electron.WebContents`. */
export class HostContents extends EventEmitter {
  readonly id = ++lastId;
  readonly session: HostSession;
  readonly mainFrame: HostFrame;
  /** Receives every message to the page, also in the windowless mode. */
  onMessage: ((channel: string, args: unknown[]) => void) | null = null;
  #page: HostPage | null = null;
  #document: Promise<DocumentPage> | null = null;
  #url = '';
  #zoomFactor = 1;
  #destroyed = false;
  #windowOpenHandler: (details: { url: string }) => { action: 'allow' | 'deny' } = () => ({
    action: 'allow',
  });

  constructor(ownSession: HostSession = session.defaultSession) {
    super();
    this.session = ownSession;
    const url = () => this.#url;
    this.mainFrame = {
      parent: null,
      get url() {
        return url();
      },
      get origin() {
        return originOf(url());
      },
    };
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  getURL(): string {
    return this.#url;
  }

  /** Loads `url` in the page, or only stores it when there is no page. */
  async navigate(url: string, page: HostPage | null): Promise<void> {
    this.#page = page;
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    this.#url = url;
    this.emit('did-navigate', {}, url);
    await page?.load(url);
    this.emit('did-finish-load');
  }

  /** Loads `url` as a document without scripts. */
  async loadDocument(url: string): Promise<void> {
    const opening = openDocument(
      (request) => this.session.answer(request),
      () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
    );
    this.#document = opening;
    const document = await opening;
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    await document.load(url);
    this.#url = url;
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { preferCSSPageSize, printBackground, generateTaggedPDF, ...others } = options;
    for (const flag of [preferCSSPageSize, printBackground, generateTaggedPDF])
      if (typeof flag !== 'boolean') throw new Error('The option must be a Boolean');
    if (Object.keys(others).length > 0) throw new Error('The host knows no such option of printToPDF');
    return (await this.#requireDocument()).toPdf(generateTaggedPDF === true);
  }

  /** The result of the next print dialogs. */
  static printResult: readonly [success: boolean, failureReason: string] = [true, ''];

  /** Records the PDF of the document. Requires a size of the pages, like Electron. */
  print(options: Electron.WebContentsPrintOptions, done: (success: boolean, reason: string) => void): void {
    if (options.pageSize !== 'A4') throw new Error('Unsupported pageSize');
    void (async () => {
      const pdf = await (await this.#requireDocument()).toPdf(false, options.landscape);
      records.printed.push(pdf.toString('base64'));
      done(...HostContents.printResult);
    })();
  }

  #requireDocument(): Promise<DocumentPage> {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    if (this.#document === null || this.#url === '') throw new Error('Nothing was loaded');
    return this.#document;
  }

  getZoomFactor(): number {
    return this.#zoomFactor;
  }

  /** Enlarges the page, as Chromium does: the window gets fewer CSS pixels, each of more physical pixels. */
  setZoomFactor(factor: number): void {
    if (factor <= 0) throw new Error("'zoomFactor' must be a double greater than 0.0");
    this.#zoomFactor = factor;
    void this.#page?.zoom(factor);
  }

  reload(): void {
    // The program may exit while the page reloads.
    this.#page?.reopen().catch(() => undefined);
  }

  send(channel: string, ...args: unknown[]): void {
    const copies = structuredClone(args);
    this.onMessage?.(channel, copies);
    this.#page?.send({ kind: 'message', channel, args: copies });
  }

  /** How long the mouse button is held in a drag, in milliseconds. */
  static dragMs = 3_000;

  /**
   * Only records the file. Requires an existing file and a valid icon, like Electron, and blocks the program while the button
   * is held, as on Windows and Linux.
   */
  startDrag({ file, icon }: { file: string; icon: { isEmpty(): boolean } | string }): void {
    if (!existsSync(file)) throw new Error("Must specify either 'file' or 'files' option");
    if (typeof icon === 'string' || icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option");
    records.dragged.push(file);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HostContents.dragMs);
  }

  async screenshot(file: string): Promise<void> {
    await this.#page?.screenshot(file);
  }

  async scaleTo(scale: number): Promise<void> {
    await this.#page?.scaleTo(scale);
  }

  /** Runs a script in the page and returns a copy of its result. */
  executeJavaScript(source: string): Promise<unknown> {
    if (this.#page === null) return Promise.reject(new Error('There is no page'));
    return this.#page.run(source);
  }

  async settle(): Promise<void> {
    await this.#page?.settle();
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'allow' | 'deny' }): void {
    this.#windowOpenHandler = handler;
  }

  /** Handles a message of the page. `frame` is `null` when the frame no longer exists. */
  receive(frame: HostFrame | null, channel: string, args: readonly unknown[]): Promise<unknown> {
    const sender: Sender = { sender: this, senderFrame: frame };
    return ipcMain.dispatch(sender, channel, args);
  }

  /** Returns true when the page may open `url` in a new window. */
  mayOpen(url: string): boolean {
    const isAllowed = this.#windowOpenHandler({ url }).action === 'allow';
    if (!isAllowed) records.denied.push(url);
    return isAllowed;
  }

  /** Returns true when the page may navigate to `url`. */
  mayNavigate(url: string): boolean {
    const event = Object.assign(new HostEvent(), { url, isMainFrame: true, isSameDocument: false });
    // Electron's order: a navigation has started before it can be denied.
    this.emit('did-start-navigation', event);
    this.emit('will-frame-navigate', event);
    this.emit('will-navigate', event, url);
    if (event.defaultPrevented) records.denied.push(url);
    return !event.defaultPrevented;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    void this.#document?.then((document) => document.close()).catch(() => undefined);
    this.emit('destroyed');
  }
}

/** Returns the origin of an address, in Chromium's format for standard schemes. */
function originOf(address: string): string {
  const url = URL.parse(address);
  return url === null || url.host === '' ? 'null' : `${url.protocol}//${url.host}`;
}
