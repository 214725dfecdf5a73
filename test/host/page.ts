/** @file One window of the host: a Chromium page that runs the real preload and calls the real program. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { CDPSession, Frame, Page } from '@playwright/test';
import { z } from 'zod';
import { getBrowser, guardNavigation, toAppAddress, toWebAddress, trackOpening } from './browser.ts';
import { createCodec } from './codec.ts';
import { nativeTheme } from './electron/theme.ts';
import { readHostOptions } from './options.ts';
import { type Caption, captionWidth, installShim, type PageMessage } from './page-shim.ts';
import { reportProblem } from './records.ts';

/** A frame of the page, with the properties of Electron's `WebFrameMain`. */
interface FrameFacts {
  readonly origin: string;
  readonly url: string;
  readonly parent: FrameFacts | null;
}

/** The page's `webContents` in the program. */
interface PageOwner {
  readonly mainFrame: FrameFacts;
  receive(frame: FrameFacts | null, channel: string, args: readonly unknown[]): Promise<unknown>;
  mayOpen(url: string): boolean;
  mayNavigate(url: string): boolean;
  emit(event: string, ...args: unknown[]): boolean;
}

/** Options for opening a page. */
interface PageOptions {
  readonly owner: PageOwner;
  readonly size: { readonly width: number; readonly height: number };
  readonly zoomFactor: number;
  /** Path of the built preload. */
  readonly preload: string | null;
  readonly caption: Caption | null;
  /** Called when a person closes the window in the browser. */
  onClosed(): void;
}

/** One window. */
export interface HostPage {
  load(url: string): Promise<void>;
  send(message: PageMessage): void;
  resize(size: { width: number; height: number }): Promise<void>;
  /** Enlarges the page by a factor; the window keeps its size. */
  zoom(factor: number): Promise<void>;
  /** Loads the current address in a new page, because the current page may have crashed. */
  reopen(): Promise<void>;
  close(): Promise<void>;
  /** Changes the scale of the display: the physical pixels for each pixel of the window. */
  scaleTo(scale: number): Promise<void>;
  /** Saves a screenshot of the page to `file`, in device pixels. */
  screenshot(file: string): Promise<void>;
  /** Runs a script in the page and returns a copy of its result. */
  run(source: string): Promise<unknown>;
  /** Resolves when all earlier reports of the page have arrived, and earlier changes of its size are applied. */
  settle(): Promise<void>;
}

const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoke'), channel: z.string(), args: z.array(z.unknown()) }),
  z.object({ kind: z.literal('paths'), batch: z.number().int() }),
  z.object({ kind: z.literal('open'), url: z.string() }),
]);

/** Opens a window; `null` in the windowless mode. */
export async function openPage(options: PageOptions): Promise<HostPage | null> {
  if (readHostOptions(process.env).window === 'none') return null;
  const window = new ChromiumWindow(options);
  await trackOpening(window.open());
  return window;
}

class ChromiumWindow implements HostPage {
  readonly #options: PageOptions;
  readonly #codec = createCodec();
  readonly #handle = `host-${randomUUID()}`;
  readonly #binding = `host_${randomUUID().replaceAll('-', '')}`;
  readonly #outbox: string[] = [];
  #page: Page | null = null;
  #url = '';
  #expectedUrl: string | null = null;
  #isSending = false;
  #caption: Caption | null;
  /** True when the caption differs from that in the script of new documents. */
  #hasCaptionChanged = false;
  #size: { readonly width: number; readonly height: number };
  #zoomFactor: number;
  #deviceScaleFactor = readHostOptions(process.env).deviceScaleFactor;
  /** The session that overrides the page's metrics; `null` until the first override. */
  #metricsSession: CDPSession | null = null;
  /** Settles when the last change of the size was applied. */
  #sizing: Promise<void> = Promise.resolve();

  constructor(options: PageOptions) {
    this.#options = options;
    this.#size = options.size;
    this.#zoomFactor = options.zoomFactor;
    this.#caption = readHostOptions(process.env).window === 'headed' ? null : options.caption;
    nativeTheme.on('updated', () => void this.#followTheme());
  }

  async open(): Promise<void> {
    const context = await getBrowser(this.#options.size);
    const [initialPage] = context.pages();
    const page = initialPage !== undefined && this.#page === null ? initialPage : await context.newPage();
    this.#page = page;
    this.#metricsSession = null;
    const { owner } = this.#options;
    // A navigation that the page begins is asked about, also one to its own address.
    guardNavigation(page, (url) => url === this.#expectedUrl || owner.mayNavigate(url));
    await page.exposeBinding(this.#binding, ({ frame }, text: unknown) => this.#answer(frame, String(text)));
    await page.addInitScript({ content: this.#shimSource() });
    page.on('console', (message) => {
      const { url, lineNumber } = message.location();
      if (message.type() === 'error') reportProblem('console', `${message.text()} (${url}:${lineNumber})`);
    });
    page.on('pageerror', (error) => reportProblem('console', error.stack ?? error.message));
    page.on('crash', () => {
      this.#options.owner.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    page.once('close', () => {
      if (this.#page === page) this.#options.onClosed();
    });
    await this.#followTheme();
    if (this.#zoomFactor !== 1) await this.#applySize();
  }

  async load(url: string): Promise<void> {
    this.#expectedUrl = url;
    await this.#page?.goto(toWebAddress(url));
    this.#url = url;
    this.#expectedUrl = null;
    // A change while the page was loading may have been lost with the document before it.
    if (this.#hasCaptionChanged && this.#caption !== null)
      this.send({ kind: 'caption', caption: this.#caption, zoomFactor: this.#zoomFactor });
  }

  send(message: PageMessage): void {
    if (message.kind === 'caption') {
      if (this.#caption === null) return;
      this.#caption = message.caption;
      this.#hasCaptionChanged = true;
    }
    this.#outbox.push(this.#codec.encode(message));
    if (!this.#isSending) void this.#flush();
  }

  async resize(size: { width: number; height: number }): Promise<void> {
    this.#size = size;
    await this.#applySize();
  }

  async zoom(factor: number): Promise<void> {
    if (factor === this.#zoomFactor) return;
    this.#zoomFactor = factor;
    if (this.#caption !== null) this.send({ kind: 'caption', caption: this.#caption, zoomFactor: factor });
    await this.#applySize();
  }

  async reopen(): Promise<void> {
    const previousPage = this.#page;
    await trackOpening(this.open());
    await previousPage?.close().catch(() => undefined);
    const { owner } = this.#options;
    owner.emit('did-start-navigation', { url: this.#url, isMainFrame: true, isSameDocument: false });
    owner.emit('did-navigate', {}, this.#url);
    await this.load(this.#url);
  }

  async close(): Promise<void> {
    const page = this.#page;
    this.#page = null;
    await page?.close().catch(() => undefined);
  }

  async screenshot(file: string): Promise<void> {
    if (this.#metricsSession === null) {
      await this.#page?.screenshot({ path: file });
      return;
    }
    // A screenshot of another session would undo the override.
    const { data } = await this.#metricsSession.send('Page.captureScreenshot', { format: 'png' });
    await writeFile(file, Buffer.from(data, 'base64'));
  }

  async scaleTo(scale: number): Promise<void> {
    this.#deviceScaleFactor = scale;
    await this.#applySize();
  }

  async run(source: string): Promise<unknown> {
    return this.#page?.evaluate(source);
  }

  async settle(): Promise<void> {
    await this.#sizing;
    await this.#page?.evaluate(() => null).catch(() => undefined);
  }

  /** Applies the size and the zoom factor after earlier changes of them. */
  #applySize(): Promise<void> {
    this.#sizing = this.#sizing.then(() => this.#setViewport()).catch(() => undefined);
    return this.#sizing;
  }

  /** Sets the size of the page in CSS pixels, and the physical pixels of each. A person resizes a headed window. */
  async #setViewport(): Promise<void> {
    const page = this.#page;
    if (page === null || page.viewportSize() === null) return;
    const width = Math.round(this.#size.width / this.#zoomFactor);
    const height = Math.round(this.#size.height / this.#zoomFactor);
    await page.setViewportSize({ width, height });
    const deviceScaleFactor = this.#deviceScaleFactor * this.#zoomFactor;
    // Without an override, the scale is that of the browser's context.
    if (this.#metricsSession === null && deviceScaleFactor === readHostOptions(process.env).deviceScaleFactor)
      return;
    this.#metricsSession ??= await page.context().newCDPSession(page);
    const metrics = { height, deviceScaleFactor, mobile: false };
    // Without a change of the size, Chromium does not notify the page of another scale.
    for (const nextWidth of [width - 1, width])
      await this.#metricsSession.send('Emulation.setDeviceMetricsOverride', { ...metrics, width: nextWidth });
  }

  async #followTheme(): Promise<void> {
    const colorScheme = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    await this.#page?.emulateMedia({ colorScheme }).catch(() => undefined);
  }

  #shimSource(): string {
    this.#hasCaptionChanged = false;
    const options = {
      origin: new URL(toWebAddress('app://paydesk/')).origin,
      protocol: 'app:',
      binding: this.#binding,
      handle: this.#handle,
      caption: this.#caption,
      captionWidth,
      zoomFactor: this.#zoomFactor,
    };
    const preload = this.#options.preload === null ? '' : readFileSync(this.#options.preload, 'utf8');
    // Inlined as source, because the page's content security policy forbids creating functions from text.
    return `(${installShim.toString()})(${JSON.stringify(options)}, ${createCodec.toString()}, function (require, module, exports) {${preload}\n});`;
  }

  async #answer(frame: Frame, text: string): Promise<string> {
    try {
      const request = requestSchema.parse(this.#codec.decode(text));
      if (request.kind === 'paths') return this.#codec.encode(await this.#findPaths(request.batch));
      if (request.kind === 'open') return this.#codec.encode(this.#options.owner.mayOpen(request.url));
      const facts = this.#describeFrame(frame);
      return this.#codec.encode(await this.#options.owner.receive(facts, request.channel, request.args));
    } catch (error) {
      return this.#codec.encode(error instanceof Error ? new Error(error.message) : new Error(String(error)));
    }
  }

  #describeFrame(frame: Frame): FrameFacts | null {
    if (frame.isDetached()) return null;
    if (frame === this.#page?.mainFrame()) return this.#options.owner.mainFrame;
    const url = toAppAddress(frame.url()) ?? frame.url();
    return { url, origin: new URL(url).origin, parent: this.#options.owner.mainFrame };
  }

  /** Finds the paths of a batch of files through the debugger protocol, because the page cannot know them. */
  async #findPaths(batch: number): Promise<string[]> {
    const page = this.#page;
    if (page === null) return [];
    const session = await page.context().newCDPSession(page);
    try {
      return await readPaths(session, `window[${JSON.stringify(this.#handle)}].takeFiles(${batch})`);
    } finally {
      await session.detach();
    }
  }

  async #flush(): Promise<void> {
    this.#isSending = true;
    while (this.#outbox.length > 0) {
      const texts = this.#outbox.splice(0);
      // A message to a page that is being replaced is lost, as in Electron.
      await this.#page?.evaluate(deliver, { handle: this.#handle, texts }).catch(() => undefined);
    }
    this.#isSending = false;
  }
}

/** Passes messages to the shim. Runs in the page, so it must not use variables of this module. */
function deliver({ handle, texts }: { handle: string; texts: string[] }): void {
  const receiver: unknown = Reflect.get(window, handle);
  if (typeof receiver === 'object' && receiver !== null && 'receive' in receiver) {
    const { receive } = receiver;
    if (typeof receive === 'function') Reflect.apply(receive, undefined, [texts]);
  }
}

async function readPaths(session: CDPSession, expression: string): Promise<string[]> {
  const { result } = await session.send('Runtime.evaluate', { expression });
  if (result.objectId === undefined) return [];
  const properties = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const files = properties.result.filter(({ name }) => /^\d+$/.test(name));
  const paths = await Promise.all(
    files.map(async ({ value }) => {
      if (value?.objectId === undefined) return '';
      const { path } = await session.send('DOM.getFileInfo', { objectId: value.objectId });
      return path;
    }),
  );
  return paths;
}
