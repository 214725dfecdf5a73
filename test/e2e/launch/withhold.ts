/** @file Holds up what the page asks; each function is sent as text and reaches nothing outside itself. Host only. */
import type * as Electron from 'electron';

/** Holds up every call of a command from now on, until {@link release}. */
export function withhold({ ipcMain }: typeof Electron, command: string): void {
  const dispatch: unknown = Reflect.get(ipcMain, 'dispatch');
  if (typeof dispatch !== 'function') throw new TypeError('There is no dispatch');
  const held = Promise.withResolvers<null>();
  Reflect.set(globalThis, 'release', () => {
    Reflect.set(ipcMain, 'dispatch', dispatch);
    held.resolve(null);
  });
  Reflect.set(ipcMain, 'dispatch', async (...args: unknown[]) => {
    if (JSON.stringify(args[2]).includes(`"${command}"`)) await held.promise;
    return Reflect.apply(dispatch, ipcMain, args);
  });
}

/** Lets go on what {@link withhold} holds up. */
export function release(): void {
  const go: unknown = Reflect.get(globalThis, 'release');
  if (typeof go === 'function') Reflect.apply(go, undefined, []);
}
