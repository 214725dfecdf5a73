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

  /** Returns `DIRECT`; a test can replace the function. */
  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT';
  }
}

/** See `Electron.session`. */
export const session = {
  get defaultSession() {
    app.requireReady('session');
    return defaultSession;
  },
};

const defaultSession = new HostSession() satisfies Pick<Electron.Session, 'resolveProxy' | 'setProxy'>;

type ProtocolHandler = (request: Request) => Response | Promise<Response>;

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
