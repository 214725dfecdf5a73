/**
 * @file A drive that hangs like a network share whose server has disappeared: every system call on it blocks. It is a
 * FUSE file system without a server process, so it needs Linux, root and /dev/fuse.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A drive that hangs until `end` is called. */
export interface HangingDrive {
  readonly path: string;
  /** Unmounts the drive; blocked calls fail. */
  end(): void;
}

/** Mounts a hanging drive on a folder, which is created when it does not exist. */
function hangDrive(path: string): HangingDrive {
  mkdirSync(path, { recursive: true });
  const connection = openSync('/dev/fuse', 'r+');
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0';
  const { status, stderr } = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'hanging', path], {
    stdio: ['ignore', 'ignore', 'pipe', connection],
  });
  if (status !== 0) {
    closeSync(connection);
    throw new Error(`The drive was not mounted: ${String(stderr)}`);
  }
  let hasEnded = false;
  return {
    path,
    end() {
      if (hasEnded) return;
      hasEnded = true;
      spawnSync('umount', ['-l', path]);
      closeSync(connection);
    },
  };
}

/** True when this machine can mount a hanging drive. */
export function canHangDrives(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-hangs-'));
  try {
    hangDrive(folder).end();
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

/** Mounts a hanging drive until the test has finished. */
export function hangInTest(path: string): HangingDrive {
  const drive = hangDrive(path);
  onTestFinished(() => drive.end());
  return drive;
}

/** Returns the result of a promise; rejects after 15 seconds. */
export async function withTimeout<Result>(subject: string, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${subject} took more than 15 seconds`)), 15_000);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
