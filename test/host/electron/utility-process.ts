/** @file `utilityProcess` of the host: a Node child process with `process.parentPort`, as in Electron. */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { parentPortModule } from '../modules.ts';
import { app } from './app.ts';
import { copyMessage } from './copy-message.ts';

/** Milliseconds between SIGTERM and SIGKILL, as in Chromium. */
const terminationMs = 2_000;

export class HostUtilityProcess extends EventEmitter {
  /** Running processes, so that a test can make one fail. */
  static readonly running: HostUtilityProcess[] = [];
  readonly #child: ChildProcess;
  #isSpawned = false;
  #isKilled = false;
  #hasEnded = false;

  constructor(modulePath: string, args: readonly string[]) {
    super();
    this.#child = fork(modulePath, [...args], {
      execArgv: ['--import', parentPortModule],
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
      // A fatal error of V8. Electron emits `error` before `exit`; here its arguments are empty.
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', '', '');
      this.#end(code ?? (this.#isKilled ? 0 : 1));
    });
    // The child could not be started.
    this.#child.on('error', () => this.#end(1));
  }

  /** Defined from the event `spawn` until the process exits. */
  get pid(): number | undefined {
    return this.#isSpawned && !this.#hasEnded ? this.#child.pid : undefined;
  }

  postMessage(message: unknown): void {
    if (this.#hasEnded) return;
    const copy = copyMessage(message);
    if (this.#child.connected && isSendable(copy)) this.#child.send(copy);
  }

  /** Returns `false` and does nothing before the event `spawn`. */
  kill(): boolean {
    const child = this.#child;
    if (this.pid === undefined) return false;
    this.#isKilled = child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), terminationMs);
    child.once('exit', () => clearTimeout(killTimer));
    return this.#isKilled;
  }

  #end(code: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
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
    app.requireReady('utilityProcess');
    // Electron passes them on, but V8 has read its flags by then.
    if (options.execArgv !== undefined) throw new Error('execArgv has no effect in a utility process');
    return new HostUtilityProcess(modulePath, args);
  },
};
