/**
 * @file Allows one running program per data folder. The lock is a file with the ID of the process that holds it; the lock
 * of a process that has exited is ignored. A second program writes its command line to a file beside the lock.
 */
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const argvSchema = z.array(z.string());

/** Acquires the lock of `folder`; `false` when a running process holds it. Later attempts call `onSecond`. */
export function acquireInstanceLock(folder: string, onSecond: (argv: string[]) => void): boolean {
  const hostFolder = join(folder, 'host');
  mkdirSync(hostFolder, { recursive: true });
  const lock = join(hostFolder, 'lock');
  if (!acquire(lock)) {
    writeFileSync(join(hostFolder, `second-${process.pid}.json`), JSON.stringify(process.argv));
    return false;
  }
  const watcher = watch(hostFolder, (_kind, name) => {
    if (name?.startsWith('second-')) readMessage(join(hostFolder, name), onSecond);
  });
  watcher.unref();
  process.on('exit', () => rmSync(lock, { force: true }));
  return true;
}

function acquire(lock: string): boolean {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      if (isAlive(Number(readFileSync(lock, 'utf8')))) return false;
      rmSync(lock, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readMessage(file: string, onSecond: (argv: string[]) => void): void {
  let argv: string[];
  try {
    argv = argvSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Not completely written yet, or already handled.
    return;
  }
  rmSync(file, { force: true });
  onSecond(argv);
}
