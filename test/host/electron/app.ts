/** @file `app` of the host. */
import { spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type * as Electron from 'electron';
import packageFile from '../../../package.json' with { type: 'json' };
import { acquireInstanceLock } from '../instance-lock.ts';
import { HostEvent, type Shared } from './event.ts';

/** A window that is closed before the program exits. */
interface Closable {
  /** Returns `false` when closing was prevented. */
  close(): boolean;
}

/** Number of the file that is the channel to the test. */
const channelNumber = 3;

/** Switches that were removed from Chromium's command line. */
const removedSwitches = new Set<string>();

class HostApp extends EventEmitter {
  /** Also for a packed program: Electron only compares the name of its executable, which anyone can change to `electron`. */
  readonly isPackaged = false;
  readonly name = packageFile.productName;
  /** Open windows, which `quit` closes. */
  readonly closables = new Set<Closable>();
  /** Run last, before the process exits. */
  readonly beforeExit = new Set<() => Promise<void>>();
  sandboxed = false;
  readonly #paths = new Map<string, string>([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['userData', join(tmpdir(), `paydesk-host-${process.pid}`)],
  ]);
  #isReady = false;
  #isQuitting = false;
  #isExiting = false;

  getVersion(): string {
    return packageFile.version;
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`The host has no path ${name}`);
    return path;
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (!this.#paths.has(name) && name !== 'sessionData') throw new Error('Failed to set path');
    if (!existsSync(path)) throw new Error('Failed to set path');
    this.#paths.set(name, path);
  }

  setAppUserModelId(_id: string): void {}

  setAboutPanelOptions(_options: Electron.AboutPanelOptionsOptions): void {}

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() must be called before app is ready');
    this.sandboxed = true;
  }

  readonly commandLine = {
    getSwitchValue: (name: string) => switchValue(name) ?? '',
    removeSwitch(name: string) {
      removedSwitches.add(name);
    },
  };

  isReady(): boolean {
    return this.#isReady;
  }

  /** Called when the entry module has been evaluated; Electron is not ready before. */
  becomeReady(): void {
    this.#isReady = true;
    this.emit('ready');
  }

  /** Throws before Electron is ready, as Electron's `subject` does. */
  requireReady(subject: string): void {
    if (!this.#isReady) throw new Error(`${subject} cannot be used before app is ready`);
  }

  async whenReady(): Promise<void> {
    if (!this.#isReady) await once(this, 'ready');
  }

  requestSingleInstanceLock(): boolean {
    return acquireInstanceLock(this.getPath('userData'), (argv) => {
      this.emit('second-instance', new HostEvent(), argv, process.cwd(), undefined);
    });
  }

  /** Closes the windows and exits, unless a listener prevents it. */
  quit(): void {
    if (this.#isQuitting || this.#isExiting) return;
    this.#isQuitting = true;
    if (this.#prepareToQuit()) this.exit(0);
    this.#isQuitting = false;
  }

  #prepareToQuit(): boolean {
    const quitEvent = new HostEvent();
    this.emit('before-quit', quitEvent);
    if (quitEvent.defaultPrevented) return false;
    for (const closable of this.closables) if (!closable.close()) return false;
    const lastQuitEvent = new HostEvent();
    this.emit('will-quit', lastQuitEvent);
    return !lastQuitEvent.defaultPrevented;
  }

  /** Starts the program again when this process exits. The new one has its channel to the test, and the process its exit code. */
  relaunch(): void {
    process.once('exit', () => {
      const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
        stdio: ['ignore', 'inherit', 'inherit', ...(process.send === undefined ? [] : [channelNumber])],
        env: {
          ...process.env,
          NODE_CHANNEL_FD: String(channelNumber),
          NODE_CHANNEL_SERIALIZATION_MODE: 'advanced',
        },
      });
      process.exitCode = status ?? 1;
    });
  }

  exit(code = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    this.emit('quit', new HostEvent(), code);
    void Promise.allSettled([...this.beforeExit].map((close) => close())).then(() => process.exit(code));
  }
}

/** Returns the value of a command-line switch, or `null`. A removed switch counts as missing but stays in `process.argv`. */
export function switchValue(name: string): string | null {
  if (removedSwitches.has(name)) return null;
  const prefix = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length) ?? null;
}

/** See `Electron.App`. */
export const app = new HostApp() satisfies Shared<Electron.App, HostApp, 'commandLine'>;
