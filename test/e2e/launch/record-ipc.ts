/** @file Records the messages to the page. Works only in the host. Each function is sent as source text, so it uses no name from outside its body. */
import type * as Electron from 'electron';

/** Starts to record every message to the page. */
export function recordIpc({ ipcMain, BrowserWindow }: typeof Electron): void {
  const recorded: string[] = [];
  Reflect.set(globalThis, 'recordedIpc', recorded);
  const wrap = (owner: object, name: string) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new TypeError(`There is no ${name}`);
    return (onCall: (args: unknown[], result: unknown) => void) =>
      Reflect.set(owner, name, (...args: unknown[]) => {
        const result: unknown = Reflect.apply(original, owner, args);
        onCall(args, result);
        return result;
      });
  };
  wrap(
    ipcMain,
    'dispatch',
  )((_args, answer) => {
    void Promise.resolve(answer).then(
      (value) => recorded.push(JSON.stringify(value)),
      (error: unknown) => recorded.push(String(error)),
    );
  });
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    wrap(webContents, 'send')((args) => recorded.push(JSON.stringify(args)));
  }
}

/** The messages that {@link recordIpc} recorded. */
export function recordedIpc(): unknown {
  return Reflect.get(globalThis, 'recordedIpc');
}
