/** @file What Electron does outside the window: notifications, the shell, the clipboard, power, menus. */
import { EventEmitter } from 'node:events';
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

/** See `Electron.nativeImage`; it tells a PNG from what is none. */
export const nativeImage = {
  createFromBuffer: (bytes: Buffer, _options: Electron.CreateFromBufferOptions = {}) => ({
    isEmpty: () => bytes.subarray(1, 4).toString('latin1') !== 'PNG',
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
