/** @file Blocks actions of commands of the page. Works only in the host. Each function is sent as source text, so it uses no name from outside its body. */
import type * as Electron from 'electron';

/** Blocks every call of a command's action until {@link unblockAction}. */
export function blockAction({ ipcMain }: typeof Electron, action: string): void {
  const dispatch: unknown = Reflect.get(ipcMain, 'dispatch');
  if (typeof dispatch !== 'function') throw new TypeError('There is no dispatch');
  const blocked = Promise.withResolvers<null>();
  Reflect.set(globalThis, 'unblockAction', () => {
    Reflect.set(ipcMain, 'dispatch', dispatch);
    blocked.resolve(null);
  });
  Reflect.set(ipcMain, 'dispatch', async (...args: unknown[]) => {
    if (JSON.stringify(args[2]).includes(`"action":"${action}"`)) await blocked.promise;
    return Reflect.apply(dispatch, ipcMain, args);
  });
}

/** Ends {@link blockAction}, whose calls continue. */
export function unblockAction(): void {
  const unblock: unknown = Reflect.get(globalThis, 'unblockAction');
  if (typeof unblock === 'function') Reflect.apply(unblock, undefined, []);
}
