/** @file `ipcMain` of the host. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

/** The sender of a message. */
export interface Sender {
  readonly sender: object;
  readonly senderFrame: object | null;
}

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class HostIpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Passes a copy of a message to its handler and returns a copy of the answer. An error keeps only its text. */
  async dispatch(sender: Sender, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    try {
      const answer: unknown = await Reflect.apply(handler, undefined, [sender, ...structuredClone(args)]);
      return structuredClone(answer);
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
    }
  }
}

/** See `Electron.IpcMain`. */
export const ipcMain = new HostIpcMain() satisfies Pick<Electron.IpcMain, 'handle' | 'removeHandler'>;
