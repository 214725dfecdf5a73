/** @file `session` and `protocol` of the host. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

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

  /** What the administrator's way to the network was set to. */
  proxy: Electron.ProxyConfig | null = null;

  /** What proxies were told in this session; they are not asked about again. */
  readonly proxyCredentials = new Map<string, string>();

  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
  }

  /** The machine that the host runs on is taken to have no proxy; a test puts another function in its place. */
  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT';
  }
}

/** See `Electron.session`. */
export const session = { defaultSession: new HostSession() };

session.defaultSession satisfies Pick<Electron.Session, 'resolveProxy' | 'setProxy'>;

type ProtocolHandler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, ProtocolHandler>();
const privileged = new Set<string>();

/** See `Electron.Protocol`. */
export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    for (const { scheme, privileges } of schemes) if (privileges?.standard === true) privileged.add(scheme);
  },
  handle(scheme: string, handler: ProtocolHandler) {
    if (!privileged.has(scheme)) throw new Error(`The scheme ${scheme} was not registered before ready`);
    handlers.set(scheme, handler);
  },
};

/** The handler of a scheme, if there is one. */
export function protocolHandler(scheme: string): ProtocolHandler | null {
  return handlers.get(scheme) ?? null;
}
