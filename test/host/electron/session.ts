/** @file `session` and `protocol` of the host. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './app.ts';

type PermissionRequest = (
  contents: object | null,
  permission: string,
  answer: (granted: boolean) => void,
) => void;
type PermissionCheck = (contents: object | null, permission: string) => boolean;
type DevicePermission = (details: object) => boolean;
type ProtocolHandler = (request: Request) => Response | Promise<Response>;
type BeforeRequest = (
  details: { readonly url: string },
  answer: (response: Electron.CallbackResponse) => void,
) => void;
type DisplayMedia = (request: object, answer: (streams: object | null) => void) => void;

/** See `Electron.Session`. */
export class HostSession extends EventEmitter {
  permissionRequest: PermissionRequest | null = null;
  permissionCheck: PermissionCheck | null = null;
  devicePermission: DevicePermission | null = null;
  displayMedia: DisplayMedia | null = null;

  setPermissionRequestHandler(handler: PermissionRequest | null): void {
    this.permissionRequest = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.permissionCheck = handler;
  }

  setDevicePermissionHandler(handler: DevicePermission | null): void {
    this.devicePermission = handler;
  }

  setDisplayMediaRequestHandler(handler: DisplayMedia | null): void {
    this.displayMedia = handler;
  }

  /** The last configuration passed to `setProxy`. */
  proxy: Electron.ProxyConfig | null = null;

  /** `Proxy-Authorization` values by proxy, reused in this session. */
  readonly proxyCredentials = new Map<string, string>();

  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
  }

  #protocolHandlers = new Map<string, ProtocolHandler>();
  #onBeforeRequest: BeforeRequest = (_details, answer) => answer({});

  readonly protocol = {
    handle: (scheme: string, handler: ProtocolHandler) => {
      if (this.#protocolHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      this.#protocolHandlers.set(scheme, handler);
    },
  };

  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest) => {
      this.#onBeforeRequest = listener;
    },
  };

  /** Answers a request of a document in this session; `null` when it was denied or nothing would answer it. */
  async answer(request: Request): Promise<Response | null> {
    const { cancel = false } = await new Promise<Electron.CallbackResponse>((resolve) =>
      this.#onBeforeRequest({ url: request.url }, resolve),
    );
    const handler = this.#protocolHandlers.get(new URL(request.url).protocol.slice(0, -1));
    return cancel || handler === undefined ? null : handler(request);
  }

  /** What the network of a test answers for a session that uses the system's proxy, or a script. */
  static networkProxy = 'DIRECT';

  /** Answers by the configuration, whose exceptions are ignored. */
  async resolveProxy(_url: string): Promise<string> {
    const { mode, proxyRules = '' } = this.proxy ?? {};
    if (mode === 'direct') return 'DIRECT';
    if (mode !== 'fixed_servers') return HostSession.networkProxy;
    return proxyRules
      .replace(/^http:\/\//, 'PROXY ')
      .replace(/^(\w+):\/\//, (_, kind: string) => `${kind.toUpperCase()} `);
  }
}

const partitions = new Map<string, HostSession>();

/** See `Electron.session`. */
export const session = {
  get defaultSession() {
    app.requireReady('session');
    return defaultSession;
  },
  /** Refuses a session on disk or with a cache, which Paydesk has only for its window. */
  fromPartition(partition: string, options: Electron.FromPartitionOptions): HostSession {
    app.requireReady('session');
    if (partition === '' || partition.startsWith('persist:')) throw new Error('The session would be on disk');
    if (options.cache) throw new Error('The session would have a cache');
    const found = partitions.get(partition) ?? new HostSession();
    partitions.set(partition, found);
    return found;
  },
};

const defaultSession = new HostSession() satisfies Pick<Electron.Session, 'resolveProxy' | 'setProxy'>;

const handlers = new Map<string, ProtocolHandler>();
const privilegedSchemes = new Set<string>();

/** See `Electron.Protocol`. */
export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    if (app.isReady()) throw new Error('registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes)
      if (privileges?.standard === true) privilegedSchemes.add(scheme);
  },
  handle(scheme: string, handler: ProtocolHandler) {
    if (!privilegedSchemes.has(scheme))
      throw new Error(`The scheme ${scheme} was not registered before ready`);
    handlers.set(scheme, handler);
  },
};

/** Returns the handler of a scheme, or `null`. */
export function findProtocolHandler(scheme: string): ProtocolHandler | null {
  return handlers.get(scheme) ?? null;
}
