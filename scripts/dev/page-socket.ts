/**
 * @file The connection between the page and the development server. The page's policy forbids WebSockets, and Chromium
 * asks for permission before a page connects to this machine. Therefore the page's `WebSocket` is replaced by long
 * polling of the page's origin, and the development server opens the socket.
 */
import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { noncePlaceholder } from '../../src/main/platform/electron/content-security.ts';
import { socketPath } from './names.ts';

/** Maximum time that a request waits for messages. */
const maxWaitMs = 20_000;
/** Time without a request after which the page counts as closed. */
const abandonedAfterMs = 10_000;

/** Replaces `WebSocket`. Runs in the page as source text, so it must not use variables of this module. */
function installPageSocket(path: string): void {
  class PageSocket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 3;
    readyState = PageSocket.CONNECTING;
    readonly #address: string;

    constructor(url: string, protocol: string) {
      super();
      const query = new URLSearchParams({ url, protocol, id: crypto.randomUUID() });
      this.#address = `${path}?${query}`;
      void this.#receive();
    }

    async #receive(): Promise<void> {
      for (;;) {
        const response = await fetch(this.#address).catch(() => null);
        if (response?.ok !== true) break;
        const messages = await response.text();
        if (this.readyState === PageSocket.CONNECTING) {
          this.readyState = PageSocket.OPEN;
          this.dispatchEvent(new Event('open'));
        }
        for (const data of messages.split('\n').filter((message) => message !== '')) {
          this.dispatchEvent(new MessageEvent('message', { data }));
        }
      }
      this.readyState = PageSocket.CLOSED;
      this.dispatchEvent(new CloseEvent('close'));
    }

    send(text: string): void {
      void fetch(`${this.#address}&${new URLSearchParams({ send: text })}`);
    }

    close(): void {}
  }
  Object.defineProperty(window, 'WebSocket', { value: PageSocket });
}

/** The server's end of one {@link installPageSocket}. */
class Connection {
  readonly #socket: WebSocket;
  readonly #onClosed: () => void;
  /** Messages that are not delivered yet: JSON without line breaks. */
  #messages: string[] = [];
  #waiting: ServerResponse | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(url: string, protocol: string, onClosed: () => void) {
    this.#onClosed = onClosed;
    this.#socket = new WebSocket(url, protocol);
    this.#socket.addEventListener('open', () => this.#answer());
    this.#socket.addEventListener('message', ({ data }) => {
      this.#messages.push(String(data));
      this.#answer();
    });
    for (const type of ['close', 'error']) this.#socket.addEventListener(type, () => this.#close());
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Answers with the pending messages, or as soon as one arrives. */
  wait(response: ServerResponse): void {
    this.#waiting = response;
    this.#setTimer(maxWaitMs, () => this.#answer());
    response.once('close', () => {
      if (!response.writableEnded) this.#close();
    });
    if (this.#messages.length > 0) this.#answer();
  }

  #answer(): void {
    if (this.#waiting === null) return;
    this.#waiting.end(this.#messages.join('\n'));
    this.#waiting = null;
    this.#messages = [];
    this.#setTimer(abandonedAfterMs, () => this.#close());
  }

  #close(): void {
    this.#setTimer(0, null);
    this.#onClosed();
    this.#socket.close();
    this.#waiting?.writeHead(502).end();
    this.#waiting = null;
  }

  #setTimer(delayMs: number, run: (() => void) | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = run === null ? null : setTimeout(run, delayMs);
  }
}

/** Vite plugin that connects the page with its development server. */
export const pageSocket: Plugin = {
  name: 'page-socket',
  configureServer(server) {
    const connections = new Map<string, Connection>();
    server.middlewares.use(socketPath, (request, response) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      const id = query.get('id') ?? '';
      const url = new URL(query.get('url') ?? '', 'ws://localhost');
      const text = query.get('send');
      let connection = connections.get(id);
      if (text !== null) {
        connection?.send(text);
        response.writeHead(204).end();
        return;
      }
      // A page must not reach other servers through this connection.
      if (url.port !== String(server.config.server.port) || url.hostname !== '127.0.0.1') {
        response.writeHead(403).end();
        return;
      }
      connection ??= new Connection(url.href, query.get('protocol') ?? '', () => connections.delete(id));
      connections.set(id, connection);
      connection.wait(response);
    });
  },
  transformIndexHtml: {
    order: 'post',
    handler: () => [
      {
        tag: 'script',
        attrs: { nonce: noncePlaceholder },
        children: `(${installPageSocket.toString()})(${JSON.stringify(socketPath)});`,
        injectTo: 'head-prepend',
      },
    ],
  },
};
