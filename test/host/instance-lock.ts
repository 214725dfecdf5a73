/**
 * @file One program per data folder, across processes. The lock is a file with the number of the process that holds
 * it; one whose process is gone counts for nothing. A second program leaves its command line beside the lock.
 */
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const argvSchema = z.array(z.string());

/** Takes the lock of `folder`; `false` when a living process has it. `onSecond` hears of later attempts. */
export function acquireInstanceLock(folder: string, onSecond: (argv: string[]) => void): boolean {
  const place = join(folder, 'host');
  mkdirSync(place, { recursive: true });
  const lock = join(place, 'lock');
  if (!acquire(lock)) {
    writeFileSync(join(place, `second-${process.pid}.json`), JSON.stringify(process.argv));
    return false;
  }
  const watcher = watch(place, (_kind, name) => {
    if (name?.startsWith('second-')) readMessage(join(place, name), onSecond);
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
    // Not written to its end yet, or heard already.
    return;
  }
  rmSync(file, { force: true });
  onSecond(argv);
}
