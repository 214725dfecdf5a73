/**
 * @file Implements Electron's renderer API inside the page. The function runs as source text in each new document, before
 * any script of the page, so it must not use variables of its module.
 *
 * Unlike in Electron, page and preload share one JavaScript context. The bridge is therefore copied and frozen, as by
 * Electron's context bridge.
 */
import type { Codec } from './codec.ts';

/** A request from the page to the program, encoded by the codec. */
type PageRequest =
  | { readonly kind: 'invoke'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'paths'; readonly batch: number }
  | { readonly kind: 'open'; readonly url: string };

/** A message from the program to the page, encoded by the codec. */
export type PageMessage =
  | { readonly kind: 'message'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'caption'; readonly caption: Caption; readonly zoomFactor: number };

/** The appearance of the window's buttons. */
export interface Caption {
  readonly color: string;
  readonly symbolColor: string;
  /** Pixels of the window, which the zoom factor does not change. */
  readonly height: number;
}

/** Options of the shim. */
interface ShimOptions {
  /** Origin of the page in Chromium. */
  readonly origin: string;
  /** Scheme of the page in Electron, with its colon. */
  readonly protocol: string;
  /** Name of the global function with which the page calls the program. */
  readonly binding: string;
  /** Name of the global object with which the program calls the page. */
  readonly handle: string;
  /** Buttons to draw, or `null` when the window has a native frame. */
  readonly caption: Caption | null;
  readonly zoomFactor: number;
}

/**
 * Total width of the three buttons, in pixels. In Electron the page computes `--caption-width` from
 * `env(titlebar-area-x)` and `env(titlebar-area-width)`. Chromium has no such overlay, so the host sets the property.
 */
export const captionWidth = 138;

/** Installs the shim and runs the preload. */
export function installShim(
  options: ShimOptions & { readonly captionWidth: number },
  createCodec: () => Codec,
  preload: (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void,
): void {
  if (window !== window.top || location.origin !== options.origin) return;
  const codec = createCodec();
  // `URL.protocol` returns the scheme that the page has in Electron.
  const protocol = Object.getOwnPropertyDescriptor(URL.prototype, 'protocol');
  Object.defineProperty(URL.prototype, 'protocol', {
    ...protocol,
    get(this: URL): unknown {
      return this.origin === options.origin ? options.protocol : protocol?.get?.call(this);
    },
  });
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  const files = new Map<number, File[]>();
  let pendingFiles: { file: File; resolvePath: (path: string) => void }[] = [];
  let lastBatch = 0;

  const callProgram: unknown = Reflect.get(window, options.binding);

  async function request(message: PageRequest): Promise<unknown> {
    if (typeof callProgram !== 'function') throw new Error('The host is missing');
    const answer: unknown = await Reflect.apply(callProgram, undefined, [codec.encode(message)]);
    const decoded = codec.decode(String(answer));
    if (decoded instanceof Error) throw decoded;
    return decoded;
  }

  async function findPaths(): Promise<void> {
    const batch = pendingFiles;
    pendingFiles = [];
    lastBatch += 1;
    files.set(
      lastBatch,
      batch.map(({ file }) => file),
    );
    const paths = await request({ kind: 'paths', batch: lastBatch });
    for (const [index, { resolvePath }] of batch.entries())
      resolvePath(String(Array.isArray(paths) ? paths[index] : ''));
  }

  const electron = {
    contextBridge: {
      exposeInMainWorld(name: string, api: Record<string, unknown>) {
        const copy = Object.fromEntries(
          Object.entries(api).map(([key, value]) => [key, toOtherContext(value)]),
        );
        Object.defineProperty(window, name, { value: Object.freeze(copy), enumerable: true });
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => request({ kind: 'invoke', channel, args }),
      on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
        const channelListeners = listeners.get(channel) ?? new Set();
        listeners.set(channel, channelListeners.add(listener));
      },
    },
    webUtils: {
      /** Returns a promise, because only the debugger protocol knows the path. Electron returns the path itself. */
      getPathForFile(file: unknown) {
        if (!(file instanceof File)) throw new TypeError('getPathForFile: not a File');
        return new Promise<string>((resolvePath) => {
          if (pendingFiles.length === 0) queueMicrotask(() => void findPaths());
          pendingFiles.push({ file, resolvePath });
        });
      },
    },
  };

  function isImmutable(value: unknown): boolean {
    return ['string', 'number', 'boolean', 'bigint', 'undefined'].includes(typeof value);
  }

  /** Prepares a value for the other JavaScript context: wraps functions and promises, copies other values. */
  function toOtherContext(value: unknown): unknown {
    if (typeof value === 'function') {
      const wrapped = (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, undefined, args.map(toOtherContext));
        return result instanceof Promise ? promiseToOtherContext(result) : toOtherContext(result);
      };
      return Object.freeze(wrapped);
    }
    if (isImmutable(value) || value instanceof Blob) return value;
    if (Array.isArray(value)) return value.map(toOtherContext);
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return structuredClone(value);
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toOtherContext(field)]));
  }

  async function promiseToOtherContext(promise: Promise<unknown>): Promise<unknown> {
    try {
      return toOtherContext(await promise);
    } catch (error) {
      // Only the message of an error is passed on.
      throw new Error(error instanceof Error ? error.message : String(error));
    }
  }

  function drawCaption(caption: Caption, zoomFactor: number): void {
    const width = `${options.captionWidth / zoomFactor}px`;
    document.documentElement.style.setProperty('--caption-width', width);
    const existingElement = document.getElementById('host-caption');
    const captionElement = existingElement ?? document.createElement('div');
    captionElement.style.setProperty('--ground', caption.color);
    captionElement.style.setProperty('--symbol', caption.symbolColor);
    captionElement.style.setProperty('--width', width);
    captionElement.style.setProperty('--height', `${caption.height / zoomFactor}px`);
    if (existingElement !== null) return;
    captionElement.id = 'host-caption';
    captionElement.ariaHidden = 'true';
    const root = captionElement.attachShadow({ mode: 'closed' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      :host { all: initial; position: fixed; inset: 0 0 auto auto; z-index: 2147483647; display: flex;
        width: var(--width); height: var(--height); background: var(--ground); pointer-events: none; }
      svg { flex: 1; height: 100%; fill: none; stroke: var(--symbol); stroke-width: 1; }`);
    root.adoptedStyleSheets = [sheet];
    for (const path of ['M18 22.5h10', 'M18.5 17.5h9v9h-9z', 'M18 17l10 10M28 17l-10 10']) {
      const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      drawing.setAttribute('viewBox', '0 0 46 44');
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      line.setAttribute('d', path);
      drawing.append(line);
      root.append(drawing);
    }
    document.documentElement.append(captionElement);
  }

  function isMessage(value: unknown): value is PageMessage {
    return typeof value === 'object' && value !== null && 'kind' in value;
  }

  function receive(message: unknown): void {
    if (!isMessage(message)) return;
    if (message.kind === 'caption') drawCaption(message.caption, message.zoomFactor);
    else for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
  }

  // Never opens a window: the program's handler decides, as in Electron.
  function open(url: string): null {
    void request({ kind: 'open', url });
    return null;
  }
  window.open = (url = 'about:blank') => open(new URL(url, location.href).href);
  for (const type of ['click', 'auxclick']) {
    addEventListener(type, (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[target]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target === '_self') return;
      event.preventDefault();
      open(link.href);
    });
  }

  const handle = {
    receive(texts: string[]) {
      for (const text of texts) receive(codec.decode(text));
    },
    takeFiles(batch: number) {
      const batchFiles = files.get(batch) ?? [];
      files.delete(batch);
      return batchFiles;
    },
  };
  Object.defineProperty(window, options.handle, { value: Object.freeze(handle) });

  const { caption, zoomFactor } = options;
  if (caption !== null) {
    addEventListener('DOMContentLoaded', () => drawCaption(caption, zoomFactor), { once: true });
  }

  const module = { exports: {} };
  preload(
    (name) => {
      if (name === 'electron') return electron;
      throw new Error(`A sandboxed preload cannot require ${name}`);
    },
    module,
    module.exports,
  );
}
