/** @file `nativeTheme` of the host. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

class HostNativeTheme extends EventEmitter {
  /** The theme of the operating system. */
  #system: 'light' | 'dark' = 'light';
  #source: 'system' | 'light' | 'dark' = 'system';
  readonly shouldUseHighContrastColors = false;

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source;
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    if (source === this.#source) return;
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return (this.#source === 'system' ? this.#system : this.#source) === 'dark';
  }

  /** Changes the theme of the operating system. */
  setSystemTheme(system: 'light' | 'dark'): void {
    if (system === this.#system) return;
    this.#system = system;
    this.emit('updated');
  }
}

/** See `Electron.NativeTheme`. */
export const nativeTheme = new HostNativeTheme() satisfies Pick<
  Electron.NativeTheme,
  'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors'
>;
