/** @file Listens to what goes to the page; each function is sent as text and reaches nothing outside itself. Host only. */
import type * as Electron from 'electron';

/** Keeps everything that goes to the page from now on. */
export function hear({ ipcMain, BrowserWindow }: typeof Electron): void {
  const heard: string[] = [];
  Reflect.set(globalThis, 'heard', heard);
  const wrap = (owner: object, name: string) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new TypeError(`There is no ${name}`);
    return (use: (args: unknown[], result: unknown) => void) =>
      Reflect.set(owner, name, (...args: unknown[]) => {
        const result: unknown = Reflect.apply(original, owner, args);
        use(args, result);
        return result;
      });
  };
  wrap(
    ipcMain,
    'dispatch',
  )((_args, answer) => {
    void Promise.resolve(answer).then(
      (value) => heard.push(JSON.stringify(value)),
      (error: unknown) => heard.push(String(error)),
    );
  });
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    wrap(webContents, 'send')((args) => heard.push(JSON.stringify(args)));
  }
}

/** What {@link hear} kept. */
export function heardSoFar(): unknown {
  return Reflect.get(globalThis, 'heard');
}
