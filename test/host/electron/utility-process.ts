/** @file `utilityProcess` of the host: a child of plain Node that finds `process.parentPort`, as in Electron. */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

class HostUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #ended = false;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const parentPort = new URL('../parent-port.ts', import.meta.url).href;
    this.#child = fork(modulePath, [...args], {
      execArgv: [...(options.execArgv ?? []), '--import', parentPort],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code) => this.#end(code ?? 1));
    // A child that could not even be started is gone as well.
    this.#child.on('error', () => this.#end(1));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown): void {
    const copy: unknown = structuredClone(message);
    if (this.#child.connected && isSendable(copy)) this.#child.send(copy);
  }

  kill(): boolean {
    return this.#child.kill('SIGKILL');
  }

  #end(code: number): void {
    if (!this.#ended) this.emit('exit', code);
    this.#ended = true;
  }
}

function isSendable(value: unknown): value is object | string | number | boolean {
  return value !== null && ['object', 'string', 'number', 'boolean'].includes(typeof value);
}

/** See `Electron.UtilityProcess`. */
export const utilityProcess = {
  fork(modulePath: string, args: readonly string[] = [], options: Electron.ForkOptions = {}) {
    return new HostUtilityProcess(modulePath, args, options);
  },
};
