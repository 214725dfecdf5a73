/** @file Blocks commands of the page. Works only in the host. Each function is sent as source text, so it uses no name from outside its body. */
import type * as Electron from 'electron';

/** Blocks every call of a command until {@link unblockCommand}. */
export function blockCommand({ ipcMain }: typeof Electron, command: string): void {
  const dispatch: unknown = Reflect.get(ipcMain, 'dispatch');
  if (typeof dispatch !== 'function') throw new TypeError('There is no dispatch');
  const blocked = Promise.withResolvers<null>();
  Reflect.set(globalThis, 'unblockCommand', () => {
    Reflect.set(ipcMain, 'dispatch', dispatch);
    blocked.resolve(null);
  });
  Reflect.set(ipcMain, 'dispatch', async (...args: unknown[]) => {
    if (JSON.stringify(args[2]).includes(`"${command}"`)) await blocked.promise;
    return Reflect.apply(dispatch, ipcMain, args);
  });
}

/** Continues the calls that {@link blockCommand} blocked. */
export function unblockCommand(): void {
  const unblock: unknown = Reflect.get(globalThis, 'unblockCommand');
  if (typeof unblock === 'function') Reflect.apply(unblock, undefined, []);
}
