/** @file What Electron does outside the window: notifications, the shell, the clipboard, power, menus. */
import { EventEmitter } from 'node:events';
import { crc32 } from 'node:zlib';
import type * as Electron from 'electron';
import { records } from '../records.ts';

/** See `Electron.Notification`; it is recorded and never shown. */
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

  /** Those that were shown, for a test to click. */
  static readonly shown: Notification[] = [];

  show(): void {
    Notification.shown.push(this);
    records.notifications.push({ title: this.#title, body: this.#body });
  }

  close(): void {
    this.emit('close');
  }
}

/** See `Electron.Shell`; what would open is recorded. */
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

/** See `Electron.Clipboard`; a clipboard of this process alone. */
export const clipboard = {
  async writeText(text: string) {
    records.clipboard = text;
  },
  readText: async () => records.clipboard,
} satisfies Pick<Electron.Clipboard, 'writeText' | 'readText'>;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** True for a PNG that is whole: each chunk has the checksum that it names, and the last one says that it is the end. */
function isWholePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return false;
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at = end + 4;
  }
  return false;
}

/** See `Electron.nativeImage`; it tells a whole PNG from what is none. */
export const nativeImage = {
  createFromBuffer: (bytes: Buffer, _options: Electron.CreateFromBufferOptions = {}) => ({
    isEmpty: () => !isWholePng(bytes),
  }),
};

class HostPowerMonitor extends EventEmitter {
  /** Seconds without mouse and keyboard, as a test says. */
  idle = 0;

  getSystemIdleTime(): number {
    return this.idle;
  }
}

/** See `Electron.PowerMonitor`; a test emits its events. */
export const powerMonitor = new HostPowerMonitor();

/** See `Electron.MenuItem`: what a test looks up and chooses. */
interface HostMenuItem {
  readonly accelerator: Electron.MenuItemConstructorOptions['accelerator'];
  readonly submenu: { readonly items: readonly HostMenuItem[] } | null;
  click(): void;
}

function itemOf({ accelerator, submenu, click }: Electron.MenuItemConstructorOptions): HostMenuItem {
  return {
    accelerator,
    submenu: Array.isArray(submenu) ? { items: submenu.map(itemOf) } : null,
    click() {
      if (click !== undefined) Reflect.apply(click, undefined, []);
    },
  };
}

/** See `Electron.Menu`; kept, but there is no menu bar to show it. */
export const Menu = {
  template: [] as readonly Electron.MenuItemConstructorOptions[],
  /** Menus that were shown at the pointer. */
  popups: [] as (readonly Electron.MenuItemConstructorOptions[])[],
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]) {
    return { items: template, popup: () => Menu.popups.push(template) };
  },
  setApplicationMenu(menu: { items: readonly Electron.MenuItemConstructorOptions[] } | null) {
    Menu.template = menu?.items ?? [];
  },
  getApplicationMenu: () => ({ items: Menu.template.map(itemOf) }),
};
