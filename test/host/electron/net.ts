/**
 * @file `net` of the host: HTTP GET requests with Node, through the session's proxy, which may require a sign-in. Throws for
 * options of Electron that are not implemented.
 */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import type * as Electron from 'electron';
import { session as electronSession, HostSession } from './session.ts';

type RequestOptions = string | (Electron.ClientRequestConstructorOptions & { path?: string });

interface Events {
  response: [http.IncomingMessage];
  redirect: [number, string, string, http.IncomingHttpHeaders];
  login: [Electron.AuthInfo, (user?: string, password?: string) => void];
  error: [Error];
  abort: [];
}

/** Options of Electron that are not implemented. */
const unsupportedOptions = [
  'partition',
  'credentials',
  'useSessionCookies',
  'origin',
  'referrerPolicy',
  'priority',
  'priorityIncremental',
  'bypassCustomProtocolHandlers',
] as const;

/** Headers that only Chromium may set; a request with one of them fails. */
const forbiddenHeaders = new Set([
  'content-length',
  'host',
  'trailer',
  'te',
  'upgrade',
  'cookie2',
  'keep-alive',
]);

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** See `Electron.ClientRequest`. */
class HostRequest extends EventEmitter<Events> {
  #address: URL;
  readonly #session: HostSession;
  readonly #headers = new Map<string, string>();
  readonly #redirect: 'follow' | 'error' | 'manual';
  #httpRequest: http.ClientRequest | null = null;
  #isStarted = false;
  #isAborted = false;
  #confirmRedirect: (() => void) | null = null;

  constructor(urlOrOptions: RequestOptions) {
    super();
    const options = typeof urlOrOptions === 'string' ? { url: urlOrOptions } : urlOrOptions;
    for (const name of unsupportedOptions) {
      if (Object.hasOwn(options, name)) throw new Error(`The host does not support ${name} of net.request`);
    }
    this.#address = createAddress(options);
    if (this.#address.protocol !== 'http:') throw new Error('The host requests http: addresses only');
    const {
      session = electronSession.defaultSession,
      redirect = 'follow',
      method = 'GET',
      headers = {},
    } = options;
    if (method.toUpperCase() !== 'GET') throw new Error(`The host does not support ${method}`);
    if (!['follow', 'error', 'manual'].includes(redirect))
      throw new Error('redirect mode should be one of follow, error or manual');
    if (!(session instanceof HostSession))
      throw new TypeError('`session` should be an instance of the Session class');
    this.#redirect = redirect;
    this.#session = session;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, String(value));
  }

  setHeader(name: string, value: string): void {
    if (this.#isStarted) throw new Error("Can't set headers after they are sent");
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    this.#headers.set(name.toLowerCase(), value);
  }

  end(): void {
    this.#isStarted = true;
    if ([...this.#headers.keys()].some((name) => forbiddenHeaders.has(name)))
      this.#fail('net::ERR_INVALID_ARGUMENT');
    else this.#send();
  }

  /** Follows the redirect whose event is being emitted. */
  followRedirect(): void {
    if (this.#confirmRedirect === null)
      throw new Error('followRedirect() called, but was not waiting for a redirect');
    this.#confirmRedirect();
  }

  abort(): void {
    if (!this.#isAborted) process.nextTick(() => this.emit('abort'));
    this.#isAborted = true;
    this.#httpRequest?.destroy();
  }

  #fail(message: string): void {
    this.#httpRequest?.destroy();
    process.nextTick(() => this.emit('error', new Error(message)));
  }

  #send(): void {
    const { href, host, pathname, search } = this.#address;
    const config = this.#session.proxy;
    const proxy = config?.mode === 'fixed_servers' ? (config.proxyRules ?? null) : null;
    const destination = proxy === null ? this.#address : new URL(proxy);
    const credentials = proxy === null ? undefined : this.#session.proxyCredentials.get(destination.host);
    this.#httpRequest = http.request({
      host: destination.hostname,
      port: destination.port,
      path: proxy === null ? pathname + search : href,
      headers: {
        ...Object.fromEntries(this.#headers),
        ...(credentials === undefined ? {} : { 'proxy-authorization': credentials }),
        host,
      },
      agent: false,
    });
    this.#httpRequest.on('error', (error) => {
      if (!this.#isAborted) this.emit('error', error);
    });
    this.#httpRequest.on('response', (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode === 407) this.#requestCredentials(response, destination);
      else if (redirectStatuses.has(statusCode) && headers.location !== undefined)
        this.#handleRedirect(response, new URL(headers.location, this.#address));
      else this.emit('response', response);
    });
    this.#httpRequest.end();
  }

  /** Follows a redirect by default, like Electron. */
  #handleRedirect(response: http.IncomingMessage, target: URL): void {
    response.resume();
    if (this.#redirect === 'error') {
      this.#fail("Attempted to redirect, but redirect policy was 'error'");
      return;
    }
    let shouldFollow = this.#redirect === 'follow';
    this.#confirmRedirect = () => {
      shouldFollow = true;
    };
    this.emit('redirect', response.statusCode ?? 0, 'GET', target.href, response.headers);
    this.#confirmRedirect = null;
    if (shouldFollow) {
      this.#address = target;
      this.#send();
    } else if (!this.#isAborted) this.#fail('Redirect was cancelled');
  }

  /** Emits `login`. When the listener passes no credentials, the proxy's answer is the response. */
  #requestCredentials(response: http.IncomingMessage, proxy: URL): void {
    const scheme = (response.headers['proxy-authenticate'] ?? '').split(' ')[0]?.toLowerCase() ?? '';
    const authInfo = { isProxy: true, scheme, realm: '', host: proxy.hostname, port: Number(proxy.port) };
    const hasListener = this.emit('login', authInfo, (user?: string, password?: string) => {
      if (user === undefined) {
        this.emit('response', response);
        return;
      }
      response.resume();
      const encodedCredentials = Buffer.from(`${user}:${password}`).toString('base64');
      this.#session.proxyCredentials.set(proxy.host, `Basic ${encodedCredentials}`);
      this.#send();
    });
    if (!hasListener) this.emit('response', response);
  }
}

function createAddress(options: Exclude<RequestOptions, string>): URL {
  const { url, protocol = 'http:', host, hostname = 'localhost', port, path = '/' } = options;
  if (url !== undefined && url !== '') return new URL(url);
  if (path.includes(' ')) throw new TypeError('Request path contains unescaped characters');
  const hostAndPort = host ?? (port === undefined ? hostname : `${hostname}:${port}`);
  return new URL(path, `${protocol}//${hostAndPort}`);
}

/** See `Electron.Net`. */
export const net = {
  request: (options: RequestOptions) => new HostRequest(options),
};
