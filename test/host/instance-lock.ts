/**
 * @file Allows one running program per data folder. As in Chromium on Linux and macOS, the lock is a link to the computer and
 * the process that hold it: that of a process which has exited is replaced, that of another computer is not. A second
 * program writes its command line to a file.
 */
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';

const argvSchema = z.array(z.string());

/** Acquires the lock of `folder`; `false` when it is held or cannot be made. Later attempts call `onSecond`. */
export function acquireInstanceLock(folder: string, onSecond: (argv: string[]) => void): boolean {
  const hostFolder = join(folder, 'host');
  mkdirSync(hostFolder, { recursive: true });
  const lock = join(folder, 'SingletonLock');
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
      // Only links to folders need no privilege on Windows.
      symlinkSync(`${hostname()}-${process.pid}`, lock, 'junction');
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
      const [, holder, pid] = /^(.*)-(\d+)$/.exec(basename(readlinkSync(lock))) ?? [];
      if (holder !== hostname() || isAlive(Number(pid))) return false;
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
