/** @file Programs of tests in processes of their own. */
import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Starts a module with one argument, which it gets as JSON. Its code is loaded from a cache after the first start. */
export function forkProgram(module: URL, argument: unknown): ChildProcess {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compile-cache') };
  return fork(fileURLToPath(module), [JSON.stringify(argument)], { env, execArgv: [] });
}

/** Resolves with `true` when a process was killed, `false` when it ended without an error. */
export function wasKilled(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`The program ended with ${code}`));
    });
  });
}
