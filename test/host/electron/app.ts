/** @file `app` of the host. */
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type * as Electron from 'electron';
import packageFile from '../../../package.json' with { type: 'json' };
import { acquireInstanceLock } from '../instance-lock.ts';
import { readHostOptions } from '../options.ts';
import { HostEvent } from './event.ts';

/** Something that must be closed before the program ends: windows, then the browser. */
export interface Closable {
  /** `false` when it refuses. */
  close(): boolean;
}

/** Switches that Chromium no longer obeys. */
const removedSwitches = new Set<string>();

class HostApp extends EventEmitter {
  readonly isPackaged = readHostOptions(process.env).packaged;
  readonly name = packageFile.productName;
  /** Windows that are open, for `quit` to close. */
  readonly closables = new Set<Closable>();
  /** Runs after everything else, before the process ends. */
  beforeExit: () => Promise<void> = async () => undefined;
  sandboxed = false;
  /** How often Paydesk asked to be started again. */
  relaunches = 0;
  readonly #paths = new Map<string, string>([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['userData', join(tmpdir(), `paydesk-host-${process.pid}`)],
  ]);
  #ready = false;
  #quitting = false;
  #leaving = false;

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
    if (this.#ready) throw new Error('app.enableSandbox() must be called before app is ready');
    this.sandboxed = true;
  }

  readonly commandLine = {
    getSwitchValue: (name: string) => switchValue(name) ?? '',
    removeSwitch(name: string) {
      removedSwitches.add(name);
    },
  };

  isReady(): boolean {
    return this.#ready;
  }

  /** Electron becomes ready once the entry has been evaluated to its end, and not before. */
  becomeReady(): void {
    this.#ready = true;
    this.emit('ready');
  }

  async whenReady(): Promise<void> {
    if (!this.#ready) await once(this, 'ready');
  }

  requestSingleInstanceLock(): boolean {
    return acquireInstanceLock(this.getPath('userData'), (argv) => {
      this.emit('second-instance', new HostEvent(), argv, process.cwd(), undefined);
    });
  }

  /** Asks everybody, closes the windows, and ends; anyone may refuse. */
  quit(): void {
    if (this.#quitting || this.#leaving) return;
    this.#quitting = true;
    if (this.#everybodyAgrees()) this.exit(0);
    this.#quitting = false;
  }

  #everybodyAgrees(): boolean {
    const before = new HostEvent();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return false;
    for (const closable of this.closables) if (!closable.close()) return false;
    const last = new HostEvent();
    this.emit('will-quit', last);
    return !last.defaultPrevented;
  }

  /** The next start is left to whoever tests it. */
  relaunch(): void {
    this.relaunches += 1;
  }

  exit(code = 0): void {
    if (this.#leaving) return;
    this.#leaving = true;
    this.emit('quit', new HostEvent(), code);
    void this.beforeExit().finally(() => process.exit(code));
  }
}

/** The value of a switch of this process's command line, as Chromium sees it: a removed one stays in `process.argv`. */
export function switchValue(name: string): string | null {
  if (removedSwitches.has(name)) return null;
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length) ?? null;
}

/** See `Electron.App`. */
export const app = new HostApp() satisfies Pick<
  Electron.App,
  | 'isPackaged'
  | 'name'
  | 'getVersion'
  | 'getPath'
  | 'setPath'
  | 'setAppUserModelId'
  | 'setAboutPanelOptions'
  | 'enableSandbox'
  | 'isReady'
  | 'whenReady'
  | 'requestSingleInstanceLock'
  | 'quit'
  | 'relaunch'
  | 'exit'
>;
