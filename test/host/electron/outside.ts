/** @file Modules of Electron for the desktop: notifications, the shell, the clipboard, images, power, menus. */
import { EventEmitter } from 'node:events';
import { crc32 } from 'node:zlib';
import type * as Electron from 'electron';
import { records } from '../records.ts';

/** See `Electron.Notification`. Only records the notification. */
export class Notification extends EventEmitter {
  readonly #title: string;
  readonly #body: string;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.#title = options.title ?? '';
    this.#body = options.body ?? '';
  }

  static isSupported(): boolean {
    return true;
  }

  /** Notifications that a test can click. */
  static readonly shown: Notification[] = [];

  show(): void {
    Notification.shown.push(this);
    records.notifications.push({ title: this.#title, body: this.#body });
  }

  close(): void {
    this.emit('close');
  }
}

/** See `Electron.Shell`. Only records paths and addresses. */
export const shell = {
  async openPath(path: string) {
    records.opened.push(path);
    return '';
  },
  async openExternal(url: string) {
    records.opened.push(url);
  },
  showItemInFolder(path: string) {
    records.opened.push(path);
  },
} satisfies Pick<Electron.Shell, 'openPath' | 'openExternal' | 'showItemInFolder'>;

/** See `Electron.ClipboardItem`. */
export class ClipboardItem {
  readonly types: string[];
  readonly text: string;

  constructor(items: Record<string, string | Blob>) {
    this.types = Object.keys(items);
    const text = items['text/plain'];
    this.text = typeof text === 'string' ? text : '';
  }
}

/** See `Electron.Clipboard`. Not shared with other processes. */
export const clipboard = {
  async write([item]: readonly object[]) {
    if (!(item instanceof ClipboardItem)) throw new TypeError('Expected a ClipboardItem');
    records.clipboard = item.text;
  },
  async writeText(text: string) {
    records.clipboard = text;
  },
  readText: async () => records.clipboard,
} satisfies Pick<Electron.Clipboard, 'write' | 'writeText' | 'readText'>;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** True for a complete PNG: every chunk has a valid checksum, and the last chunk is `IEND`. */
function isCompletePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return false;
  // After the signature, each chunk has a length (4 bytes), a type (4 bytes), its content and a checksum (4 bytes).
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const end = offset + 8 + bytes.readUInt32BE(offset);
    if (end + 4 > bytes.length) return false;
    if (crc32(bytes.subarray(offset + 4, end)) !== bytes.readUInt32BE(end)) return false;
    if (bytes.toString('latin1', offset + 4, offset + 8) === 'IEND') return true;
    offset = end + 4;
  }
  return false;
}

/** See `Electron.nativeImage`. An image is empty unless it is a complete PNG. */
export const nativeImage = {
  createFromBuffer: (bytes: Buffer, _options: Electron.CreateFromBufferOptions = {}) => ({
    isEmpty: () => !isCompletePng(bytes),
  }),
};

class HostPowerMonitor extends EventEmitter {
  /** Seconds without input, set by a test. */
  idle = 0;

  getSystemIdleTime(): number {
    return this.idle;
  }
}

/** See `Electron.PowerMonitor`. A test emits its events. */
export const powerMonitor = new HostPowerMonitor();

/** See `Electron.MenuItem`. A test finds and clicks it. */
interface HostMenuItem {
  readonly accelerator: Electron.MenuItemConstructorOptions['accelerator'];
  readonly submenu: { readonly items: readonly HostMenuItem[] } | null;
  click(): void;
}

function createMenuItem({ accelerator, submenu, click }: Electron.MenuItemConstructorOptions): HostMenuItem {
  return {
    accelerator,
    submenu: Array.isArray(submenu) ? { items: submenu.map(createMenuItem) } : null,
    click() {
      if (click !== undefined) Reflect.apply(click, undefined, []);
    },
  };
}

/** See `Electron.Menu`. Only records templates. */
export const Menu = {
  template: [] as readonly Electron.MenuItemConstructorOptions[],
  /** Context menus that were shown. */
  popups: [] as (readonly Electron.MenuItemConstructorOptions[])[],
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]) {
    return { items: template, popup: () => Menu.popups.push(template) };
  },
  setApplicationMenu(menu: { items: readonly Electron.MenuItemConstructorOptions[] } | null) {
    Menu.template = menu?.items ?? [];
  },
  getApplicationMenu: () => ({ items: Menu.template.map(createMenuItem) }),
};
