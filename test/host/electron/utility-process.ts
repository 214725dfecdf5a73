/** @file `utilityProcess` of the host: a child of plain Node that finds `process.parentPort`, as in Electron. */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { carried } from './carried.ts';

/** Milliseconds that a child gets to end by itself before it is ended, as Chromium gives it. */
const terminationMs = 2_000;

export class HostUtilityProcess extends EventEmitter {
  /** Those that have not ended, for a test to have one of them fail. */
  static readonly running: HostUtilityProcess[] = [];
  readonly #child: ChildProcess;
  #isSpawned = false;
  #isKilled = false;
  #ended = false;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const parentPort = new URL('../parent-port.ts', import.meta.url).href;
    this.#child = fork(modulePath, [...args], {
      execArgv: [...(options.execArgv ?? []), '--import', parentPort],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    HostUtilityProcess.running.push(this);
    this.#child.once('spawn', () => {
      this.#isSpawned = true;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code, signal) => {
      // V8 ends a process of Node so; Electron tells of it first, and what it tells here is empty.
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', '', '');
      this.#end(code ?? (this.#isKilled ? 0 : 1));
    });
    // A child that could not even be started is gone as well.
    this.#child.on('error', () => this.#end(1));
  }

  /** Known from the event `spawn` on, and no more once the process has ended. */
  get pid(): number | undefined {
    return this.#isSpawned && !this.#ended ? this.#child.pid : undefined;
  }

  postMessage(message: unknown): void {
    if (this.#ended) return;
    const copy = carried(message);
    if (this.#child.connected && isSendable(copy)) this.#child.send(copy);
  }

  /** Does nothing, and says so, while the process is only being started. */
  kill(): boolean {
    const child = this.#child;
    if (this.pid === undefined) return false;
    this.#isKilled = child.kill('SIGTERM');
    const end = setTimeout(() => child.kill('SIGKILL'), terminationMs);
    child.once('exit', () => clearTimeout(end));
    return this.#isKilled;
  }

  #end(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    HostUtilityProcess.running.splice(HostUtilityProcess.running.indexOf(this), 1);
    this.emit('exit', code);
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
