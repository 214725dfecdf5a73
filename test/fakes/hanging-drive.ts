/**
 * @file A drive that hangs, as a network share does whose server went away: whoever opens, lists or asks for anything on
 * it waits in the system. It is a FUSE file system that nobody serves, so it needs Linux, its administrator and /dev/fuse.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';

/** A drive that hangs until its end. */
export interface HangingDrive {
  readonly path: string;
  /** What was at the path before is there again; whoever waits gets an error. */
  end(): void;
}

/** Hangs a drive over the folder, which is made if there is none. */
export function hangDrive(path: string): HangingDrive {
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

/** Whether this machine lets a test hang a drive. */
export function canHangDrives(path: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    hangDrive(path).end();
    return true;
  } catch {
    return false;
  }
}

/** The same, or an error when it takes as long as a clerk takes for broken. */
export async function soon<Result>(what: string, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than 15 seconds`)), 15_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
