/** @file `net` of the host: requests over Node, by the proxy of their session, which may ask who we are. */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import type * as Electron from 'electron';
import { HostSession, session as sessions } from './session.ts';

type Given = string | (Electron.ClientRequestConstructorOptions & { path?: string });

interface Events {
  response: [http.IncomingMessage];
  login: [Electron.AuthInfo, (user?: string, password?: string) => void];
  error: [Error];
  abort: [];
}

/** See `Electron.ClientRequest`; for addresses without TLS. */
class HostRequest extends EventEmitter<Events> {
  #address: URL;
  readonly #proxy: string | null;
  readonly #session: HostSession;
  readonly #headers: Record<string, string> = {};
  readonly #redirect: 'follow' | 'error' | 'manual';
  #sent: http.ClientRequest | null = null;

  constructor(given: Given) {
    super();
    const options = typeof given === 'string' ? { url: given } : given;
    const { protocol = 'http:', hostname = '', port = 80, path = '/', url } = options;
    this.#address = new URL(url ?? `${protocol}//${hostname}:${port}${path}`);
    const { session, redirect = 'follow' } = options;
    this.#redirect = redirect;
    this.#session = session instanceof HostSession ? session : sessions.defaultSession;
    const config = this.#session.proxy;
    this.#proxy = config?.mode === 'fixed_servers' ? (config.proxyRules ?? null) : null;
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  end(): void {
    const { href, host, pathname, search } = this.#address;
    const way = this.#proxy === null ? this.#address : new URL(this.#proxy);
    const path = this.#proxy === null ? pathname + search : href;
    const told = this.#session.toldProxies.get(way.host);
    if (this.#proxy !== null && told !== undefined) this.#headers['proxy-authorization'] = told;
    this.#sent = http.request({
      host: way.hostname,
      port: way.port,
      path,
      headers: { ...this.#headers, host },
      agent: false,
    });
    this.#sent.on('error', (error) => this.emit('error', error));
    this.#sent.on('response', (response) => {
      const { location } = response.headers;
      const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0);
      if (response.statusCode === 407) this.#ask(response, way);
      else if (isRedirect && location !== undefined && this.#redirect !== 'manual')
        this.#follow(response, location);
      else this.emit('response', response);
    });
    this.#sent.end();
  }

  abort(): void {
    this.#sent?.destroy();
    this.emit('abort');
  }

  /** Electron follows a redirect by itself unless it was told otherwise. */
  #follow(response: http.IncomingMessage, location: string): void {
    response.resume();
    if (this.#redirect !== 'follow') {
      this.emit('error', new Error(`Attempted to redirect, but redirect policy was '${this.#redirect}'`));
      return;
    }
    this.#address = new URL(location, this.#address);
    this.end();
  }

  /** Asks whoever listens; without a name the answer of the proxy is all there is. */
  #ask(response: http.IncomingMessage, proxy: URL): void {
    const scheme = (response.headers['proxy-authenticate'] ?? '').split(' ')[0]?.toLowerCase() ?? '';
    const about = { isProxy: true, scheme, realm: '', host: proxy.hostname, port: Number(proxy.port) };
    const answered = this.emit('login', about, (user?: string, password?: string) => {
      if (user === undefined) {
        this.emit('response', response);
        return;
      }
      response.resume();
      const key = Buffer.from(`${user}:${password}`).toString('base64');
      this.#session.toldProxies.set(proxy.host, `Basic ${key}`);
      this.end();
    });
    if (!answered) this.emit('response', response);
  }
}

/** See `Electron.Net`. */
export const net = {
  request: (options: Given) => new HostRequest(options),
};
