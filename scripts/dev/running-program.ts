/** @file The program that `npm run dev` started, restarted on demand. */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import type { Program } from '../program.ts';

/** Time after which a program that does not quit is killed, for example because it shows a dialog. */
const quitTimeoutMs = 5_000;

export class RunningProgram {
  /** Resolves with the exit code when the program ends without {@link stop}, for example when its window is closed. */
  readonly ended: Promise<number>;
  readonly #start: () => ChildProcess;
  readonly #resolveEnded: (code: number) => void;
  #child: ChildProcess | null = null;
  #changes: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor({ command: [program, ...args], environment }: Program, moreArgs: readonly string[]) {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#resolveEnded = resolve;
    this.#start = () =>
      spawn(program, [...args, ...moreArgs], {
        stdio: 'inherit',
        env: { ...process.env, ...environment },
      });
  }

  /** Ends the running program, if any, and starts a new one. Does nothing after {@link stop}. */
  restart(): Promise<void> {
    this.#changes = this.#changes.then(async () => {
      await this.#end();
      if (this.#isStopped) return;
      const child = this.#start();
      this.#child = child;
      child.once('exit', (code) => {
        if (this.#child === child) this.#resolveEnded(code ?? 1);
      });
    });
    return this.#changes;
  }

  /** Ends the program; later calls of {@link restart} do nothing. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#changes = this.#changes.then(() => this.#end());
    return this.#changes;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), quitTimeoutMs);
    await exit;
    clearTimeout(timer);
  }
}
